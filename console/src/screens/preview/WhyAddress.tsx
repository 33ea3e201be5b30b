/** Why the rules of an action lead the reader of the preview to its address. */
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useRuleWords } from '../../parts/rules/rules';
import type { PreviewData } from './preview-documents';

interface Props {
  readonly choice: NonNullable<PreviewData['actions'][number]['choice']>;
}

export function WhyAddress({ choice: { reason, rule, variant } }: Props) {
  const { t } = useTranslation('rules');
  const { nameOf } = useRuleWords();
  return (
    <Text size="xs" fw={600} className="any-text">
      {t(`because.${reason}`, { rule: rule === null ? '' : nameOf(rule), variant: variant ?? '' })}
    </Text>
  );
}
