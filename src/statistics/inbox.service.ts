/** The inbox of an organization: what somebody should look at, with the place where it is mended. It is read, not kept: what is mended is gone. */
import type { Viewer } from '../access/viewer.js';
import { remainingCredit } from '../credits/credit-ledger.js';
import type { Database, EntityManager } from '../db/database.js';
import { readRows } from '../db/rows.js';
import type { Calendar, CalendarEntry, CalendarService } from '../documents/calendar/calendar.service.js';
import { silentLinks } from '../documents/links/link-watch.js';
import { type Clock, MS_PER_DAY } from '../kernel/clock.js';
import { openings } from '../kernel/windows/openings.js';
import { readTimeWindow } from '../kernel/windows/time-window.js';
import { Organization } from '../organizations/organization.entity.js';
import { Node } from '../tree/node.entity.js';
import { idsOnPath } from '../tree/node-path.js';
import { inTrash, isTrashed } from '../tree/trash-place.js';
import type { GuardedNodes } from '../tree/guarded-nodes.js';

export const inboxKinds = [
  'DraftStopped',
  'LinkSilent',
  'CreditsLow',
  'ScannedWithoutAction',
  'OffersNothing',
  'EndsSoon',
] as const;

export interface InboxItem {
  readonly kind: (typeof inboxKinds)[number];
  /** Of what it is about: a document, or an action, title or element of it; of the organization itself empty. */
  readonly name: string;
  readonly documentId: string | null;
  readonly documentName: string | null;
  readonly pageId: string | null;
  readonly pageOrder: number | null;
  /** Scans, or credits that are left; null where nothing is counted. */
  readonly count: number | null;
  /** When it happened or will; null where it has no time. */
  readonly at: Date | null;
  /** Why a draft was stopped; of a link the HTTP status that it answered, if any. */
  readonly reason: string | null;
}

export interface InboxParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly guarded: GuardedNodes;
  readonly calendar: Pick<CalendarService, 'of'>;
}

const DAYS = 7;
const MOST_OF_A_KIND = 20;
/** Pages, with those that are in the trash by now. */
const MOST_LOOKED_AT = 100;
/** Fewer scans of a page are somebody who tries it. */
const FEWEST_SCANS = 5;
/** Credits are low at this share of all that were ever given, and at this number. */
const LOW_SHARE = 0.1;
const LOW_PAGES = 10;
/** A pattern of days and hours comes in every span of this length. */
const PATTERN_DAYS = 15;

const NOTHING = {
  name: '',
  documentId: null,
  documentName: null,
  pageId: null,
  pageOrder: null,
  count: null,
  at: null,
  reason: null,
} as const;

export class InboxService {
  constructor(private readonly parts: InboxParts) {}

