/** The decisions about the places of a comparison. */
import { useRef, useState } from 'react';
import { type Outcome, useChange } from '../../../api/change';
import type { Problem } from '../../../api/graphql';
import { decideComparison } from '../approvals/approvals';
import type { Decision, PdfComparison } from '../comparison';

export interface Review {
  readonly decisions: readonly Decision[];
  /** null for those who only look. */
  readonly decide: ((decided: readonly NewDecision[]) => Promise<Outcome<unknown>>) | null;
  readonly problem: Problem | null;
}

/** A verdict or a comment that is left out stays as it is. */
interface NewDecision extends ChangedDecision {
  readonly page: number;
  readonly number: number;
}

export interface ChangedDecision {
  readonly verdict?: Decision['verdict'];
  readonly comment?: string;
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
  // One after the other: the last answer is the one that counts.
  const sending = useRef<Promise<unknown>>(Promise.resolve());
  const sendDecisions = async (id: string, decided: readonly NewDecision[]) => {
    const outcome = await send({ keptId: id, decisions: [...decided] });
    setProblem(outcome.isDone ? null : outcome.problem);
    if (outcome.isDone) setDecisions(outcome.value.decisions);
    return outcome;
  };
  const decideInTurn = (id: string) => async (decided: readonly NewDecision[]) => {
    const outcome = sending.current.then(async () => sendDecisions(id, decided));
    sending.current = outcome;
    return outcome;
  };
  return {
    decisions,
    decide: mayDecide && keptId !== null ? decideInTurn(keptId) : null,
    problem,
  };
}
