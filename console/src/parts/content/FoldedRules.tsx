/** Most actions lead everybody to one address: rules are open where there are any, or where they are refused. */
import { Button, Collapse, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../api/graphql';
import { IconChevronDown } from '../icons/icons';
import { Comparison } from '../rules/Comparison';
import { RulesInput } from '../rules/RulesInput';
import { useRuleWords } from '../rules/rules';
import type { ContentAction } from './documents';
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
  const [isOpen, { toggle }] = useDisclosure(rules.length > 0);
  const mistake = problem?.fields?.find(({ path }) => path.endsWith('rules'))?.messages.join(' ');
  const isCompared = action?.rules.some(({ percent }) => percent !== null) === true;
  return (
    <div>
      <Button
        size="compact-sm"
        variant="subtle"
        onClick={toggle}
        aria-expanded={isOpen || mistake !== undefined}
        rightSection={<IconChevronDown size={14} aria-hidden />}
        styles={{ label: { whiteSpace: 'normal', textAlign: 'start' }, root: { height: 'auto' } }}
      >
        {`${t('title')}: ${rules.length === 0 ? t('everybody') : inWords(rules)}`}
      </Button>
      <Collapse expanded={isOpen || mistake !== undefined}>
        <Stack gap="sm">
          <RulesInput value={rules} mistake={mistake} onChange={(next) => onChange({ rules: next })} />
          {action !== null && isCompared && <Comparison actionId={action.id} />}
        </Stack>
      </Collapse>
    </div>
  );
}
