/** How long and how much is kept of readers. */
import { Button, Group, NumberInput, Paper, Radio, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../api/change';
import type { Problem } from '../../api/graphql';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { useTell } from '../../parts/tell';
import { type Administered, updateRecordKeeping } from './administration';
import { useFormDraft } from '../../parts/editing/form-draft';
import { mistakeAt, restOf } from '../../parts/editing/mistakes';

const POLICIES = ['FULL', 'SHORT', 'NONE'] as const;
const A_YEAR = 365;

export function Privacy({ keeping }: { readonly keeping: Administered['recordKeeping'] }) {
  const { t } = useTranslation('administration');
  const { tellDone } = useTell();
  const update = useChange(updateRecordKeeping);
  const form = useFormDraft<{ days: number | string; isLimited: boolean; policy: string }>(
    `record-keeping:${keeping.organizationId}`,
    {
      days: keeping.retentionDays ?? A_YEAR,
      isLimited: keeping.retentionDays !== null,
      policy: keeping.hostPolicy,
    },
  );
  const { days, isLimited, policy } = form.values;
  const [problem, setProblem] = useState<Problem | null>(null);
  const save = async () => {
    const outcome = await form.send(async (typed) =>
      update({
        organizationId: keeping.organizationId,
        patch: {
          retentionDays: typed.isLimited ? Number(typed.days) : null,
          hostPolicy: typed.policy as (typeof POLICIES)[number],
        },
      }),
    );
    setProblem(outcome.isDone ? null : outcome.problem);
    if (outcome.isDone) tellDone(t('saved'));
  };
  const rest = restOf(problem, ['retentionDays']);
  return (
    <Paper withBorder radius="lg" p="md" maw={640}>
      <Stack>
        <Text>{t('privacy.text')}</Text>
        <Switch
          label={t('privacy.limited')}
          checked={isLimited}
          onChange={(event) => form.set({ isLimited: event.currentTarget.checked })}
        />
        {isLimited && <RetentionDays days={days} form={form} problem={problem} />}
        <Radio.Group
          label={t('privacy.host')}
          value={policy}
          onChange={(value) => form.set({ policy: value })}
        >
          {POLICIES.map((value) => (
            <Radio key={value} value={value} mt="xs" label={t(`hostPolicy.${value}`)} />
          ))}
        </Radio.Group>
        {rest !== null && <ProblemNotice problem={rest} />}
        <Group justify="flex-end">
          <Button onClick={() => void save()} disabled={isLimited && !(Number(days) >= 1)}>
            {t('save')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

interface RetentionDaysProps {
  readonly days: number | string;
  readonly form: { readonly set: (what: { days: number | string }) => void };
  readonly problem: Problem | null;
}

function RetentionDays({ days, form, problem }: RetentionDaysProps) {
  const { t } = useTranslation('administration');
  return (
    <NumberInput
      label={t('privacy.days')}
      min={1}
      max={36_500}
      allowDecimal={false}
      value={days}
      onChange={(value) => form.set({ days: value })}
      error={mistakeAt(problem, 'retentionDays')}
      maw={240}
    />
  );
}
