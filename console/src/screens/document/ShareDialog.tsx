/** Links to show the document to people without an account. */
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../api/change';
import type { Problem } from '../../api/graphql';
import { useQuery } from '../../api/query';
import { LinkDialog } from '../../parts/dialogs/LinkDialog';
import { useTell } from '../../parts/tell';
import { createPreviewLink, previewLinks, revokePreviewLink } from './share-documents';

interface Props {
  readonly documentId: string;
  readonly onClose: () => void;
}

export function ShareDialog({ documentId, onClose }: Props) {
  const { t } = useTranslation(['document', 'links']);
  const { tellDone } = useTell();
  const create = useChange(createPreviewLink);
  const revoke = useChange(revokePreviewLink);
  const [{ data }, read] = useQuery({
    query: previewLinks,
    variables: { id: documentId },
    requestPolicy: 'cache-and-network',
  });
  const [url, setUrl] = useState<string | null>(null);
  const [mayComment, setMayComment] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const aboutOf = (guests: readonly { readonly name: string }[]) =>
    guests.length === 0
      ? t('mayCommentYet')
      : t('mayCommentBy', { names: guests.map(({ name }) => name).join(', ') });
  const readAgain = () => read({ requestPolicy: 'network-only' });
  const make = async () => {
    const outcome = await create({ documentId, mayComment });
    setProblem(outcome.isDone ? null : outcome.problem);
    if (outcome.isDone) setUrl(outcome.value.url);
    readAgain();
  };
  const end = async (id: string) => {
    const outcome = await revoke({ id });
    setProblem(outcome.isDone ? null : outcome.problem);
    if (outcome.isDone) tellDone(t('links:revoked'));
    setUrl(null);
    readAgain();
  };
  return (
    <LinkDialog
      title={t('share')}
      text={t('shareText')}
      links={(data?.document?.previewLinks ?? []).map(({ guests, ...link }) => ({
        ...link,
        ...(link.mayComment ? { about: aboutOf(guests) } : {}),
      }))}
      {...{ url, problem, onClose }}
      choice={
        <Checkbox
          label={t('mayComment')}
          description={t('mayCommentText')}
          checked={mayComment}
          onChange={(event) => setMayComment(event.currentTarget.checked)}
        />
      }
      onMake={() => void make()}
      onRevoke={(id) => void end(id)}
    />
  );
}
