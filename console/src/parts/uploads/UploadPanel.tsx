/** The uploads of this page, in a corner of every screen. */
import {
  ActionIcon,
  Anchor,
  Card,
  CloseButton,
  Group,
  Progress,
  ScrollArea,
  Stack,
  Text,
} from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconClock, IconRefresh, IconX } from '../icons/icons';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../api/store';
import { useFormats } from '../../i18n/format';
import { useProblemText } from '../ProblemNotice';
import { type Upload, uploadQueue } from './queue';

export function UploadPanel() {
  const { t } = useTranslation();
  const uploads = useStore(uploadQueue.uploads);
  useEffect(() => {
    // The browser asks before files that are still to be sent are given up.
    const ask = (event: BeforeUnloadEvent) => {
      if (uploadQueue.isBusy()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  if (uploads.length === 0) return null;
  const done = uploads.filter(({ state }) => state === 'ready').length;
  return (
    <Card
      component="section"
      aria-label={t('uploads.title')}
      className="upload-panel"
      shadow="lg"
      withBorder
      p="sm"
    >
      <Group justify="space-between" mb="xs">
        <Text fw={600} role="status">
          {t('uploads.summary', { done, count: uploads.length })}
        </Text>
        <CloseButton aria-label={t('uploads.clear')} onClick={() => uploadQueue.clear()} />
      </Group>
      <ScrollArea.Autosize mah={280} type="auto">
        <Stack gap="xs" component="ul" m={0} p={0} className="plain-list">
          {uploads.map((upload) => (
            <UploadRow key={upload.id} upload={upload} />
          ))}
        </Stack>
      </ScrollArea.Autosize>
    </Card>
  );
}

function UploadRow({ upload }: { readonly upload: Upload }) {
  const { t } = useTranslation();
  const isRunning = ['waiting', 'sending', 'processing'].includes(upload.state);
  return (
    <li>
      <Group wrap="nowrap" gap="xs">
        <StateIcon state={upload.state} />
        <div style={{ flex: 1, minWidth: 0 }}>
          {upload.documentId === null ? (
            <Text size="sm" className="one-line">
              {upload.file.name}
            </Text>
          ) : (
            <Anchor
              component={Link}
              to={`/documents/${upload.documentId}`}
              size="sm"
              className="one-line"
              display="block"
            >
              {upload.file.name}
            </Anchor>
          )}
          <StateText upload={upload} />
          {isRunning && (
            <Progress value={upload.share * 100} size="sm" mt={4} aria-label={upload.file.name} />
          )}
        </div>
        {(upload.state === 'waiting' || upload.state === 'sending') && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('uploads.cancel', { name: upload.file.name })}
            onClick={() => uploadQueue.cancel(upload.id)}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        )}
        {((upload.state === 'failed' && upload.documentId === null) || upload.state === 'cancelled') && (
          <ActionIcon
            variant="subtle"
            aria-label={t('uploads.retry', { name: upload.file.name })}
            onClick={() => uploadQueue.retry(upload.id)}
          >
            <IconRefresh size={16} aria-hidden />
          </ActionIcon>
        )}
      </Group>
    </li>
  );
}

function StateIcon({ state }: Pick<Upload, 'state'>) {
  if (state === 'ready') return <IconCircleCheck size={20} color="var(--mantine-color-teal-6)" aria-hidden />;
  if (state === 'failed')
    return <IconAlertTriangle size={20} color="var(--mantine-color-error)" aria-hidden />;
  if (state === 'cancelled') return <IconX size={20} aria-hidden />;
  return <IconClock size={20} color="var(--mantine-color-dimmed)" aria-hidden />;
}

function StateText({ upload }: { readonly upload: Upload }) {
  const { t } = useTranslation();
  const { percent } = useFormats();
  const textOf = useProblemText();
  const { state, problem, share, pages, unrecognizablePages } = upload;
  if (problem !== null) {
    return (
      <Text size="xs" c="var(--mantine-color-error)" className="any-text">
        {textOf(problem)}
      </Text>
    );
  }
  const isWarned = state === 'ready' && unrecognizablePages > 0;
  return (
    <Text size="xs" c={isWarned ? 'var(--loupe-warning)' : 'dimmed'}>
      {isWarned
        ? t('uploads.warned', { count: unrecognizablePages })
        : t(`uploads.${state}`, { share: percent(share), count: pages })}
    </Text>
  );
}
