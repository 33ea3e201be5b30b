/** Zones as drafts change them: where they lie, their names, and whether a single action opens by itself. */
import type { EntityManager } from '../../db/entity-manager.js';
import { eachPart } from '../../db/in-parts.js';
import { marks, readRows } from '../../db/rows.js';
import type { ZoneRect } from '../zones/zone.rules.js';
import { isTrashed } from '../../tree/trash-place.js';

export interface ZoneState extends ZoneRect {
  readonly kind: 'zone';
  readonly id: string;
  readonly pageId: string;
  readonly name: string;
  readonly autoTrigger: boolean | null;
}

/** What was there and what is there now; null for nothing. */
export interface ReplacedZone {
  readonly before: ZoneState | null;
  readonly after: ZoneState | null;
}

export interface StoredZone {
  readonly state: ZoneState;
  /** Place among the zones of its page, from 1. */
  readonly order: number;
  readonly isRecognizable: boolean;
}

export const isSameZone = (a: ZoneState | null, b: ZoneState | null): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

const SUBJECT = 'zone ';
/** Subject of the change of a draft that is about a zone. */
export const zoneSubject = (id: string) => `${SUBJECT}${id.toLowerCase()}`;
export const isZoneSubject = (subject: string) => subject.startsWith(SUBJECT);

/** The zones with these ids that are not in the trash, by id. */
export async function readZoneStates(
  em: EntityManager,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ZoneState>> {
  const zones = await readZonesWhere(em, 'n.id', ids);
  return new Map(zones.map(({ state }) => [state.id, state]));
}

/** The zones of pages, those of each page in their order. */
export async function readZonesOfPages(
  em: EntityManager,
  pageIds: readonly string[],
): Promise<readonly StoredZone[]> {
  return readZonesWhere(em, 'n.parent_id', pageIds);
}

interface Row extends Omit<ZoneState, 'kind' | 'autoTrigger'> {
  readonly path: string;
  readonly order: number;
  readonly autoTrigger: boolean | number | null;
  readonly isRecognizable: boolean | number;
}

async function readZonesWhere(
  em: EntityManager,
  column: 'n.id' | 'n.parent_id',
  ids: readonly string[],
): Promise<readonly StoredZone[]> {
  const rows: Row[] = [];
  await eachPart([...new Set(ids)], async (part) => {
    const found = await readRows<Row>(
      em,
      `select n.id, n.path, n.parent_id as "pageId", n.name, n."order",
              z.position_xpercent as "positionXPercent", z.position_ypercent as "positionYPercent",
              z.width_percent as "widthPercent", z.height_percent as "heightPercent",
              z.auto_trigger as "autoTrigger", z.is_recognizable as "isRecognizable"
         from node n join zone z on z.id = n.id
        where ${column} in (${marks(part)}) order by n."order", n.id`,
      part,
    );
    rows.push(...found.filter(({ path }) => !isTrashed(path)));
  });
  return rows.map(({ path: _path, order, isRecognizable, ...row }) => ({
    state: stateOfRow(row),
    order,
    isRecognizable: Boolean(isRecognizable),
  }));
}

/** With its members in one order, so that states compare as JSON. */
function stateOfRow(row: Omit<Row, 'path' | 'order' | 'isRecognizable'>): ZoneState {
  const { id, pageId, name, positionXPercent, positionYPercent, widthPercent, heightPercent } = row;
  const autoTrigger = row.autoTrigger === null ? null : Boolean(row.autoTrigger);
  return {
    kind: 'zone',
    id,
    pageId,
    name,
    positionXPercent,
    positionYPercent,
    widthPercent,
    heightPercent,
    autoTrigger,
  };
}
