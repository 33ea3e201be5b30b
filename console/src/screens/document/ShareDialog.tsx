/** Links to show the document to people without an account. */
import { Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../api/change';
import type { Problem } from '../../api/graphql';
import { useQueryData } from '../../api/query';
import { LinkDialog } from '../../parts/dialogs/LinkDialog';
import { PhoneTrouble } from '../../parts/PhoneTrouble';
import { QrCode } from '../../parts/QrCode';
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
  const [{ data }, read] = useQueryData({
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
      made={url !== null && <PhoneCode url={url} />}
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

/** A code that opens the camera of a phone, which then answers with what the link shows. */
function PhoneCode({ url }: { readonly url: string }) {
  const { t } = useTranslation('document');
  const address = scanAddressOf(url);
  return (
    <Group mt="md" align="flex-start">
      <QrCode text={address} size={160} label={t('phoneCode')} />
      <Stack gap="xs" style={{ flex: '1 1 200px' }}>
        <Text size="sm">{t('phoneCodeText')}</Text>
        <PhoneTrouble address={address} />
      </Stack>
    </Group>
  );
}

/** @param url  of the page with the preview, `…/preview#code=…` */
function scanAddressOf(url: string): string {
  const [page = '', hash = ''] = url.split('#');
  const code = new URLSearchParams(hash).get('code') ?? '';
  return `${page.replace(/preview$/, 'scan')}#preview=${encodeURIComponent(code)}`;
}
