/** The rule of a folder for what reaches readers. */
import { Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemOf, useChange } from '../../api/change';
import { graphql, type Problem, problemFields } from '../../api/graphql';
import { useQuery } from '../../api/query';
import { Dialog } from '../../parts/dialogs/Dialog';
import { Loading } from '../../parts/Loading';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { useTell } from '../../parts/tell';

const ruleQuery = graphql(`
  query FolderPublishingRule($folderId: ID!) {
    folderPublishingRule(folderId: $folderId) {
      folderId
      needsApproval
      isInherited
      inheritedFrom {
        id
        name
      }
    }
  }
`);

const updateRule = graphql(
  `
    mutation UpdateFolderPublishingRule($folderId: ID!, $needsApproval: Boolean!) {
      updateFolderPublishingRule(input: { folderId: $folderId, needsApproval: $needsApproval }) {
        ... on FolderPublishingRule {
          folderId
          needsApproval
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

interface Props {
  readonly folderId: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** The switch takes effect at once. */
export function FolderRuleDialog({ folderId, name, onClose }: Props) {
  const { t } = useTranslation('library');
  const { tellDone } = useTell();
  const [{ data, error }, readAgain] = useQuery({ query: ruleQuery, variables: { folderId } });
  const update = useChange(updateRule);
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Problem | null>(null);
  const rule = data?.folderPublishingRule;
  const problem = refused ?? (rule === undefined && error !== undefined ? problemOf(error) : null);
  const set = async (needsApproval: boolean) => {
    setBusy(true);
    const outcome = await update({ folderId, needsApproval });
    setBusy(false);
    setRefused(outcome.isDone ? null : outcome.problem);
    if (outcome.isDone) tellDone(t('rule.saved'));
    readAgain({ requestPolicy: 'network-only' });
  };
  return (
    <Dialog onClose={onClose} title={t('rule.title', { name: name.slice(0, 100) })}>
      {rule === undefined ? (
        error === undefined && <Loading />
      ) : (
        <Stack gap="sm">
          <Switch
            label={t('rule.needsApproval')}
            description={t('rule.text')}
            checked={rule.needsApproval}
            disabled={isBusy}
            onChange={(event) => void set(event.currentTarget.checked)}
          />
          {rule.isInherited && (
            <Text size="sm" className="any-text">
              {t('rule.inherited', { name: rule.inheritedFrom?.name.slice(0, 100) ?? t('rule.above') })}
            </Text>
          )}
        </Stack>
      )}
      {problem !== null && <ProblemNotice problem={problem} />}
    </Dialog>
  );
}
