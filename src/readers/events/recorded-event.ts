/** Events of readers, as other programs get them: read from the records, in the order of their numbers. */
import type { ActionType } from '../../content/actions/action.entity.js';
import type { EntityManager } from '../../db/database.js';
import { readRows, type SqlValue } from '../../db/rows.js';
import { Click } from '../click.entity.js';
import { Match, UnmatchedScan } from '../match.entity.js';

/** A page or zone was recognized; nothing was; a picture of picture mode was; an action was triggered. */
export const recordedKinds = ['Recognized', 'Unrecognized', 'Picture', 'Clicked'] as const;

export interface RecordedEvent {
  /** Of the record; the same whenever it comes. */
  readonly id: string;
  readonly number: number;
  readonly kind: (typeof recordedKinds)[number];
  readonly time: Date;
  readonly organizationId: string;
  /** null where nothing of a document was recognized, as are those that follow. */
  readonly documentId: string | null;
  readonly documentName: string;
  readonly pageId: string | null;
  readonly pageName: string;
  /** null also of clicks. */
  readonly pageOrder: number | null;
  readonly zoneId: string | null;
  readonly zoneName: string;
  /** The language that was shown; of a scan without a result the one that was asked for. */
  readonly language: string;
  /** Empty for scans without a result. */
  readonly sessionId: string;
  /** Whether a camera's picture was recognized; false where a page was opened by its id or a short address. */
  readonly isScan: boolean;
  /** Of a click: the match that it followed; null for none. */
  readonly matchId: string | null;
  readonly actionId: string | null;
  readonly actionName: string;
  readonly actionType: ActionType | null;
  readonly deviceName: string;
  readonly sdk: string;
}

/** A record by its place in the row of numbers. */
export interface NumberedRow {
  readonly kind: 'Recognized' | 'Clicked' | 'Unrecognized';
  readonly id: string;
  readonly organizationId: string;
  readonly number: number;
}

export const EVENT_TABLES = [
  { kind: 'Recognized', table: 'match_record', time: 'request_time' },
  { kind: 'Clicked', table: 'click_record', time: 'click_time' },
  { kind: 'Unrecognized', table: 'unmatched_scan', time: 'request_time' },
] as const;

export interface NumberRange {
  /** The range begins behind it. */
  readonly after: number;
  /** The range ends in front of it; null for no end. */
  readonly before?: number | null;
  readonly limit: number;
  /** Takes those from the end, in reverse. */
  readonly isInverted?: boolean;
  /** Those of one document alone; null for all, and for scans that nothing was recognized in. */
  readonly documentId?: string | null;
}

/** SQLite puts at most 500 selections together. */
const ORGANIZATIONS_AT_ONCE = 100;

/** Events of organizations, in order. */
export async function readEvents(
  em: EntityManager,
  organizationIds: readonly string[],
  range: NumberRange,
): Promise<readonly RecordedEvent[]> {
  const found: NumberedRow[] = [];
  for (let from = 0; from < organizationIds.length; from += ORGANIZATIONS_AT_ONCE) {
    found.push(...(await numbered(em, organizationIds.slice(from, from + ORGANIZATIONS_AT_ONCE), range)));
  }
  found.sort((a, b) => (range.isInverted === true ? b.number - a.number : a.number - b.number));
  return eventsOf(em, found.slice(0, range.limit));
}

async function numbered(
  em: EntityManager,
  organizationIds: readonly string[],
  { after, before = null, limit, isInverted = false, documentId = null }: NumberRange,
): Promise<readonly NumberedRow[]> {
  const values: SqlValue[] = [];
  // Of nothing recognized there is no document.
  const tables = EVENT_TABLES.filter(({ kind }) => documentId === null || kind !== 'Unrecognized');
  const bounds = `${before === null ? '' : ' and event_number < ?'}${documentId === null ? '' : ' and document_id = ?'}`;
  const arms = organizationIds.flatMap((organizationId, at) =>
    tables.map(({ kind, table }) => {
      values.push(organizationId, after, ...[before, documentId].filter((each) => each !== null), limit);
      return `select * from (select id, '${kind}' as kind, organization_id, event_number from ${table}
        where organization_id = ? and event_number > 0 and event_number > ?${bounds}
        order by event_number ${isInverted ? 'desc' : 'asc'} limit ?) as ${table}_${at}`;
    }),
  );
  const rows = await readRows<{
    readonly id: string;
    readonly kind: NumberedRow['kind'];
    readonly organization_id: string;
    readonly event_number: number | string;
  }>(em, arms.join(' union all '), values);
  return rows.map(({ id, kind, organization_id: organizationId, event_number: number }) => ({
    id,
    kind,
    organizationId,
    number: Number(number),
  }));
}

/** The events of records, in the order of the rows; without those that are gone meanwhile. */
export async function eventsOf(
  em: EntityManager,
  rows: readonly NumberedRow[],
): Promise<readonly RecordedEvent[]> {
  const idsOf = (wanted: NumberedRow['kind']) => ({
    id: { $in: rows.filter(({ kind }) => kind === wanted).map(({ id }) => id) },
  });
  const matches = await em.find(Match, idsOf('Recognized'));
  const clicks = await em.find(Click, idsOf('Clicked'));
  const scans = await em.find(UnmatchedScan, idsOf('Unrecognized'));
  const views = new Map(
    [...matches.map(ofMatch), ...clicks.map(ofClick), ...scans.map(ofScan)].map((view) => [view.id, view]),
  );
  return rows.flatMap(({ id, number }) => {
    const view = views.get(id);
    return view === undefined ? [] : [{ ...view, number }];
  });
}

type Unnumbered = Omit<RecordedEvent, 'number'>;

const NO_ACTION = { matchId: null, actionId: null, actionName: '', actionType: null } as const;

function ofMatch(match: Match): Unnumbered {
  return {
    id: match.id,
    kind: 'Recognized',
    time: match.requestTime,
    organizationId: match.organizationId,
    documentId: match.documentId,
    documentName: match.documentName,
    pageId: match.imageId,
    pageName: match.imageName,
    pageOrder: match.imageOrder,
    zoneId: match.zoneId ?? null,
    zoneName: match.zoneName,
    language: match.language,
    sessionId: match.sessionId,
    isScan: match.kind === 'Image',
    ...NO_ACTION,
    deviceName: match.deviceName,
    sdk: match.sdk,
  };
}

function ofClick(click: Click): Unnumbered {
  return {
    id: click.id,
    kind: 'Clicked',
    time: click.clickTime,
    organizationId: click.organizationId,
    documentId: click.documentId,
    documentName: click.documentName,
    pageId: click.imageId ?? null,
    pageName: click.imageName,
    pageOrder: null,
    zoneId: click.zoneId ?? null,
    zoneName: click.zoneName,
    language: click.language,
    sessionId: click.sessionId,
    isScan: false,
    matchId: click.matchId ?? null,
    actionId: click.actionId,
    actionName: click.actionName,
    actionType: click.actionType,
    deviceName: click.deviceName,
    sdk: click.sdk,
  };
}

function ofScan(scan: UnmatchedScan): Unnumbered {
  return {
    id: scan.id,
    kind: scan.outcome,
    time: scan.requestTime,
    organizationId: scan.organizationId,
    documentId: null,
    documentName: '',
    pageId: null,
    pageName: '',
    pageOrder: null,
    zoneId: null,
    zoneName: '',
    language: scan.language,
    sessionId: '',
    isScan: true,
    ...NO_ACTION,
    deviceName: scan.deviceName,
    sdk: scan.sdk,
  };
}
