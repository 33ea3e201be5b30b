/** Items of an inbox: what somebody should look at, with the place where it is mended. They are read, not kept: what is mended is gone. */
import { createHash } from 'node:crypto';
import { remainingCredit } from '../../credits/credit-ledger.js';
import type { Database, EntityManager } from '../../db/database.js';
import { readRows } from '../../db/rows.js';
import type { Calendar, CalendarEntry } from '../../documents/calendar/calendar.service.js';
import type { AwaitedReview } from '../../documents/drafts/draft-review.service.js';
import { silentLinks } from '../../documents/links/link-watch.js';
import { MS_PER_DAY } from '../../kernel/clock.js';
import { openings } from '../../kernel/windows/openings.js';
import { readTimeWindow } from '../../kernel/windows/time-window.js';
import type { OrganizationUses, Use } from '../../credits/limits/organization-limits.js';
import { Organization } from '../../organizations/organization.entity.js';
import { Node } from '../../tree/node.entity.js';
import { idsOnPath } from '../../tree/node-path.js';
import { inTrash, isTrashed } from '../../tree/trash-place.js';

export const inboxKinds = [
  'DraftStopped',
  'ReviewAsked',
  'LinkSilent',
  'CreditsLow',
  'StorageNear',
  'ScansNear',
  'ScannedWithoutAction',
  'OffersNothing',
  'EndsSoon',
] as const;

export interface InboxItem {
  /** Of the fact itself: the same while that is, another one when it is a new fact. */
  readonly id: string;
  readonly kind: (typeof inboxKinds)[number];
  /** Of what it is about: a document, or an action, title or element of it; of the organization itself empty. */
  readonly name: string;
  readonly documentId: string | null;
  readonly documentName: string | null;
  readonly pageId: string | null;
  readonly pageOrder: number | null;
  /** Scans, credits that are left, or percent of a limit; null where nothing is counted. */
  readonly count: number | null;
  /** When it happened or will; null where it has no time. */
  readonly at: Date | null;
  /** Why a draft was stopped; who asked for a review; of a link the HTTP status that it answered, if any. */
  readonly reason: string | null;
}

export const INBOX_DAYS = 7;
/** Pages, with those that are in the trash by now. */
const MOST_LOOKED_AT = 100;
/** Fewer scans of a page are somebody who tries it. */
const FEWEST_SCANS = 5;
/** Credits are low at this share of all that were ever given, and at this number. */
const LOW_SHARE = 0.1;
const LOW_PAGES = 10;
/** Of a limit of the operator. */
const NEAR_SHARE = 0.8;
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

/** @param fact what makes it another one than others of its kind, and than itself at another time */
function itemOf(
  kind: InboxItem['kind'],
  fact: readonly (string | number | Date | null)[],
  members: Partial<Omit<InboxItem, 'id' | 'kind'>>,
): InboxItem {
  const id = createHash('sha256')
    .update(JSON.stringify([kind, ...fact]))
    .digest('hex')
    .slice(0, 40);
  return { ...NOTHING, ...members, id, kind };
}

/** Whose inbox it is, and how much of each kind is read. */
export interface InboxOf {
  readonly organizationId: string;
  readonly most: number;
}

