/** The uploads of this page, in a corner of every screen. */
import {
  ActionIcon,
  Anchor,
  Button,
  Card,
  CloseButton,
  Group,
  Progress,
  ScrollArea,
  Stack,
  Text,
  VisuallyHidden,
} from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconClock, IconRefresh, IconX } from '../icons/icons';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../api/store';
import { useFormats } from '../../i18n/format';
import { textOfProblem } from '../ProblemNotice';
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
  const isRunning = uploads.some(({ state }) => RUNNING.has(state));
  const needsLook = uploads.some(
    ({ state, unrecognizablePages }) => NEEDS_LOOK.has(state) || unrecognizablePages > 0,
  );
  // Once all is done it steps out of the way, and is opened again by its pill. What failed is shown where it failed, and is a pill on
  // every further screen.
  const { pathname } = useLocation();
  const [openedOn, setOpenedOn] = useState<string | null>(null);
  const [failedOn, setFailedOn] = useState<string | null>(null);
  if (isRunning && openedOn !== null) setOpenedOn(null);
  const at = uploads.length === 0 ? null : isRunning ? pathname : (failedOn ?? pathname);
  if (at !== failedOn) setFailedOn(at);
  if (uploads.length === 0) return null;
  const isFolded = !isRunning && openedOn !== pathname && !(needsLook && failedOn === pathname);
  const count = uploads.length;
  const done = uploads.filter(({ state }) => state === 'ready').length;
  const failed = uploads.filter(({ state }) => state === 'failed').length;
  const summary =
    failed === count
      ? t('uploads.allFailed', { count })
      : t(failed === 0 ? 'uploads.summary' : 'uploads.summaryFailed', { done, count, failed });
  if (isFolded) {
    return <UploadPill needsLook={needsLook} onOpened={setOpenedOn} pathname={pathname} summary={summary} />;
  }
  return (
    <Card
      component="section"
      aria-label={t('uploads.title')}
      className="upload-panel"
      shadow="lg"
      withBorder
      p="sm"
    >
      <Group justify="space-between" mb="xs" wrap="nowrap" align="flex-start">
        <Text fw={600} role="status">
          {summary}
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

interface UploadPillProps {
  readonly needsLook: boolean;
  readonly onOpened: (next: string | null) => void;
  readonly pathname: string;
  readonly summary: string;
}

function UploadPill({ needsLook, onOpened, pathname, summary }: UploadPillProps) {
  const { t } = useTranslation();
  return (
    <Group component="section" aria-label={t('uploads.title')} className="upload-pill" gap={4} wrap="nowrap">
      <Button
        size="sm"
        radius="xl"
        variant="default"
        leftSection={
          needsLook ? (
            <IconAlertTriangle size={18} color="var(--loupe-warning)" aria-hidden />
          ) : (
            <IconCircleCheck size={18} color="var(--mantine-color-teal-6)" aria-hidden />
          )
        }
        onClick={() => onOpened(pathname)}
      >
        {summary}
      </Button>
      <VisuallyHidden role="status">{summary}</VisuallyHidden>
      <CloseButton aria-label={t('uploads.clear')} onClick={() => uploadQueue.clear()} />
    </Group>
  );
}

const RUNNING: ReadonlySet<string> = new Set(['waiting', 'sending', 'processing']);
const NEEDS_LOOK: ReadonlySet<string> = new Set(['failed', 'interrupted', 'cancelled']);

function UploadRow({ upload }: { readonly upload: Upload }) {
  const { t } = useTranslation();
  const isRunning = RUNNING.has(upload.state);
  return (
    <li>
      <Group wrap="nowrap" gap="xs">
        <StateIcon state={upload.state} />
        <div style={{ flex: 1, minWidth: 0 }}>
          {upload.documentId === null ? (
            <Text size="sm" className="one-line">
              {upload.name}
            </Text>
          ) : (
            <Anchor
              component={Link}
              to={`/documents/${upload.documentId}`}
              size="sm"
              className="one-line"
              display="block"
            >
              {upload.name}
            </Anchor>
          )}
          <StateText upload={upload} />
          {isRunning && <Progress value={upload.share * 100} size="sm" mt={4} aria-label={upload.name} />}
        </div>
        {(upload.state === 'waiting' || upload.state === 'sending') && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('uploads.cancel', { name: upload.name })}
            onClick={() => uploadQueue.cancel(upload.id)}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        )}
        {((upload.state === 'failed' && upload.documentId === null) || upload.state === 'cancelled') && (
          <ActionIcon
            variant="subtle"
            aria-label={t('uploads.retry', { name: upload.name })}
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
  if (state === 'interrupted')
    return <IconAlertTriangle size={20} color="var(--loupe-warning)" aria-hidden />;
  if (state === 'cancelled') return <IconX size={20} aria-hidden />;
  return <IconClock size={20} color="var(--mantine-color-dimmed)" aria-hidden />;
}

function StateText({ upload }: { readonly upload: Upload }) {
  const { t } = useTranslation();
  const { percent } = useFormats();
  const { state, problem, share, pages, unrecognizablePages } = upload;
  if (problem !== null) {
    return (
      <Text size="xs" c="var(--mantine-color-error)" className="any-text">
        {textOfProblem(problem)}
      </Text>
    );
  }
  if (state === 'processing' && pages === 0) {
    return (
      <Text size="xs" c="dimmed">
        {t('uploads.reading')}
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
