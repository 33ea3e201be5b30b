/** An element that may be shown to readers, with all that is above it. */
import type { EntityManager } from '../db/database.js';
import { marks, readRows } from '../db/rows.js';
import type { NodeType } from '../tree/node.entity.js';
import { idsUpwards } from '../tree/node-path.js';
import type { HostPolicy } from '../readers/host.rules.js';
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
  readonly bigThumbnailFileId: string | null;
}

interface Row {
  readonly id: string;
  readonly type: NodeType;
  readonly name: string;
  readonly order: number;
  readonly document_status: string | null;
  readonly default_language: string | null;
  readonly image_status: string | null;
  readonly image_trigger: boolean | number | null;
  readonly zone_status: string | null;
  readonly zone_trigger: boolean | number | null;
  readonly host_policy: HostPolicy | null;
}

/** The image or zone at a path when it, and its document, is active; otherwise null. */
export async function loadLiveElement(em: EntityManager, path: string): Promise<LiveElement | null> {
  return load(em, path, false);
}

/** The image or zone at a path whether it is active or not; null when there is none. */
export async function loadElement(em: EntityManager, path: string): Promise<LiveElement | null> {
  return load(em, path, true);
}

async function load(em: EntityManager, path: string, isAnyStatus: boolean): Promise<LiveElement | null> {
  const upwards = idsUpwards(path);
  const rows = await readUpwards(em, upwards);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const above = upwards.flatMap((id) => byId.get(id) ?? []);
  const element = above[0];
  const page = above.find(({ type }) => type === 'Image');
  const document = above.find(({ type }) => type === 'Document');
  const organization = above.find(({ type }) => type === 'Organization');
  if (element === undefined || page === undefined || document === undefined) return null;
  const status = element.type === 'Zone' ? element.zone_status : page.image_status;
  const isLive = isAnyStatus || (status === 'Active' && document.document_status === 'Active');
  if (!isLive || organization?.host_policy == null) return null;
  return {
    id: element.id,
    zoneId: element.type === 'Zone' ? element.id : null,
    upwards,
    page,
    document: { id: document.id, name: document.name, defaultLanguage: document.default_language ?? '' },
    organization: { id: organization.id, hostPolicy: organization.host_policy },
    place: recordPlace(above),
    autoTrigger: Boolean(element.zone_trigger ?? page.image_trigger ?? false),
    bigThumbnailFileId: await readThumbnailId(em, element.id),
  };
}

async function readUpwards(em: EntityManager, ids: readonly string[]): Promise<readonly Row[]> {
  return readRows<Row>(
    em,
    `select n.id, n.type, n.name, n."order", d.status as document_status, d.default_language,
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
