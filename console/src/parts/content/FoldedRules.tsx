/** Most actions lead everybody to one address: rules are open where there are any, or where they are refused. */
import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../api/graphql';
import { Comparison } from '../rules/Comparison';
import { RulesInput } from '../rules/RulesInput';
import { useRuleWords } from '../rules/rules';
import type { ContentAction } from './documents';
import { Folded } from './Folded';
import type { Form } from './use-action-form';

interface Props {
  readonly form: Form;
  /** As it is saved now; null for a new one. */
  readonly action: ContentAction | null;
  readonly problem: Problem | null;
  readonly onChange: (what: Partial<Form>) => void;
}

export function FoldedRules({ form, action, problem, onChange }: Props) {
  const { t } = useTranslation('rules');
  const { inWords } = useRuleWords();
  const rules = form.rules ?? [];
  const mistake = problem?.fields?.find(({ path }) => path.endsWith('rules'))?.messages.join(' ');
  const isCompared = action?.rules.some(({ percent }) => percent !== null) === true;
  return (
    <Folded
      title={`${t('title')}: ${rules.length === 0 ? t('everybody') : inWords(rules)}`}
      isOpenAtFirst={rules.length > 0}
      isRefused={mistake !== undefined}
      isLong
    >
      <Stack gap="sm">
        <RulesInput value={rules} mistake={mistake} onChange={(next) => onChange({ rules: next })} />
        {action !== null && isCompared && <Comparison actionId={action.id} />}
      </Stack>
    </Folded>
  );
}
