/** Events of the readers of an organization, and of those below it: from a place in the row of events on, and as it happens. */
import type { Viewer } from '../../access/viewer.js';
import type { Database, EntityManager } from '../../db/database.js';
import { readRows } from '../../db/rows.js';
import { type Clock, MS_PER_DAY } from '../../kernel/clock.js';
import { badInput, LoupeError } from '../../kernel/errors.js';
import { Organization } from '../../organizations/organization.entity.js';
import type { GuardedNodes } from '../../tree/guarded-nodes.js';
import { inSubtree } from '../../tree/node-path.js';
import { lastNumber, NUMBERED_RECORDS, type Watch } from './event-feed.js';
import { numberAt } from './event-number.js';
import { readEvents, type RecordedEvent } from './recorded-event.js';

/** For so long events can be read again. */
export const REPLAY_DAYS = 30;
const BATCH = 100;

/** A place in the row of events: everything up to a number is known, as it was at a time. */
export interface EventPlace {
  readonly number: number;
  readonly asOf: Date;
}

export interface EventRange {
  /** Behind it; null for the earliest that can be read. */
  readonly after: EventPlace | null;
  readonly before?: EventPlace | null;
  readonly limit: number;
  readonly isInverted?: boolean;
  /** Those of one document alone; null for all. */
  readonly documentId?: string | null;
}

export interface EventBatch {
  readonly events: readonly RecordedEvent[];
  /** Where to go on. */
  readonly place: EventPlace;
}

export interface RecordedEventsParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly guarded: GuardedNodes;
  readonly watch: Pick<Watch, 'follow'>;
}

export class RecordedEvents {
  constructor(private readonly parts: RecordedEventsParts) {}

  /**
   * In their order, or from the end in reverse.
   *
   * @returns with the place to go on from, also where there are none
   * @throws LoupeError NOT_FOUND, FORBIDDEN, CURSOR_TOO_OLD
   */
  async read(viewer: Viewer, organizationId: string, range: EventRange): Promise<EventBatch> {
    const em = this.parts.database.reader();
    const { ids, earliest } = await this.place(em, viewer, organizationId);
    if (range.after !== null) requireRecent(range.after, earliest);
    const documentId = await this.documentOf(em, viewer, range.documentId);
    const now = this.parts.clock.now();
    const last = await lastNumber(em);
    const after = range.after?.number ?? numberAt(earliest) - 1;
    const { before, ...rest } = range;
    const events = await readEvents(em, ids, { ...rest, documentId, after, before: before?.number ?? null });
    const end = range.isInverted === true ? events[0] : events.at(-1);
    const number = end?.number ?? Math.max(after, last);
    return { events, place: { number, asOf: now } };
  }

  /** Those that can be read. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async count(viewer: Viewer, organizationId: string, ofDocument?: string | null): Promise<number> {
    const em = this.parts.database.reader();
    const { path, earliest } = await this.place(em, viewer, organizationId);
    const documentId = await this.documentOf(em, viewer, ofDocument);
    const tables = ['match_record', 'click_record', ...(documentId === null ? ['unmatched_scan'] : [])];
    const arms = tables.map(
      (table) => `(select count(*) from ${table} where event_number > 0 and event_number >= ?
        ${documentId === null ? '' : 'and document_id = ?'} and organization_id in (select id from node where type = 'Organization' and path like ?))`,
    );
    const [row] = await this.parts.database.readInThread<{ readonly count: number | string }>(
      `select ${arms.join(' + ')} as count`,
      arms.flatMap(() => [
        numberAt(earliest),
        ...(documentId === null ? [] : [documentId]),
        inSubtree(path).$like,
      ]),
    );
    return Number(row?.count ?? 0);
  }

  /** The place of a time of the last 30 days, or of now. @throws LoupeError BAD_USER_INPUT, CURSOR_TOO_OLD */
  async placeAt(em: EntityManager, organizationId: string, from: Date | null): Promise<EventPlace> {
    const now = this.parts.clock.now();
    if (from === null) return { number: await lastNumber(em), asOf: now };
    if (from > now) throw badInput('from', 'must not be in the future');
    const place = { number: numberAt(from) - 1, asOf: from };
    requireRecent(place, await this.earliest(em, organizationId), 'from');
    return place;
  }

  /**
   * Events as they happen, in batches, each with the place to go on from; the first comes at once, and is empty where there is
   * nothing yet.
   *
   * @param after the place to begin behind; null for now
   * @param viewerNow the viewer, asked for before each batch
   * @throws LoupeError NOT_FOUND, FORBIDDEN, CURSOR_TOO_OLD
   */
  async *follow(
    viewerNow: () => Promise<Viewer>,
    organizationId: string,
    after: EventPlace | null,
    documentId: string | null = null,
  ): AsyncGenerator<EventBatch> {
    let place = after ?? (await this.placeAt(this.parts.database.reader(), organizationId, null));
    let isBegun = false;
    for await (const _ of this.parts.watch.follow(NUMBERED_RECORDS)) {
      for (;;) {
        const range = { after: place, limit: BATCH, documentId };
        const batch = await this.read(await viewerNow(), organizationId, range);
        ({ place } = batch);
        if (batch.events.length > 0 || !isBegun) yield batch;
        isBegun = true;
        if (batch.events.length < BATCH) break;
      }
    }
  }

  /** @throws LoupeError NOT_FOUND, FORBIDDEN */
  private async documentOf(
    em: EntityManager,
    viewer: Viewer,
    documentId: string | null | undefined,
  ): Promise<string | null> {
    if (documentId == null) return null;
    const { guarded } = this.parts;
    return (await guarded.requireOfType(em, viewer, 'insight:read', documentId, 'Document')).id;
  }

  private async place(em: EntityManager, viewer: Viewer, organizationId: string) {
    const { guarded } = this.parts;
    const node = await guarded.requireOfType(em, viewer, 'insight:read', organizationId, 'Organization');
    const rows = await organizationsBelow(em, node.path);
    return { ids: rows, path: node.path, earliest: await this.earliest(em, node.id) };
  }

  /** From when on events of an organization can be read: less long where it keeps its records for less long. */
  private async earliest(em: EntityManager, organizationId: string): Promise<Date> {
    const kept = await em.findOne(Organization, { id: organizationId }, { fields: ['retentionDays'] });
    const days = Math.min(REPLAY_DAYS, kept?.retentionDays ?? REPLAY_DAYS);
    return new Date(this.parts.clock.now().getTime() - days * MS_PER_DAY);
  }
}

/** Ids of an organization, by its path, and of all below it. */
export async function organizationsBelow(em: EntityManager, path: string): Promise<readonly string[]> {
  const sql = `select id from node where type = 'Organization' and path like ? order by path`;
  const rows = await readRows<{ readonly id: string }>(em, sql, [inSubtree(path).$like]);
  return rows.map(({ id }) => id);
}

function requireRecent({ asOf }: EventPlace, earliest: Date, field = 'after'): void {
  if (asOf >= earliest) return;
  const from = earliest.toISOString();
  const message = `Events before ${from} cannot be read again. Begin with those from ${from} on.`;
  throw new LoupeError('CURSOR_TOO_OLD', message, { [field]: [message] });
}
