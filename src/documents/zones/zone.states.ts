/** Zones as drafts change them: where they lie, their names, and whether a single action opens by itself. */
import { z } from 'zod';
import type { EntityManager } from '../../db/entities.js';
import { eachPart } from '../../db/in-parts.js';
import { marks, readRows } from '../../db/rows.js';
import { columnsOf, isSameIn, membersOfRow } from '../../kernel/members.js';
import { zoneColumns, zoneMemberNames, zoneMembers } from './zone.members.js';
import { isTrashed } from '../../tree/trash-place.js';

const zoneState = z.object({ kind: z.literal('zone'), id: z.string(), pageId: z.string(), ...zoneMembers });

export type ZoneState = Readonly<z.output<typeof zoneState>>;

/** The state before and the state now; null for nothing. */
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

const replacedZone = z.object({ before: zoneState.nullable(), after: zoneState.nullable() });

/** A change that was stored as JSON, also by a version that did not know all of today's members. */
export const readReplacedZone = (stored: unknown): ReplacedZone => replacedZone.parse(stored);

export const isSameZone = (a: ZoneState | null, b: ZoneState | null): boolean =>
  isSameIn(['id', 'pageId', ...zoneMemberNames], a, b);

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

interface Row extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly path: string;
  readonly pageId: string;
  readonly order: number;
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
      `select n.id, n.path, n.parent_id as "pageId", n.name, n."order", ${columnsOf(zoneColumns, 'z')},
              z.is_recognizable as "isRecognizable"
         from node n join zone z on z.id = n.id
        where ${column} in (${marks(part)}) order by n."order", n.id`,
      part,
    );
    rows.push(...found.filter(({ path }) => !isTrashed(path)));
  });
  return rows.map((row) => ({
    state: { kind: 'zone', id: row.id, pageId: row.pageId, ...membersOfRow(zoneMembers, row) },
    order: row.order,
    isRecognizable: Boolean(row.isRecognizable),
  }));
}
