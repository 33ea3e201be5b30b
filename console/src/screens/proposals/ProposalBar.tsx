/** Above a document: what was found on its pages and waits for a decision. */
import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useQueryData } from '../../api/query';
import { useRights } from '../../api/session';
import { IconSparkles } from '../../parts/icons/icons';
import { proposalCountsQuery } from './proposal-documents';
import './proposals.css';
import { useFoundWords } from './use-found-words';

export function ProposalBar({ documentId }: { readonly documentId: string }) {
  const { t } = useTranslation('proposals');
  const { mayWrite } = useRights();
  const [{ data }] = useQueryData({
    query: proposalCountsQuery,
    variables: { id: documentId },
    requestPolicy: 'cache-and-network',
  });
  const words = useFoundWords(data?.document?.proposalCounts ?? []);
  if (!mayWrite || words === '') return null;
  return (
    <section className="proposal-bar" aria-label={t('name')}>
      <IconSparkles size={18} aria-hidden />
      <Text size="sm" role="status" className="proposal-found">
        {t('found', { what: words })}
      </Text>
      <Button component={Link} to={`/documents/${documentId}/proposals`} size="compact-sm" variant="light">
        {t('look')}
      </Button>
    </section>
  );
}