  /** The most pressing kinds first. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async of(viewer: Viewer, organizationId: string): Promise<readonly InboxItem[]> {
    const { database, clock, guarded, calendar } = this.parts;
    const em = database.reader();
    const { id } = await guarded.requireOfType(em, viewer, 'insight:read', organizationId, 'Organization');
    const now = clock.now();
    const week = { from: now, to: new Date(now.getTime() + DAYS * MS_PER_DAY) };
    const coming = await calendar.of(viewer, id, week);
    return [
      ...(await stoppedDrafts(em, id)),
      ...(await linksWithoutAnswer(em, id)),
      ...(await lowCredits(em, id)),
      ...(await this.scannedWithoutAction(id, new Date(now.getTime() - DAYS * MS_PER_DAY))),
      ...offeringNothing(coming, now),
      ...ending(coming, week.to),
    ];
  }

  private async scannedWithoutAction(organizationId: string, since: Date): Promise<readonly InboxItem[]> {
    const rows = await this.parts.database.readInThread<{
      readonly document_id: string;
      readonly document_name: string;
      readonly image_id: string;
      readonly name: string;
      readonly path: string;
      readonly order: number | string;
      readonly scans: number | string;
    }>(
      `select r.document_id, d.name as document_name, r.image_id, n.name, n.path, n."order", sum(r.scans) as scans
         from (select document_id, image_id, zone_id, count(*) as scans from match_record
                where organization_id = ? and request_time >= ? group by document_id, image_id, zone_id) r
         join node n on n.id = r.image_id join node d on d.id = r.document_id
        where not exists (select 1 from action a
                where (a.node_id = r.document_id or a.node_id = r.image_id or a.node_id = r.zone_id) and a.is_valid = true)
          and n.parent_id = r.document_id
        group by r.document_id, d.name, r.image_id, n.name, n.path, n."order"
       having sum(r.scans) >= ${FEWEST_SCANS} order by sum(r.scans) desc, r.image_id limit ${MOST_LOOKED_AT}`,
      [organizationId, since],
    );
    const present = rows.filter(({ path }) => !isTrashed(path)).slice(0, MOST_OF_A_KIND);
    return present.map((row) => ({
      ...NOTHING,
      kind: 'ScannedWithoutAction',
      name: row.name,
      documentId: row.document_id,
      documentName: row.document_name,
      pageId: row.image_id,
      pageOrder: Number(row.order),
      count: Number(row.scans),
    }));
  }
}

async function stoppedDrafts(em: EntityManager, organizationId: string): Promise<readonly InboxItem[]> {
  const rows = await readRows<{
    readonly document_id: string;
    readonly name: string;
    readonly publish_at: Date | number | string;
    readonly publish_stopped: string;
  }>(
    em,
    `select d.document_id, n.name, d.publish_at, d.publish_stopped from draft d join node n on n.id = d.document_id
      where n.organization_id = ? and n.path not like ? and d.publish_stopped is not null
      order by d.publish_at, d.id limit ${MOST_OF_A_KIND}`,
    [organizationId, inTrash.$like],
  );
  return rows.map((row) => ({
    ...NOTHING,
    kind: 'DraftStopped',
    name: row.name,
    documentId: row.document_id,
    documentName: row.name,
    at: new Date(row.publish_at),
    reason: row.publish_stopped,
  }));
}

async function linksWithoutAnswer(em: EntityManager, organizationId: string): Promise<readonly InboxItem[]> {
  const links = await silentLinks(em, organizationId, MOST_OF_A_KIND);
  const nodes = await em.find(Node, { id: { $in: links.map(({ nodeId }) => nodeId) } });
  const above = await em.find(Node, { id: { $in: nodes.flatMap(({ path }) => idsOnPath(path)) } });
  return links.flatMap(({ url, nodeId, dateFailed, lastStatus }) => {
    const node = nodes.find(({ id }) => id === nodeId);
    if (node === undefined) return [];
    const onPath = idsOnPath(node.path);
    const document = above.find(({ id, type }) => type === 'Document' && onPath.includes(id));
    const page = above.find(({ id, type }) => type === 'Image' && onPath.includes(id));
    const item: InboxItem = {
      ...NOTHING,
      kind: 'LinkSilent',
      name: url,
      documentId: document?.id ?? null,
      documentName: document?.name ?? null,
      pageId: page?.id ?? null,
      pageOrder: page?.order ?? null,
      at: dateFailed ?? null,
      reason: lastStatus == null ? null : String(lastStatus),
    };
    return [item];
  });
}

async function lowCredits(em: EntityManager, organizationId: string): Promise<readonly InboxItem[]> {
  const organization = await em.findOne(Organization, { id: organizationId });
  const left = organization === null ? null : remainingCredit(organization);
  if (organization === null || left === null) return [];
  const limit = Math.max(LOW_PAGES, Math.ceil(organization.totalCredit * LOW_SHARE));
  return left > limit ? [] : [{ ...NOTHING, kind: 'CreditsLow', count: left }];
}

function offeringNothing({ notes }: Calendar, now: Date): readonly InboxItem[] {
  return notes
    .filter(({ kind }) => kind === 'Gap')
    .slice(0, MOST_OF_A_KIND)
    .map(({ elementName, documentId, documentName, start }) => ({
      ...NOTHING,
      kind: 'OffersNothing',
      name: elementName,
      documentId,
      documentName,
      at: start > now ? start : null,
    }));
}

/** Content that is within its window until a time of this week, and never again. */
function ending({ entries, timeZone }: Calendar, to: Date): readonly InboxItem[] {
  const later = new Date(to.getTime() + PATTERN_DAYS * MS_PER_DAY);
  const isEnding = ({ timeWindow, isActive }: CalendarEntry) => {
    const window = readTimeWindow(timeWindow);
    return isActive && window.until !== null && openings(window, timeZone, to, later).length === 0;
  };
  return entries
    .filter(isEnding)
    .slice(0, MOST_OF_A_KIND)
    .map(({ name, documentId, documentName, pageId, pageOrder, openings: open }) => ({
      ...NOTHING,
      kind: 'EndsSoon',
      name,
      documentId,
      documentName,
      pageId,
      pageOrder,
      at: open.at(-1)?.end ?? null,
    }));
}
