/** Pages of the matches of many documents at once, newest first, each with the right to its document asked for. */
import type { Viewer } from '../access/viewer.js';
import type { Database, EntityManager } from '../db/database.js';
import { firstOfEach } from '../db/first-of-each.js';
import { marks } from '../db/rows.js';
import { type Keyset, keysetQuery, type KeysetOrder } from '../db/keyset.js';
import { LoupeError } from '../kernel/errors.js';
import type { GuardedNodes } from '../tree/guarded-nodes.js';
import { Match } from './match.entity.js';
import { type MatchView, readMatches } from './match.reader.js';
import type { MatchPeriod } from './match.service.js';
import { matchedWithin } from './records-of-document.js';

export interface MatchPageRequest extends MatchPeriod {
  readonly keyset: Keyset;
}

/** In the order of the requests; for what may not be had, the reason why. */
export type Each<T> = readonly (T | LoupeError)[];

const newestFirst: KeysetOrder<Match> = [
  { property: 'requestTime', direction: 'desc' },
  { property: 'id', direction: 'desc' },
];

export class MatchPages {
  constructor(
    private readonly database: Database,
    private readonly guarded: GuardedNodes,
  ) {}

  /** First pages of the same period cost the same however many documents they are of. */
  async read(viewer: Viewer, requests: readonly MatchPageRequest[]): Promise<Each<readonly MatchView[]>> {
    const em = this.database.reader();
    const refused = await this.refusals(em, viewer, requests);
    const firsts = new Map<string, MatchPageRequest[]>();
    const rows = new Map<MatchPageRequest, readonly Match[]>();
    for (const [index, request] of requests.entries()) {
      if (refused[index] !== null) continue;
      const { after, before } = request.keyset;
      if (after === null && before === null) {
        const key = JSON.stringify([request.from, request.to, request.keyset]);
        firsts.set(key, [...(firsts.get(key) ?? []), request]);
      } else {
        rows.set(request, await readOne(em, request));
      }
    }
    for (const alike of firsts.values()) {
      const found = await readFirst(em, alike);
      for (const request of alike) rows.set(request, found.get(request.documentId.toLowerCase()) ?? []);
    }
    const views = await readMatches(em, [...rows.values()].flat());
    const viewOf = new Map(views.map((view) => [view.id, view]));
    return requests.map(
      (request, index) =>
        refused[index] ?? (rows.get(request) ?? []).flatMap(({ id }) => viewOf.get(id) ?? []),
    );
  }

  /** How many there are on all pages. */
  async count(viewer: Viewer, periods: readonly MatchPeriod[]): Promise<Each<number>> {
    const em = this.database.reader();
    const refused = await this.refusals(em, viewer, periods);
    const alike = new Map<string, MatchPeriod[]>();
    for (const [index, period] of periods.entries()) {
      const key = JSON.stringify([period.from, period.to]);
      if (refused[index] === null) alike.set(key, [...(alike.get(key) ?? []), period]);
    }
    const counts = new Map<MatchPeriod, number>();
    for (const group of alike.values()) {
      const found = await countEach(this.database, group);
      for (const period of group) counts.set(period, found.get(period.documentId.toLowerCase()) ?? 0);
    }
    return periods.map((period, index) => refused[index] ?? counts.get(period) ?? 0);
  }

  private async refusals(
    em: EntityManager,
    viewer: Viewer,
    periods: readonly MatchPeriod[],
  ): Promise<readonly (LoupeError | null)[]> {
    const ids = periods.map(({ documentId }) => documentId);
    const nodes = await this.guarded.requireEach(em, viewer, 'match:read', ids, 'Document');
    return nodes.map((node) => (node instanceof LoupeError ? node : null));
  }
}

/** The bounds of a period as conditions. */
function within({ from, to }: MatchPeriod) {
  return [
    ...(from ? [{ property: 'requestTime', operator: '>=', value: from } as const] : []),
    ...(to ? [{ property: 'requestTime', operator: '<', value: to } as const] : []),
  ];
}

async function readOne(em: EntityManager, request: MatchPageRequest): Promise<readonly Match[]> {
  const { where, orderBy, limit } = keysetQuery(newestFirst, request.keyset);
  const documentId = request.documentId.toLowerCase();
  return em.find(Match, { $and: [{ documentId, ...matchedWithin(request) }, where] }, { orderBy, limit });
}

/** @param alike requests of the same period and size */
async function readFirst(em: EntityManager, alike: readonly MatchPageRequest[]) {
  const [first] = alike;
  if (first === undefined) return new Map<string, readonly Match[]>();
  const groupIds = [...new Set(alike.map(({ documentId }) => documentId.toLowerCase()))];
  const { isInverted, limit } = first.keyset;
  return firstOfEach(em, Match, {
    group: 'documentId',
    groupIds,
    where: within(first),
    order: newestFirst,
    isInverted,
    limit,
  });
}

/** @param alike periods with the same bounds */
async function countEach(
  database: Database,
  alike: readonly MatchPeriod[],
): Promise<ReadonlyMap<string, number>> {
  const [first] = alike;
  if (first === undefined) return new Map();
  const documentIds = [...new Set(alike.map(({ documentId }) => documentId.toLowerCase()))];
  const bounds = within(first);
  const rows = await database.readInThread<{ id: string; count: number | string }>(
    `select document_id as id, count(*) as count from match_record
      where document_id in (${marks(documentIds)})${bounds.map(({ operator }) => ` and request_time ${operator} ?`).join('')}
      group by document_id`,
    [...documentIds, ...bounds.map(({ value }) => value)],
  );
  return new Map(rows.map(({ id, count }) => [id, Number(count)]));
}
