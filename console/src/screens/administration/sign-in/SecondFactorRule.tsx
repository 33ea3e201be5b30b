/** Which roles of the organization need a second factor. */
import { Button, Checkbox, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemOf, useChange } from '../../../api/change';
import type { Problem } from '../../../api/graphql';
import { useQuery } from '../../../api/query';
import { mistakeAt, restOf } from '../../../parts/editing/mistakes';
import { ProblemNotice } from '../../../parts/ProblemNotice';
import { useTell } from '../../../parts/tell';
import { secondFactorRuleQuery, setSecondFactorRule } from '../security/security-documents';

const ROLES = ['ADMINISTRATOR', 'EDITOR', 'VIEWER'] as const;
type Role = (typeof ROLES)[number];

export function SecondFactorRule({ organizationId }: { readonly organizationId: string }) {
  const { t } = useTranslation('security');
  const [{ data, error }, again] = useQuery({ query: secondFactorRuleQuery, variables: { organizationId } });
  const refresh = () => again({ requestPolicy: 'network-only' });
  const rule = data?.organization.secondFactorRule ?? null;
  return (
    <Paper withBorder radius="lg" p="md">
      <Title order={2} size="h4">
        {t('rule.title')}
      </Title>
      <Text c="dimmed" size="sm" mb="sm">
        {t('rule.text')}
      </Text>
      {error !== undefined && <ProblemNotice problem={problemOf(error)} onRetry={refresh} />}
      {data !== undefined && (
        <RuleForm
          key={JSON.stringify(rule)}
          organizationId={organizationId}
          before={rule?.roles ?? []}
          emergencyUser={rule?.emergencyUserName ?? ''}
          onDone={refresh}
        />
      )}
    </Paper>
  );
}

interface FormProps {
  readonly organizationId: string;
  readonly before: readonly Role[];
  readonly emergencyUser: string;
  readonly onDone: () => void;
}

function RuleForm({ organizationId, before, emergencyUser, onDone }: FormProps) {
  const { t } = useTranslation('security');
  const { tellDone } = useTell();
  const send = useChange(setSecondFactorRule);
  const [roles, setRoles] = useState<readonly Role[]>(before);
  const [user, setUser] = useState(emergencyUser);
  const [problem, setProblem] = useState<Problem | null>(null);
  const rest = restOf(problem, ['emergencyUser']);
  const save = async () => {
    const outcome = await send({
      organizationId,
      roles: [...roles],
      emergencyUser: user.trim() === '' ? null : user.trim(),
    });
    setProblem(outcome.isDone ? null : outcome.problem);
    if (!outcome.isDone) return;
    tellDone(t('rule.saved'));
    onDone();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack gap="sm">
        <Checkbox.Group
          label={t('rule.roles')}
          value={[...roles]}
          onChange={(chosen) => setRoles(ROLES.filter((role) => chosen.includes(role)))}
        >
          <Group gap="md" mt={6}>
            {ROLES.map((role) => (
              <Checkbox key={role} value={role} label={t(`common:roles.${role}`)} />
            ))}
          </Group>
        </Checkbox.Group>
        {roles.length > 0 && (
          <TextInput
            label={t('rule.emergency')}
            description={t('rule.emergencyText')}
            value={user}
            onChange={(event) => setUser(event.currentTarget.value)}
            error={mistakeAt(problem, 'emergencyUser')}
            maw={420}
          />
        )}
        {rest !== null && <ProblemNotice problem={rest} />}
        <Group justify="flex-end">
          <Button type="submit" variant="default">
            {t('rule.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
