/** The decisions about the places of a comparison. */
import { useState } from 'react';
import { useChange } from '../../../api/change';
import type { Problem } from '../../../api/graphql';
import { decideComparison } from '../approvals/approvals';
import type { Decision, PdfComparison } from '../comparison';

export interface Review {
  readonly decisions: readonly Decision[];
  /** null for those who only look. */
  readonly decide: ((decided: readonly NewDecision[]) => void) | null;
  readonly problem: Problem | null;
}

interface NewDecision {
  readonly page: number;
  readonly number: number;
  readonly verdict: Decision['verdict'];
  readonly comment: string;
}

/** Every place of a comparison that somebody has to accept before it can be approved; number 0 is the page itself. */
export function placesOf({
  pages,
}: Pick<PdfComparison, 'pages'>): readonly Pick<Decision, 'page' | 'number'>[] {
  return pages.flatMap(({ referencePage, queryPage, isMoved, differences }, page) => [
    ...(referencePage === null || queryPage === null || isMoved ? [{ page, number: 0 }] : []),
    ...differences.map(({ number }) => ({ page, number })),
  ]);
}

export const decisionAt = (
  decisions: readonly Decision[],
  page: number,
  number: number,
): Decision | undefined => decisions.find((one) => one.page === page && one.number === number);

export function useReview({ keptId, decisions: known }: PdfComparison, mayDecide: boolean): Review {
  const send = useChange(decideComparison);
  const [decisions, setDecisions] = useState<readonly Decision[]>(known);
  const [problem, setProblem] = useState<Problem | null>(null);
  const decide = async (decided: readonly NewDecision[]) => {
    if (keptId === null) return;
    const outcome = await send({ keptId, decisions: [...decided] });
    setProblem(outcome.isDone ? null : outcome.problem);
    if (outcome.isDone) setDecisions(outcome.value.decisions);
  };
  return {
    decisions,
    decide: mayDecide && keptId !== null ? (decided) => void decide(decided) : null,
    problem,
  };
}
