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
import { ApproveDialog } from './approvals/ApproveDialog';
import { PdfResult } from './PdfResult';
import { writeReport } from './share-comparisons';
import { ShareComparison } from './ShareComparison';
import { useReview } from './review/use-review';
import type { IgnoredZone } from './settings/Sheet';
import { zonesInput } from './settings/ZonesDialog';
import { useReportLanguage } from './use-report-language';

interface Props {
  readonly sides: readonly [Extract<Side, { kind: 'file' }>, Extract<Side, { kind: 'file' }>];
  /** Another component is made where they change. */
  readonly settings: Settings;
  /** Whose settings hold where nothing else is given. */
  readonly profile: string | null;
  /** Not compared. */
  readonly zones: readonly IgnoredZone[];
  /** Whether the second file holds many copies of the first. */
  readonly isSheet: boolean;
}

export function PdfComparing({ sides, settings, profile, zones, isSheet }: Props) {
  const { t } = useTranslation('compare');
  const client = useClient();
  const [found, setFound] = useState<PdfComparison | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [asked] = useState({ sides, settings, profile, zones: zonesInput(zones), sheet: isSheet });
  const language = useReportLanguage();
  useEffect(() => {
    let isOver = false;
    const [{ file: reference }, { file: query }] = asked.sides;
    void change(client, comparePdfs, {
      reference,
      query,
      settings: asked.settings,
      profile: asked.profile,
      zones: asked.zones,
      sheet: asked.sheet,
      language,
    }).then((outcome) => {
      if (isOver) return;
      if (outcome.isDone) setFound(outcome.value);
      else setProblem(outcome.problem);
    });
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
  const [approving, setApproving] = useState(false);
  const [isApproved, setIsApproved] = useState(false);
  const review = useReview(found, mayWrite && !isApproved);
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
        review={review}
        onApprove={mayWrite && !isApproved ? () => setApproving(true) : undefined}
      />
      {approving && keptId !== null && (
        <ApproveDialog
          keptId={keptId}
          onApproved={() => setIsApproved(true)}
          onClose={() => setApproving(false)}
        />
      )}
      {sharing !== null && keptId !== null && (
        <ShareComparison keptId={keptId} ignored={sharing} onClose={() => setSharing(null)} />
      )}
    </>
  );
}
