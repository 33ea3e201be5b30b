/** How two PDFs differ, page by page. */
import { Alert, Button, Grid, Group, Paper, Text, Title } from '@mantine/core';
import {
  IconDownload,
  IconFileTypePdf,
  IconPhotoSearch,
  IconShare3,
  IconZoomExclamation,
} from '../../parts/icons/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../api/graphql';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { saveFrom } from '../../parts/editing/save';
import type { ComparedPlace, PdfComparison, ReportFile, ReportFormat } from './comparison';
import { AboutComparison } from './AboutComparison';
import { Ignored } from './Ignored';
import { PageFigure } from './pages/PageFigure';
import { PageList } from './pages/PageList';
import { ReviewBar } from './review/ReviewBar';
import { usePages } from './pages/use-pages';
import { decisionAt, type Review } from './review/use-review';

interface Props {
  readonly found: PdfComparison;
  /** Writes a report without places. */
  readonly onReport: (
    format: ReportFormat,
    ignored: readonly ComparedPlace[],
  ) => Promise<ReportFile | Problem>;
  /** Only those who may share it can leave out places. */
  readonly onShare?: ((ignored: readonly ComparedPlace[]) => void) | undefined;
  readonly mayIgnore: boolean;
  readonly review: Review;
  readonly onApprove?: (() => void) | undefined;
}

export function PdfResult({ found, onReport, onShare, mayIgnore, review, onApprove }: Props) {
  const { t } = useTranslation('compare');
  const { pages, page, chosen, choose, choosePage, ignore, showAll, ignored } = usePages(found.pages);
  const { problem, writing, report } = useReports(onReport, ignored);
  const { decide } = review;
  const count = found.differenceCount - ignored.length;
  const { inserted, removed, moved } = found.counts;
  const changed = pages.filter(({ status }) => status === 'CHANGED').length;
  const isClean = count + changed + inserted + removed + moved === 0;
  return (
    <section aria-label={t('result')}>
      <Group justify="space-between" mb="md">
        <Group gap="sm" wrap="nowrap">
          {isClean ? (
            <IconPhotoSearch size={28} aria-hidden />
          ) : (
            <IconZoomExclamation size={28} aria-hidden />
          )}
          <PdfVerdict
            {...{ isClean, ignored, count, changed, inserted, removed, moved }}
            isSheet={found.pages.some(({ copy }) => copy !== null)}
          />
        </Group>
        <ReportTools onShare={onShare} ignored={ignored} writing={writing} onReport={report} />
      </Group>
      {problem !== null && <ProblemNotice problem={problem} />}
      <Alert color="orange" variant="light" mb="md" role="note" title={t('limit.title')}>
        {t('limit.pdf')}
      </Alert>
      {onApprove !== undefined && <ReviewBar {...{ found, review, onApprove }} />}
      {ignored.length > 0 && <Ignored count={ignored.length} onShow={showAll} />}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 3 }}>
          <PageList pages={pages} current={page} onChoose={choosePage} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 9 }}>
          <Paper withBorder p="sm" radius="lg">
            <PageFigure
              shown={pages[page]}
              chosen={chosen}
              onChoose={choose}
              onIgnore={mayIgnore ? ignore : null}
              decisionOf={(number) => decisionAt(review.decisions, page, number)}
              onDecide={
                decide === null ? null : async (number, change) => decide([{ page, number, ...change }])
              }
              draftName={`decision:${found.keptId}:${page}`}
            />
          </Paper>
        </Grid.Col>
      </Grid>
      <AboutComparison found={found} />
    </section>
  );
}

/** Writes reports and saves them, one at a time. */
function useReports(onReport: Props['onReport'], ignored: readonly ComparedPlace[]) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [writing, setWriting] = useState<ReportFormat | null>(null);
  const report = async (format: ReportFormat) => {
    setWriting(format);
    const written = await onReport(format, ignored);
    setWriting(null);
    setProblem('code' in written ? written : null);
    if ('base64' in written)
      saveFrom(`data:${written.contentType};base64,${written.base64}`, written.fileName);
  };
  return { problem, writing, report };
}

interface PdfVerdictProps {
  readonly isClean: boolean;
  readonly ignored: readonly ComparedPlace[];
  readonly count: number;
  readonly changed: number;
  readonly inserted: number;
  readonly removed: number;
  readonly moved: number;
  readonly isSheet: boolean;
}

function PdfVerdict({
  isClean,
  ignored,
  count,
  changed,
  inserted,
  removed,
  moved,
  isSheet,
}: PdfVerdictProps) {
  const { t } = useTranslation('compare');
  return (
    <div>
      <Title order={2} size="h3">
        {isClean && ignored.length === 0 ? t('verdict.same') : t('verdict.differences', { count })}
      </Title>
      <Text c="dimmed" size="sm">
        {(isSheet
          ? [
              t('sheet.changed', { count: changed }),
              t('sheet.removed', { count: removed }),
              t('sheet.inserted', { count: inserted }),
            ]
          : [
              t('pdf.changed', { count: changed }),
              t('pdf.inserted', { count: inserted }),
              t('pdf.removed', { count: removed }),
              t('pdf.moved', { count: moved }),
            ]
        ).join(' · ')}
      </Text>
    </div>
  );
}

interface ReportToolsProps {
  readonly onShare: Props['onShare'];
  readonly ignored: readonly ComparedPlace[];
  readonly writing: ReportFormat | null;
  readonly onReport: (format: ReportFormat) => Promise<void>;
}

function ReportTools({ onShare, ignored, writing, onReport }: ReportToolsProps) {
  const { t } = useTranslation('compare');
  return (
    <Group gap="xs">
      {onShare !== undefined && (
        <Button
          variant="default"
          leftSection={<IconShare3 size={18} aria-hidden />}
          onClick={() => onShare(ignored)}
        >
          {t('share.open')}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden />}
        loading={writing === 'HTML'}
        onClick={() => void onReport('HTML')}
      >
        {t('report.html')}
      </Button>
      <Button
        leftSection={<IconFileTypePdf size={18} aria-hidden />}
        loading={writing === 'PDF'}
        onClick={() => void onReport('PDF')}
      >
        {t('report.make')}
      </Button>
    </Group>
  );
}
