/** "64 links, 12 phone numbers and 41 titles" */
import { useTranslation } from 'react-i18next';
import type { ProposalKind } from './proposal-documents';

export function useFoundWords(
  counts: readonly { readonly kind: ProposalKind; readonly count: number }[],
): string {
  const { t, i18n } = useTranslation('proposals');
  const words = counts.map(({ kind, count }) => t(`count.${kind}`, { count }));
  return new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(words);
}
