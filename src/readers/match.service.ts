/** The recognitions of a document, each with the clicks that followed it. */
import { setImmediate } from 'node:timers/promises';
import type { Viewer } from '../access/viewer.js';
import type { Database } from '../db/database.js';
import { badInput } from '../kernel/errors.js';
import type { GuardedNodes } from '../tree/guarded-nodes.js';
import { Match } from './match.entity.js';
import { type MatchView, readMatches } from './match.reader.js';
import { countRecords, idsOfRecords, type RecordPeriod, recordsOf } from './records-of-document.js';

export interface MatchPeriod extends RecordPeriod {
  readonly documentId: string;
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
    const selection = await this.selection(viewer, filter);
    return this.inParts(await idsOfRecords(this.database, selection, { skip, take }));
  }

  /** Matches on all pages. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async count(viewer: Viewer, period: MatchPeriod): Promise<number> {
    return countRecords(this.database, await this.selection(viewer, period));
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

  private async selection(viewer: Viewer, { documentId, ...period }: MatchPeriod) {
    const em = this.database.reader();
    const document = await this.guarded.requireOfType(em, viewer, 'match:read', documentId, 'Document');
    return recordsOf('match', document.id, period);
  }
}
