/** Decides about the places of a kept comparison: accepted, rejected, with a comment. */
import { LockMode } from '@mikro-orm/core';
import { nameOf, type OperationLog } from '../../audit/operation-log.js';
import type { Viewer } from '../../access/viewer.js';
import type { Database, EntityManager } from '../../db/database.js';
import type { Clock } from '../../kernel/clock.js';
import { badInput } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import type { ComparedPage, PdfComparison } from '../compared-pdfs.js';
import { type Decision, requireComment, type Verdict, VERDICTS } from '../comparison-record.js';
import { ComparisonDecision } from './kept-comparison.entity.js';
import type { KeptAccess } from './kept-access.js';
import type { KeptComparisons } from './kept-comparisons.js';

export interface GivenDecision {
  readonly page: number;
  /** 0 for a page that was inserted, removed or moved. */
  readonly number: number;
  readonly verdict?: string | null;
  readonly comment?: string | null;
}

export interface DecisionServiceParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly operations: OperationLog;
  readonly kept: KeptComparisons;
  readonly access: KeptAccess;
}

export class DecisionService {
  constructor(private readonly parts: DecisionServiceParts) {}

  /**
   * Each changes what was decided there before: a verdict or a comment that is left out stays, so that two people who decide
   * about one place at once keep both. One without a verdict and a comment takes all of it back.
   *
   * @returns all that is decided now
   * @throws LoupeError NOT_FOUND, FORBIDDEN, BAD_USER_INPUT (places that there are not, unknown verdicts, long comments)
   */
  async decide(
    viewer: Viewer,
    keptId: string,
    given: readonly GivenDecision[],
  ): Promise<readonly Decision[]> {
    const { database, clock, operations, kept, access } = this.parts;
    const reader = database.reader();
    const { content } = await kept.read(
      reader,
      await access.require(reader, viewer, 'content:write', keptId),
    );
    const changes = given.map((one) => requireDecision(content.comparison, one));
    return database.transaction(async ({ em }) => {
      const comparison = await access.require(em, viewer, 'content:write', keptId);
      const node = await access.nodeOf(em, viewer, comparison);
      await em.refresh(comparison, { lockMode: LockMode.PESSIMISTIC_WRITE });
      for (const { page, number, ...change } of changes) {
        const place = { comparisonId: comparison.id, page, number };
        const before = await em.findOne(ComparisonDecision, place);
        const verdict = changed(change.verdict, before?.verdict ?? null);
        const comment = changed(change.comment, before?.comment ?? '');
        if (before !== null) await em.remove(before).flush();
        if (verdict === null && comment === '') continue;
        em.create(ComparisonDecision, {
          id: newId(),
          ...place,
          verdict,
          comment,
          user: nameOf(viewer),
          dateCreated: clock.now(),
        });
        await em.flush();
      }
      operations.write(em, viewer, 'comparison:decide', node);
      return decisionsOf(em, comparison.id);
    });
  }
}

/** In the order of the pages. */
export async function decisionsOf(em: EntityManager, comparisonId: string): Promise<readonly Decision[]> {
  const rows = await em.find(
    ComparisonDecision,
    { comparisonId },
    { orderBy: { page: 'asc', number: 'asc' } },
  );
  return rows.map(({ page, number, verdict, comment, user, dateCreated }) => ({
    page,
    number,
    verdict: verdict ?? null,
    comment,
    user,
    date: dateCreated,
  }));
}

/** Whether a page is a place of its own: it came, went or stands elsewhere. */
export function isPlaceItself({ status, isMoved }: ComparedPage): boolean {
  return status === 'inserted' || status === 'removed' || isMoved;
}

const changed = <Value>(value: Value | undefined, before: Value): Value =>
  value === undefined ? before : value;

interface ChangedDecision {
  readonly page: number;
  readonly number: number;
  readonly verdict: Verdict | null | undefined;
  readonly comment: string | undefined;
}

function requireDecision(
  { pages }: PdfComparison,
  { page, number, verdict, comment }: GivenDecision,
): ChangedDecision {
  const compared = pages[page];
  const isThere =
    compared !== undefined &&
    (number === 0 ? isPlaceItself(compared) : compared.differences.some((one) => one.number === number));
  if (!isThere) throw badInput('decisions', `names difference ${number} of page ${page}, which there is not`);
  const known = VERDICTS.find((one) => one === verdict) ?? null;
  if (verdict != null && known === null)
    throw badInput('verdict', `must be one of ${VERDICTS.join(', ')}, or nothing`);
  if (verdict === undefined && comment === undefined) return { page, number, verdict: null, comment: '' };
  return {
    page,
    number,
    verdict: verdict === undefined ? undefined : known,
    comment: comment === undefined ? undefined : requireComment(comment),
  };
}
