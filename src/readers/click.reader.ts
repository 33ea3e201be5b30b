/** The clicks on the actions of a document, those that followed a match and those of their own. */
import type { Viewer } from '../access/viewer.js';
import type { Database } from '../db/database.js';
import { type Keyset, keysetQuery, type KeysetOrder } from '../db/keyset.js';
import { badInput } from '../kernel/errors.js';
import type { GuardedNodes } from '../tree/guarded-nodes.js';
import { Click } from './click.entity.js';
import { type ClickView, toClickView } from './match.reader.js';
import { countRecords, idsOfRecords, type RecordPeriod, recordsOf } from './records-of-document.js';

export interface ClickFilter extends RecordPeriod {
  readonly documentId: string;
  /** true: only those that followed a match; false: only those of their own. */
  readonly isJoined?: boolean | null;
}

export interface ClickPage {
  /** Clicks left out at the beginning, 0 by default. */
  readonly skip?: number | undefined;
  /** Clicks of the answer, 1..1000; 1000 by default. */
  readonly take?: number | undefined;
}

const MAX_CLICKS = 1000;

const newestFirst: KeysetOrder<Click> = [
  { property: 'clickTime', direction: 'desc' },
  { property: 'id', direction: 'desc' },
];

export class ClickReader {
  constructor(
    private readonly database: Database,
    private readonly guarded: GuardedNodes,
  ) {}

  /**
   * Newest first.
   *
   * @throws LoupeError NOT_FOUND, FORBIDDEN, BAD_USER_INPUT
   */
  async list(
    viewer: Viewer,
    filter: ClickFilter,
    { skip = 0, take = MAX_CLICKS }: ClickPage = {},
  ): Promise<readonly ClickView[]> {
    if (take < 1 || take > MAX_CLICKS) throw badInput('take', `must be from 1 to ${MAX_CLICKS}`);
    const ids = await idsOfRecords(this.database, await this.selection(viewer, filter), { skip, take });
    const clicks = await this.database.reader().find(Click, { id: { $in: [...ids] } });
    const views = new Map(clicks.map((click) => [click.id, toClickView(click)]));
    return ids.flatMap((id) => views.get(id) ?? []);
  }

  /** A part of the same list. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async page(viewer: Viewer, filter: ClickFilter, keyset: Keyset): Promise<readonly ClickView[]> {
    const em = this.database.reader();
    const condition = await this.condition(viewer, filter);
    const { where, orderBy, limit } = keysetQuery(newestFirst, keyset);
    return (await em.find(Click, { $and: [condition, where] }, { orderBy, limit })).map(toClickView);
  }

  /** @throws LoupeError as `page` */
  async count(viewer: Viewer, filter: ClickFilter): Promise<number> {
    return countRecords(this.database, await this.selection(viewer, filter));
  }

  private async selection(viewer: Viewer, { documentId, isJoined, ...period }: ClickFilter) {
    const document = await this.requireDocument(viewer, documentId);
    const joined = isJoined == null ? undefined : `match_id is ${isJoined ? 'not ' : ''}null`;
    return recordsOf('click', document.id, period, joined);
  }

  private async requireDocument(viewer: Viewer, documentId: string) {
    const em = this.database.reader();
    return this.guarded.requireOfType(em, viewer, 'match:read', documentId, 'Document');
  }

  private async condition(viewer: Viewer, { documentId, from, to, isJoined }: ClickFilter) {
    const document = await this.requireDocument(viewer, documentId);
    const clickTime = { ...(from ? { $gte: from } : {}), ...(to ? { $lt: to } : {}) };
    return {
      documentId: document.id,
      ...(from || to ? { clickTime } : {}),
      ...(isJoined == null ? {} : { matchId: isJoined ? { $ne: null } : null }),
    };
  }
}
