/** Asks what differs between two PDFs, and shows it page by page. */
import { Alert, Button, Grid, Group, Paper, Text, Title } from '@mantine/core';
import { IconDownload, IconZoomExclamation, IconPhotoSearch } from '../../parts/icons/icons';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { change } from '../../api/change';
import type { Problem } from '../../api/graphql';
import { Loading } from '../../parts/Loading';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { saveFrom } from '../../parts/save';
import { comparePdfs, type PdfComparison, type Settings, type Side } from './comparison';
import { Ignored } from './Ignored';
import { PageFigure } from './PageFigure';
import { PageList } from './PageList';
import { usePages } from './use-pages';

interface Props {
  readonly sides: readonly [Extract<Side, { kind: 'file' }>, Extract<Side, { kind: 'file' }>];
  /** Another component is made where they change. */
  readonly settings: Settings;
}

export function PdfComparing({ sides, settings }: Props) {
  const { t } = useTranslation('compare');
  const client = useClient();
  const [found, setFound] = useState<PdfComparison | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [asked] = useState({ sides, settings });
  useEffect(() => {
    let isOver = false;
    const [{ file: reference }, { file: query }] = asked.sides;
    void change(client, comparePdfs, { reference, query, settings: asked.settings }).then((outcome) => {
      if (isOver) return;
      if (outcome.isDone) setFound(outcome.value);
      else setProblem(outcome.problem);
    });
    return () => {
      isOver = true;
    };
  }, [client, asked, attempt]);
  const again = () => {
    setProblem(null);
    setAttempt(attempt + 1);
  };
  if (problem !== null) return <ProblemNotice problem={problem} onRetry={again} />;
  if (found !== null) return <Result found={found} />;
  return (
    <>
      <Text c="dimmed">{t('pdf.working')}</Text>
      <Loading />
    </>
  );
}

function Result({ found }: { readonly found: PdfComparison }) {
  const { t } = useTranslation('compare');
  const { pages, page, chosen, choose, choosePage, ignore, showAll, ignoredCount } = usePages(found.pages);
  const count = found.differenceCount - ignoredCount;
  const { inserted, removed, moved, changed } = found.counts;
  const isClean = !found.hasDifferences;
  const report = found.report;
  return (
    <section aria-label={t('result')}>
      <Group justify="space-between" mb="md">
        <Group gap="sm" wrap="nowrap">
          {isClean ? (
            <IconPhotoSearch size={28} aria-hidden />
          ) : (
            <IconZoomExclamation size={28} aria-hidden />
          )}
          <div>
            <Title order={2} size="h3">
              {isClean ? t('verdict.same') : t('verdict.differences', { count })}
            </Title>
            <Text c="dimmed" size="sm">
              {[
                t('pdf.changed', { count: changed }),
                t('pdf.inserted', { count: inserted }),
                t('pdf.removed', { count: removed }),
                t('pdf.moved', { count: moved }),
              ].join(' · ')}
            </Text>
          </div>
        </Group>
        {!isClean && report !== null && (
          <Button
            leftSection={<IconDownload size={18} aria-hidden />}
            onClick={() => saveFrom(`data:${report.contentType};base64,${report.base64}`, report.fileName)}
          >
            {t('report.make')}
          </Button>
        )}
      </Group>
      <Alert color="orange" variant="light" mb="md" role="note" title={t('limit.title')}>
        {t('limit.pdf')}
      </Alert>
      {ignoredCount > 0 && <Ignored count={ignoredCount} onShow={showAll} />}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 3 }}>
          <PageList pages={pages} current={page} onChoose={choosePage} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 9 }}>
          <Paper withBorder p="sm" radius="lg">
            <PageFigure shown={pages[page]} chosen={chosen} onChoose={choose} onIgnore={ignore} />
          </Paper>
        </Grid.Col>
      </Grid>
    </section>
  );
}
