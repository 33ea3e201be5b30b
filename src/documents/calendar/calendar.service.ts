/** The calendar of an organization: when its content is shown to readers, when drafts are published, and where windows overlap or leave nothing. */
import type { Viewer } from '../../access/viewer.js';
import type { Database, EntityManager } from '../../db/database.js';
import { eachPart } from '../../db/in-parts.js';
import { marks, readRows } from '../../db/rows.js';
import { MS_PER_DAY } from '../../kernel/clock.js';
import { badInput } from '../../kernel/errors.js';
import { openings, type Opening } from '../../kernel/windows/openings.js';
import { readTimeWindow } from '../../kernel/windows/time-window.js';
import type { GuardedNodes } from '../../tree/guarded-nodes.js';
import { idsUpwards } from '../../tree/node-path.js';
import type { Node } from '../../tree/node.entity.js';
import { timeZoneOf } from '../../tree/time-zones.js';
import { inTrash, isTrashed } from '../../tree/trash-place.js';
import { type CalendarKind, type CalendarNote, type CalendarPeriod, notesOf } from './calendar-notes.js';

/** Something with a time window, and when that is open within the period. */
export interface CalendarEntry {
  readonly kind: CalendarKind;
  /** Of the document, page, zone, title or action. */
  readonly id: string;
  /** The document, page or zone that it is or belongs to. */
  readonly elementId: string;
  readonly elementType: Node['type'];
  /** Of a page: its name; of a title: its text. */
  readonly name: string;
  readonly languageCode: string | null;
  readonly documentId: string;
  readonly documentName: string;
  /** Of its page among the others; null of a document. */
  readonly pageOrder: number | null;
  /** The page to open it on; null of a document. */
  readonly pageId: string | null;
  /** False while its document is not active: readers see none of it. */
  readonly isActive: boolean;
  readonly timeWindow: string;
  readonly openings: readonly Opening[];
  /** The user who set the window last; null where the log does not know. */
  readonly user: string | null;
}

export interface CalendarDraft {
  readonly documentId: string;
  readonly documentName: string;
  readonly at: Date;
  readonly user: string | null;
  readonly stopped: string | null;
}

export interface Calendar {
  readonly timeZone: string;
  readonly entries: readonly CalendarEntry[];
  readonly drafts: readonly CalendarDraft[];
  readonly notes: readonly CalendarNote[];
  /** False where there are more entries than an answer holds. */
  readonly isComplete: boolean;
}

const MOST_DAYS = 62;
const MOST_ENTRIES = 500;

interface Row {
  readonly kind: CalendarKind;
  readonly id: string;
  readonly node_id: string;
  readonly name: string;
  readonly language_code: string | null;
  readonly time_window: string;
  readonly path: string;
  readonly type: Node['type'];
}

/** The members of `Row`, for each table of what has a window. */
const SOURCES = (['document', 'image', 'zone'] as const)
  .map(
    (
      table,
    ) => `select '${table[0]?.toUpperCase()}${table.slice(1)}' as kind, n.id, n.id as node_id, n.name, null as language_code,
        e.time_window, n.path, n.type
      from ${table} e join node n on n.id = e.id where n.organization_id = ? and e.time_window is not null`,
  )
  .concat(
    (['title', 'action'] as const).map(
      (
        table,
      ) => `select '${table === 'title' ? 'Title' : 'Action'}' as kind, e.id, e.node_id, e.${table === 'title' ? 'value' : 'name'} as name,
        e.language_code, e.time_window, n.path, n.type
      from ${table} e join node n on n.id = e.node_id where n.organization_id = ? and e.time_window is not null`,
    ),
  )
  .join(' union all ');

export class CalendarService {
  constructor(
    private readonly database: Database,
    private readonly guarded: GuardedNodes,
  ) {}

