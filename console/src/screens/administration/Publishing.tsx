/** The rule of the organization for what reaches its readers. */
import { Paper, Stack, Switch, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../api/change';
import { graphql, type Problem, problemFields } from '../../api/graphql';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { useTell } from '../../parts/tell';
import type { Administered } from './administration';

const updatePublishingRule = graphql(
  `
    mutation UpdatePublishingRule($organizationId: ID!, $needsApproval: Boolean!, $watchesLinks: Boolean!) {
      updatePublishingRule(
        input: { organizationId: $organizationId, needsApproval: $needsApproval, watchesLinks: $watchesLinks }
      ) {
        ... on PublishingRule {
          organizationId
          needsApproval
          watchesLinks
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

interface Props {
  readonly rule: Administered['publishingRule'];
  readonly onChanged: () => void;
}

/** The switch takes effect at once. */
export function Publishing({ rule, onChanged }: Props) {
  const { t } = useTranslation('administration');
  const { tellDone } = useTell();
  const update = useChange(updatePublishingRule);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { organizationId, needsApproval, watchesLinks } = rule;
  const set = async (changed: Partial<Pick<typeof rule, 'needsApproval' | 'watchesLinks'>>) => {
    setBusy(true);
    const outcome = await update({ organizationId, needsApproval, watchesLinks, ...changed });
    setBusy(false);
    setProblem(outcome.isDone ? null : outcome.problem);
    if (!outcome.isDone) return;
    tellDone(t('saved'));
    onChanged();
  };
  return (
    <Paper withBorder radius="lg" p="md">
      <Title order={2} size="h4" mb="sm">
        {t('publishing.title')}
      </Title>
      <Stack gap="sm">
        <Switch
          label={t('publishing.needsApproval')}
          description={t('publishing.text')}
          checked={needsApproval}
          disabled={isBusy}
          onChange={(event) => void set({ needsApproval: event.currentTarget.checked })}
        />
        <Switch
          label={t('publishing.watchesLinks')}
          description={t('publishing.watchesText')}
          checked={watchesLinks}
          disabled={isBusy}
          onChange={(event) => void set({ watchesLinks: event.currentTarget.checked })}
        />
        {problem !== null && <ProblemNotice problem={problem} />}
      </Stack>
    </Paper>
  );
}
