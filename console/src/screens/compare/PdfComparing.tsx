/** Asks what differs between two PDFs, and shows it page by page. */
import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { change } from '../../api/change';
import type { Problem } from '../../api/graphql';
import { useRights } from '../../api/session';
import { Loading } from '../../parts/Loading';
import { ProblemNotice } from '../../parts/ProblemNotice';
import {
  comparePdfs,
  type ComparedPlace,
  type PdfComparison,
  type ReportFormat,
  type Settings,
  type Side,
} from './comparison';
import { PdfResult } from './PdfResult';
import { writeReport } from './share-comparisons';
import { ShareComparison } from './ShareComparison';
import { useReportLanguage } from './use-report-language';

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
  const language = useReportLanguage();
  useEffect(() => {
    let isOver = false;
    const [{ file: reference }, { file: query }] = asked.sides;
    void change(client, comparePdfs, { reference, query, settings: asked.settings, language }).then(
      (outcome) => {
        if (isOver) return;
        if (outcome.isDone) setFound(outcome.value);
        else setProblem(outcome.problem);
      },
    );
    return () => {
      isOver = true;
    };
  }, [client, asked, language, attempt]);
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
  const client = useClient();
  const { mayWrite } = useRights();
  const language = useReportLanguage();
  const [sharing, setSharing] = useState<readonly ComparedPlace[] | null>(null);
  const { keptId } = found;
  const report = async (format: ReportFormat, ignored: readonly ComparedPlace[]) => {
    const variables = { keptId: keptId ?? '', format, language, ignored: [...ignored] };
    const outcome = await change(client, writeReport, variables);
    return outcome.isDone ? outcome.value : outcome.problem;
  };
  return (
    <>
      <PdfResult
        found={found}
        onReport={report}
        onShare={mayWrite && keptId !== null ? setSharing : undefined}
        mayIgnore
      />
      {sharing !== null && keptId !== null && (
        <ShareComparison keptId={keptId} ignored={sharing} onClose={() => setSharing(null)} />
      )}
    </>
  );
}
