/** Links to show the document to people without an account: made, copied, revoked. */
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../api/change';
import type { Problem } from '../../api/graphql';
import { useQuery } from '../../api/query';
import { useFormats } from '../../i18n/format';
import { Copy } from '../../parts/Copy';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { useTell } from '../../parts/tell';
import { createPreviewLink, previewLinks, revokePreviewLink } from './share-documents';

interface Props {
  readonly documentId: string;
  readonly onClose: () => void;
}

export function ShareDialog({ documentId, onClose }: Props) {
  const { t } = useTranslation('document');
  const { dateTime } = useFormats();
  const { tellDone } = useTell();
  const create = useChange(createPreviewLink);
  const revoke = useChange(revokePreviewLink);
  const [{ data }, read] = useQuery({
    query: previewLinks,
    variables: { id: documentId },
    requestPolicy: 'cache-and-network',
  });
  const [url, setUrl] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const readAgain = () => read({ requestPolicy: 'network-only' });
  const make = async () => {
    const outcome = await create({ documentId });
    setProblem(outcome.isDone ? null : outcome.problem);
    if (outcome.isDone) setUrl(outcome.value.url);
    readAgain();
  };
  const end = async (id: string) => {
    const outcome = await revoke({ id });
    setProblem(outcome.isDone ? null : outcome.problem);
    if (outcome.isDone) tellDone(t('revoked'));
    setUrl(null);
    readAgain();
  };
  const links = data?.document?.previewLinks ?? [];
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('share')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack gap="md">
        <Text size="sm">{t('shareText')}</Text>
        {url !== null && (
          <div>
            <Group align="flex-end" wrap="nowrap" gap="xs">
              <TextInput
                label={t('shareLink')}
                value={url}
                readOnly
                onFocus={(event) => event.currentTarget.select()}
                style={{ flex: 1 }}
              />
              <Copy text={url} />
            </Group>
            <Text size="xs" c="dimmed" mt={4}>
              {t('shareOnce')}
            </Text>
          </div>
        )}
        {problem !== null && <ProblemNotice problem={problem} />}
        <Group>
          <Button onClick={() => void make()}>{t('shareMake')}</Button>
        </Group>
        {links.length > 0 && (
          <Stack component="ul" gap="xs" className="plain-list" aria-label={t('shareLinks')}>
            {links.map(({ id, user, dateExpires }) => (
              <Group component="li" key={id} justify="space-between" wrap="nowrap">
                <Text size="sm" className="any-text">
                  {t('shareUntil', { user, date: dateTime(dateExpires) })}
                </Text>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="red"
                  aria-label={t('shareRevokeOf', { date: dateTime(dateExpires) })}
                  onClick={() => void end(id)}
                >
                  {t('shareRevoke')}
                </Button>
              </Group>
            ))}
          </Stack>
        )}
      </Stack>
    </Modal>
  );
}
