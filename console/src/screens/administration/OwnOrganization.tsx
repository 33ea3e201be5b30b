/** Name and time zone of the organization. */
import { Button, Group, Paper, Select, Stack, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../api/change';
import type { Problem } from '../../api/graphql';
import { useFormDraft } from '../../parts/form-draft';
import { mistakeAt, restOf } from '../../parts/mistakes';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { useTell } from '../../parts/tell';
import { type Administered, updateOrganization } from './administration';

export function OwnOrganization({ organization }: { readonly organization: Administered['organization'] }) {
  const { t } = useTranslation('administration');
  const { tellDone } = useTell();
  const update = useChange(updateOrganization);
  const { id, version } = organization;
  const saved = { name: organization.name, timeZone: organization.timeZone };
  const form = useFormDraft(`organization:${id}`, saved, version);
  const { name, timeZone } = form.values;
  const [problem, setProblem] = useState<Problem | null>(null);
  const save = async () => {
    const outcome = await update({
      id,
      patch: { name: name.trim(), timeZone },
      ifVersion: form.baseVersion,
    });
    setProblem(outcome.isDone ? null : outcome.problem);
    if (!outcome.isDone) return;
    form.end();
    tellDone(t('saved'));
  };
  const rest = restOf(problem, ['name', 'timeZone']);
  return (
    <Paper withBorder radius="lg" p="md">
      <Title order={2} size="h4" mb="sm">
        {t('own.title')}
      </Title>
      <Stack gap="sm">
        <TextInput
          label={t('below.name')}
          value={name}
          onChange={(event) => form.set({ name: event.currentTarget.value })}
          error={mistakeAt(problem, 'name')}
          dir="auto"
        />
        <Select
          label={t('own.timeZone')}
          description={t('own.timeZoneText')}
          searchable
          value={timeZone}
          onChange={(value) => form.set({ timeZone: value ?? organization.timeZone })}
          data={[...new Set([organization.timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])]}
          allowDeselect={false}
          limit={60}
          error={mistakeAt(problem, 'timeZone')}
        />
        {rest !== null && <ProblemNotice problem={rest} />}
        <Group justify="flex-end">
          <Button onClick={() => void save()} disabled={name.trim() === ''}>
            {t('save')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
