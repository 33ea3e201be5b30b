/** An element that may be shown to readers, with all that is above it. */
import type { EntityManager } from '../db/database.js';
import { marks, readRows } from '../db/rows.js';
import { Moment } from '../kernel/windows/moment.js';
import type { NodeType } from '../tree/node.entity.js';
import { idsUpwards } from '../tree/node-path.js';
import { DEFAULT_TIME_ZONE } from '../tree/time-zones.js';
import type { HostPolicy } from '../readers/record.rules.js';
import { type RecordPlace, recordPlace } from '../readers/record-place.js';

export interface LiveElement {
  /** Of the image or zone. */
  readonly id: string;
  readonly zoneId: string | null;
  /** Ids from the element itself up to the root. */
  readonly upwards: readonly string[];
  /** `order` counts from 1. */
  readonly page: { readonly id: string; readonly order: number };
  readonly document: { readonly id: string; readonly name: string; readonly defaultLanguage: string };
  readonly organization: { readonly id: string; readonly hostPolicy: HostPolicy };
  readonly place: RecordPlace;
  readonly autoTrigger: boolean;
  /** When it was read, and which windows are open then. */
  readonly moment: Moment;
  /** Whether the windows of its page and document are open. */
  readonly isPageOpen: boolean;
  /** Whether its own is, too. */
  readonly isOpen: boolean;
  readonly bigThumbnailFileId: string | null;
}

interface Row {
  readonly id: string;
  readonly type: NodeType;
  readonly name: string;
  readonly order: number;
  readonly document_status: string | null;
  readonly default_language: string | null;
  readonly time_zone: string | null;
  readonly document_window: string | null;
  readonly image_window: string | null;
  readonly zone_window: string | null;
  readonly image_status: string | null;
  readonly image_trigger: boolean | number | null;
  readonly zone_status: string | null;
  readonly zone_trigger: boolean | number | null;
  readonly host_policy: HostPolicy | null;
}

/**
 * The image or zone at a path when it, and its document, is active; otherwise null. It may be outside of its window. A page whose zones
 * are all outside of theirs stands for them, as it would if they were not there.
 */
export async function loadLiveElement(
  em: EntityManager,
  path: string,
  now: Date,
): Promise<LiveElement | null> {
  return load(em, path, now, false);
}

/** The image or zone at a path whether it is active or not; null when there is none. */
export async function loadElement(em: EntityManager, path: string, now: Date): Promise<LiveElement | null> {
  return load(em, path, now, true);
}

/** A document as an element of its own, with what is above it; null where it is not active, not there or in the trash. */
export async function loadLiveDocument(
  em: EntityManager,
  path: string,
  now: Date,
): Promise<LiveElement | null> {
  const upwards = idsUpwards(path);
  const byId = new Map((await readUpwards(em, upwards)).map((row) => [row.id, row]));
  const above = upwards.flatMap((id) => byId.get(id) ?? []);
  const [document] = above;
  const organization = above.find(({ type }) => type === 'Organization');
  if (document?.document_status !== 'Active' || organization?.host_policy == null) return null;
  const moment = new Moment(now, organization.time_zone ?? DEFAULT_TIME_ZONE);
  const isOpen = moment.shows(document.document_window);
  return {
    id: document.id,
    zoneId: null,
    upwards,
    page: { id: document.id, order: 0 },
    document: { id: document.id, name: document.name, defaultLanguage: document.default_language ?? '' },
    organization: { id: organization.id, hostPolicy: organization.host_policy },
    place: recordPlace(above),
    moment,
    isPageOpen: isOpen,
    isOpen,
    autoTrigger: false,
    bigThumbnailFileId: await readThumbnailId(em, document.id),
  };
}

async function load(
  em: EntityManager,
  path: string,
  now: Date,
  isAnyStatus: boolean,
): Promise<LiveElement | null> {
  const upwards = idsUpwards(path);
  const rows = await readUpwards(em, upwards);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const above = upwards.flatMap((id) => byId.get(id) ?? []);
  const element = above[0];
  const page = above.find(({ type }) => type === 'Image');
  const document = above.find(({ type }) => type === 'Document');
  const organization = above.find(({ type }) => type === 'Organization');
  if (element === undefined || page === undefined || document === undefined) return null;
  if (organization?.host_policy == null) return null;
  const moment = new Moment(now, organization.time_zone ?? DEFAULT_TIME_ZONE);
  const status = element.type === 'Zone' ? element.zone_status : page.image_status;
  const isActive = status === 'Active' || (element === page && (await standsForZones(em, page.id, moment)));
  if (!isAnyStatus && !(isActive && document.document_status === 'Active')) return null;
  const isPageOpen = isOpenIn(moment, [document.document_window, page.image_window]);
  return {
    id: element.id,
    zoneId: element.type === 'Zone' ? element.id : null,
    upwards,
    page,
    document: { id: document.id, name: document.name, defaultLanguage: document.default_language ?? '' },
    organization: { id: organization.id, hostPolicy: organization.host_policy },
    place: recordPlace(above),
    moment,
    isPageOpen,
    isOpen: isOpenIn(moment, [element.zone_window]) && isPageOpen,
    autoTrigger: Boolean(element.zone_trigger ?? page.image_trigger ?? false),
    bigThumbnailFileId: await readThumbnailId(em, element.id),
  };
}

/** Each is asked, so that the moment knows when the first of them changes. */
const isOpenIn = (moment: Moment, windows: readonly (string | null)[]): boolean =>
  windows.map((window) => moment.shows(window)).every(Boolean);

/** Whether a page has zones that are recognized in its place, and none of them is within its window. */
async function standsForZones(em: EntityManager, pageId: string, moment: Moment): Promise<boolean> {
  const zones = await readRows<{ readonly time_window: string | null }>(
    em,
    `select z.time_window from zone z join node n on n.id = z.id
      where n.parent_id = ? and z.status = 'Active'`,
    [pageId],
  );
  const open = zones.map(({ time_window: window }) => moment.shows(window));
  return open.length > 0 && !open.includes(true);
}

async function readUpwards(em: EntityManager, ids: readonly string[]): Promise<readonly Row[]> {
  return readRows<Row>(
    em,
    `select n.id, n.type, n.name, n."order", d.status as document_status, d.default_language,
       d.time_window as document_window, i.time_window as image_window, z.time_window as zone_window,
       o.time_zone,
       i.status as image_status, i.auto_trigger as image_trigger,
       z.status as zone_status, z.auto_trigger as zone_trigger, o.host_policy
     from node n
       left join document d on d.id = n.id
       left join image i on i.id = n.id
       left join zone z on z.id = n.id
       left join organization o on o.id = n.id
     where n.id in (${marks(ids)})`,
    ids,
  );
}

/** The newest one: a replaced file leaves the old one for a while. */
async function readThumbnailId(em: EntityManager, ownerId: string): Promise<string | null> {
  const [file] = await readRows<{ id: string }>(
    em,
    `select id from stored_file where owner_id = ? and kind = 'BigThumbnail' order by id desc limit 1`,
    [ownerId],
  );
  return file?.id ?? null;
}
