/** For people who were given a link to a comparison or an approval: reads it by the code in the address, and says when it is gone. */
import { type ReactNode, useCallback, useState } from 'react';
import { EmptyState } from '../../parts/EmptyState';
import { IconZoomExclamation } from '../../parts/icons/icons';
import { Loading } from '../../parts/Loading';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { useTabTitle } from '../../parts/Screen';
import '../compare/compare.css';
import { type ReportLanguage, useReportLanguage } from '../compare/use-report-language';
import { useLinked } from './guest-client';
import { SharedFrame } from './SharedFrame';

interface Props<Shared> {
  /** One function for good: another one reads again. */
  readonly read: (code: string, language: ReportLanguage) => Promise<Shared | null>;
  readonly title: string;
  readonly gone: string;
  readonly goneText: string;
  readonly children: (shared: Shared, code: string) => ReactNode;
}

export function SharedProof<Shared>({ read, title, gone, goneText, children }: Props<Shared>) {
  const [code] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get('code') ?? '');
  const language = useReportLanguage();
  const linked = useLinked(useCallback(async () => read(code, language), [read, code, language]));
  const { answer: shared, problem, retry } = linked;
  useTabTitle(title);
  return (
    <SharedFrame>
      {problem !== null && <ProblemNotice problem={problem} onRetry={retry} />}
      {shared === undefined && problem === null && <Loading height={400} />}
      {shared === null && <EmptyState icon={IconZoomExclamation} title={gone} text={goneText} isWholePage />}
      {shared != null && children(shared, code)}
    </SharedFrame>
  );
}