  /**
   * The trash is left out; organizations below have calendars of their own.
   *
   * @throws LoupeError NOT_FOUND, FORBIDDEN, BAD_USER_INPUT for a period that ends before it begins, or is longer than 62 days
   */
  async of(viewer: Viewer, organizationId: string, { from, to }: CalendarPeriod): Promise<Calendar> {
    if (to <= from) throw badInput('to', 'must be after from');
    if (to.getTime() - from.getTime() > MOST_DAYS * MS_PER_DAY)
      throw badInput('to', `must be at most ${MOST_DAYS} days after from`);
    const em = this.database.reader();
    const organization = await this.guarded.requireOfType(
      em,
      viewer,
      'content:read',
      organizationId,
      'Organization',
    );
    const { id } = organization;
    const timeZone = await timeZoneOf(em, id);
    const all = await this.database.readInThread<Row>(SOURCES, [id, id, id, id, id]);
    const rows = all.filter(({ path }) => !isTrashed(path));
    const shown = rows
      .map((row) => ({ row, openings: openings(readTimeWindow(row.time_window), timeZone, from, to) }))
      .filter((each) => each.openings.length > 0)
      .toSorted((a, b) => (a.openings[0]?.start.getTime() ?? 0) - (b.openings[0]?.start.getTime() ?? 0));
    const kept = shown.slice(0, MOST_ENTRIES);
    const places = await readPlaces(
      em,
      kept.map(({ row }) => row.path),
    );
    const users = await readUsers(em, [...new Set(kept.map(({ row }) => row.node_id))]);
    const drafts = await readDrafts(em, id, { from, to });
    return {
      timeZone,
      entries: kept.map(({ row, openings: open }) => entryOf(row, open, places, users)),
      drafts: drafts.slice(0, MOST_ENTRIES),
      notes: await notesOf(em, rows, { timeZone, from, to }),
      isComplete: kept.length === shown.length && drafts.length <= MOST_ENTRIES,
    };
  }
}

interface Place {
  readonly id: string;
  readonly type: Node['type'];
  readonly name: string;
  readonly order: number;
  readonly status: string | null;
}

function entryOf(
  row: Row,
  open: readonly Opening[],
  places: ReadonlyMap<string, Place>,
  users: ReadonlyMap<string, string>,
): CalendarEntry {
  const above = idsUpwards(row.path).flatMap((id) => places.get(id) ?? []);
  const document = above.find(({ type }) => type === 'Document');
  const page = above.find(({ type }) => type === 'Image');
  return {
    kind: row.kind,
    id: row.id,
    elementId: row.node_id,
    elementType: row.type,
    name: row.name,
    languageCode: row.language_code,
    documentId: document?.id ?? row.node_id,
    documentName: document?.name ?? '',
    pageOrder: page?.order ?? null,
    pageId: page?.id ?? null,
    isActive: document?.status === 'Active',
    timeWindow: row.time_window,
    openings: open,
    user: users.get(row.node_id) ?? null,
  };
}

async function readPlaces(em: EntityManager, paths: readonly string[]): Promise<ReadonlyMap<string, Place>> {
  const places = new Map<string, Place>();
  await eachPart([...new Set(paths.flatMap((path) => idsUpwards(path)))], async (ids) => {
    const rows = await readRows<Place>(
      em,
      `select n.id, n.type, n.name, n."order", d.status from node n left join document d on d.id = n.id where n.id in (${marks(ids)})`,
      ids,
    );
    for (const place of rows) places.set(place.id, place);
  });
  return places;
}

/** By element, the user who changed a window of it, its titles or its actions last. */
async function readUsers(
  em: EntityManager,
  nodeIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const users = new Map<string, string>();
  await eachPart(nodeIds, async (ids) => {
    const rows = await readRows<{ readonly node_id: string; readonly user: string }>(
      em,
      `select node_id, "user" from operation_record
        where node_id in (${marks(ids)}) and cast(changes as text) like '%"timeWindow"%' order by date, id`,
      ids,
    );
    for (const { node_id: nodeId, user } of rows) users.set(nodeId, user);
  });
  return users;
}

/** By date; one more than are shown where there are more. */
async function readDrafts(
  em: EntityManager,
  organizationId: string,
  { from, to }: CalendarPeriod,
): Promise<readonly CalendarDraft[]> {
  const rows = await readRows<{
    readonly document_id: string;
    readonly name: string;
    readonly publish_at: Date | number | string;
    readonly publish_user: string | null;
    readonly publish_stopped: string | null;
  }>(
    em,
    `select d.document_id, n.name, d.publish_at, d.publish_user, d.publish_stopped
       from draft d join node n on n.id = d.document_id
      where n.organization_id = ? and n.path not like ? and d.publish_at >= ? and d.publish_at < ?
      order by d.publish_at, d.id limit ?`,
    [organizationId, inTrash.$like, from, to, MOST_ENTRIES + 1],
  );
  return rows.map((row) => ({
    documentId: row.document_id,
    documentName: row.name,
    at: new Date(row.publish_at),
    user: row.publish_user,
    stopped: row.publish_stopped,
  }));
}