export async function scannedWithoutAction(
  database: Database,
  { organizationId, most }: InboxOf,
  since: Date,
): Promise<readonly InboxItem[]> {
  const rows = await database.readInThread<{
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
     having sum(r.scans) >= ${FEWEST_SCANS} order by sum(r.scans) desc, r.image_id limit ${MOST_LOOKED_AT + most}`,
    [organizationId, since],
  );
  const present = rows.filter(({ path }) => !isTrashed(path)).slice(0, most);
  return present.map((row) =>
    itemOf('ScannedWithoutAction', [row.image_id], {
      name: row.name,
      documentId: row.document_id,
      documentName: row.document_name,
      pageId: row.image_id,
      pageOrder: Number(row.order),
      count: Number(row.scans),
    }),
  );
}

export async function stoppedDrafts(
  em: EntityManager,
  { organizationId, most }: InboxOf,
): Promise<readonly InboxItem[]> {
  const rows = await readRows<{
    readonly id: string;
    readonly document_id: string;
    readonly name: string;
    readonly publish_at: Date | number | string;
    readonly publish_stopped: string;
  }>(
    em,
    `select d.id, d.document_id, n.name, d.publish_at, d.publish_stopped from draft d join node n on n.id = d.document_id
      where n.organization_id = ? and n.path not like ? and d.publish_stopped is not null
      order by d.publish_at, d.id limit ${most}`,
    [organizationId, inTrash.$like],
  );
  return rows.map((row) => {
    const at = new Date(row.publish_at);
    const { document_id: documentId, name, publish_stopped: reason } = row;
    return itemOf('DraftStopped', [row.id, at, reason], { name, documentId, documentName: name, at, reason });
  });
}

/** @param awaited reviews that the viewer of the inbox may decide */
export const reviewsAsked = (awaited: readonly AwaitedReview[]): readonly InboxItem[] =>
  awaited.map(({ draftId, documentId, documentName, askedBy: reason, askedAt: at }) =>
    itemOf('ReviewAsked', [draftId, at], { name: documentName, documentId, documentName, at, reason }),
  );

export async function linksWithoutAnswer(
  em: EntityManager,
  { organizationId, most }: InboxOf,
): Promise<readonly InboxItem[]> {
  const links = await silentLinks(em, organizationId, most);
  const nodes = await em.find(Node, { id: { $in: links.map(({ nodeId }) => nodeId) } });
  const above = await em.find(Node, { id: { $in: nodes.flatMap(({ path }) => idsOnPath(path)) } });
  return links.flatMap(({ url, nodeId, dateFailed, lastStatus }) => {
    const node = nodes.find(({ id }) => id === nodeId);
    if (node === undefined) return [];
    const onPath = idsOnPath(node.path);
    const document = above.find(({ id, type }) => type === 'Document' && onPath.includes(id));
    const page = above.find(({ id, type }) => type === 'Image' && onPath.includes(id));
    const item = itemOf('LinkSilent', [url, dateFailed ?? null], {
      name: url,
      documentId: document?.id ?? null,
      documentName: document?.name ?? null,
      pageId: page?.id ?? null,
      pageOrder: page?.order ?? null,
      at: dateFailed ?? null,
      reason: lastStatus == null ? null : String(lastStatus),
    });
    return [item];
  });
}

export async function lowCredits(
  em: EntityManager,
  { organizationId }: InboxOf,
): Promise<readonly InboxItem[]> {
  const organization = await em.findOne(Organization, { id: organizationId });
  const left = organization === null ? null : remainingCredit(organization);
  if (organization === null || left === null) return [];
  const limit = Math.max(LOW_PAGES, Math.ceil(organization.totalCredit * LOW_SHARE));
  return left > limit ? [] : [itemOf('CreditsLow', [organization.totalCredit], { count: left })];
}

/** Limits of the operator of which 80 percent are used; at all of it that is another fact. */
export function nearLimits({ storageBytes, scansAMonth }: OrganizationUses, now: Date): readonly InboxItem[] {
  return [
    ...nearLimit('StorageNear', storageBytes, ''),
    ...nearLimit('ScansNear', scansAMonth, now.toISOString().slice(0, 7)),
  ];
}

function nearLimit(
  kind: 'StorageNear' | 'ScansNear',
  { used, limit }: Use,
  month: string,
): readonly InboxItem[] {
  if (limit === null || used < limit * NEAR_SHARE) return [];
  const count = limit === 0 ? 100 : Math.floor((used / limit) * 100);
  return [itemOf(kind, [limit, month, count >= 100 ? 'full' : 'near'], { count })];
}

export function offeringNothing({ notes }: Calendar, now: Date): readonly InboxItem[] {
  return notes
    .filter(({ kind }) => kind === 'Gap')
    .map(({ elementId, elementName, documentId, documentName, start }) => {
      const at = start > now ? start : null;
      return itemOf('OffersNothing', [elementId, at], { name: elementName, documentId, documentName, at });
    });
}

/** Content that is within its window until a time of this week, and never again. */
export function ending({ entries, timeZone }: Calendar, to: Date): readonly InboxItem[] {
  const later = new Date(to.getTime() + PATTERN_DAYS * MS_PER_DAY);
  const isEnding = ({ timeWindow, isActive }: CalendarEntry) => {
    const window = readTimeWindow(timeWindow);
    return isActive && window.until !== null && openings(window, timeZone, to, later).length === 0;
  };
  return entries.filter(isEnding).map((entry) => {
    const { kind, id, name, documentId, documentName, pageId, pageOrder } = entry;
    const at = entry.openings.at(-1)?.end ?? null;
    return itemOf('EndsSoon', [kind, id, at], { name, documentId, documentName, pageId, pageOrder, at });
  });
}
