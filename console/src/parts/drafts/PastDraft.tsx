/** Where texts are changed for readers at once although the document has a draft: says so. */
import { Alert, Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useQueryData } from '../../api/query';
import { IconStack2 } from '../icons/icons';
import { draftQuery } from './draft-documents';

export function PastDraft({ documentId }: { readonly documentId: string }) {
  const { t } = useTranslation('draft');
  const [{ data }] = useQueryData({ query: draftQuery, variables: { id: documentId } });
  const draft = data?.node?.__typename === 'Document' ? data.node.draft : null;
  if (draft === null) return null;
  return (
    <Alert
      variant="light"
      mb="md"
      icon={<IconStack2 aria-hidden />}
      title={t('count', { count: draft.changeCount })}
    >
      <Text size="sm">{t('past')}</Text>
      <Anchor component={Link} to={`/documents/${documentId}`} size="sm">
        {t('toDraft')}
      </Anchor>
    </Alert>
  );
}
