/** The recognitions of a document, each with the clicks that followed it. */
import { setImmediate } from 'node:timers/promises';
import type { Viewer } from '../access/viewer.js';
import type { Database, EntityManager } from '../db/database.js';
import { badInput } from '../errors.js';
import type { GuardedNodes } from '../hierarchy/guarded-nodes.js';
import { Match } from './match.entity.js';
import { type MatchView, readMatches } from './match.reader.js';

export interface MatchPeriod {
  readonly documentId: string;
  readonly from?: Date | null;
  /** Exclusive. */
  readonly to?: Date | null;
}

export interface MatchFilter extends MatchPeriod {
  /** Matches left out at the beginning, 0 by default. */
  readonly skip?: number;
  /** Matches on the page, 1..1000; 1000 by default. */
  readonly take?: number;
}

const MAX_MATCHES = 1000;
/** Read between two turns of the event loop. */
const PART = 200;

export class MatchService {
  constructor(
    private readonly database: Database,
    private readonly guarded: GuardedNodes,
  ) {}

  /** Newest first. @throws LoupeError NOT_FOUND, FORBIDDEN, BAD_USER_INPUT */
  async list(viewer: Viewer, filter: MatchFilter): Promise<readonly MatchView[]> {
    const { skip = 0, take = MAX_MATCHES } = filter;
    if (!Number.isInteger(skip) || skip < 0) throw badInput('skip', 'must be a whole number from 0');
    if (!Number.isInteger(take) || take < 1 || take > MAX_MATCHES) {
      throw badInput('take', `must be a whole number from 1 to ${MAX_MATCHES}`);
    }
    const em = this.database.reader();
    const where = await this.condition(em, viewer, filter);
    const orderBy = { requestTime: 'desc', id: 'desc' } as const;
    const rows = await em
      .createQueryBuilder(Match)
      .select('id')
      .where(where)
      .orderBy(orderBy)
      .limit(take, skip)
      .execute<{ id: string }[]>('all');
    return this.inParts(rows.map(({ id }) => id));
  }

  /** Matches on all pages. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async count(viewer: Viewer, period: MatchPeriod): Promise<number> {
    const em = this.database.reader();
    return em.count(Match, await this.condition(em, viewer, period));
  }

  /** In the order of the ids. A thousand at once would keep other requests waiting. */
  private async inParts(ids: readonly string[]): Promise<readonly MatchView[]> {
    const views = new Map<string, MatchView>();
    for (let from = 0; from < ids.length; from += PART) {
      const em = this.database.reader();
      const matches = await em.find(Match, { id: { $in: ids.slice(from, from + PART) } });
      for (const view of await readMatches(em, matches)) views.set(view.id, view);
      await setImmediate();
    }
    return ids.flatMap((id) => views.get(id) ?? []);
  }

  private async condition(em: EntityManager, viewer: Viewer, { documentId, from, to }: MatchPeriod) {
    const document = await this.guarded.demandOfType(em, viewer, 'match:read', documentId, 'Document');
    const requestTime = { ...(from ? { $gte: from } : {}), ...(to ? { $lt: to } : {}) };
    return { documentId: document.id, ...(from || to ? { requestTime } : {}) };
  }
}
