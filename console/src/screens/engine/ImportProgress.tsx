/** How far an import is, and what it refused. */
import { Progress, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useQueryData } from '../../api/query';
import { importQuery } from './engine';

const ASK_EVERY_MS = 1000;

export function ImportProgress({
  applicationId,
  id,
  onDone,
}: {
  readonly applicationId: string;
  readonly id: string;
  readonly onDone: () => void;
}) {
  const { t } = useTranslation('engine');
  const [{ data }, again] = useQueryData({ query: importQuery, variables: { applicationId, id } });
  const run = data?.application.referenceImport;
  const isOver = run?.state === 'DONE' || run?.state === 'FAILED';
  useEffect(() => {
    if (isOver) {
      onDone();
      return undefined;
    }
    const timer = setInterval(() => again({ requestPolicy: 'network-only' }), ASK_EVERY_MS);
    return () => clearInterval(timer);
    // Told once, when it is over.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isOver]);
  if (run === undefined) return null;
  return (
    <Stack gap={4} mb="md">
      <Progress value={100 * run.progress} aria-label={t('importing')} />
      <Text size="sm" role="status">
        {t('imported', { added: run.added, refused: run.refused, total: run.total })}
      </Text>
      {run.failureReason !== null && <Text size="sm">{run.failureReason}</Text>}
      {run.lines.map(({ position, fileName, message }) => (
        <Text key={position} size="sm" className="any-text">
          {t('refusedLine', { fileName, message: message ?? '' })}
        </Text>
      ))}
    </Stack>
  );
}
