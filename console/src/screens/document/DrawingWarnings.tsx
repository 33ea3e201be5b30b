/** Parts of a file or page that are not drawn as they are printed, a sentence for each kind. */
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DocumentPage } from './document-pages';

export function DrawingWarnings({ warnings }: { readonly warnings: DocumentPage['warnings'] }) {
  const { t } = useTranslation('document');
  return warnings.map(({ code, names }) => (
    <Text key={code} size="sm" c="var(--loupe-warning)" className="any-text">
      {t(`warnings.${code}`, { names: names.join(', '), count: names.length })}
    </Text>
  ));
}
