/** Caches of what scans search and of the nodes behind the references that they find. */
import { applicationsBelow } from '../engine/applications-below.js';
import { CommittedCache } from '../db/committed-cache.js';
import type { Database, EntityManager } from '../db/database.js';
import { marks, readRows } from '../db/rows.js';
import type { NodeType } from '../tree/node.entity.js';
import type { Place } from '../engine-host/plane.js';
import type { PageZone } from './zone-choice.js';

export type SearchScope = Awaited<ReturnType<typeof applicationsBelow>>;

/** A node that a reference stands for. */
export interface TargetNode {
  readonly id: string;
  readonly type: NodeType;
  readonly path: string;
  readonly parent_id: string | null;
  /** Of a zone on its page; null of anything else. */
  readonly place: Place | null;
  /** Of a zone: when readers are shown it, by the clocks of its organization. */
  readonly time_window: string | null;
  readonly time_zone: string | null;
}

/** A zone of a page. */
export interface ZoneOfPage extends PageZone {
  readonly path: string;
  readonly isActive: boolean;
  readonly timeWindow: string | null;
}

interface ZoneRow {
  readonly id: string;
  readonly path: string;
  readonly status: string;
  readonly time_window: string | null;
}

interface PlaceRow {
  readonly position_xpercent: number | null;
  readonly position_ypercent: number | null;
  readonly width_percent: number | null;
  readonly height_percent: number | null;
}

const PLACE_COLUMNS = ['position_xpercent', 'position_ypercent', 'width_percent', 'height_percent']
  .map((column) => `zone.${column}`)
  .join(', ');

const CHARACTERS_OF_ID = 60;
const LIMITS = { maxEntries: 20_000, maxSize: 8_000_000 } as const;

export class CachedTargets {
  private readonly scopes: CommittedCache<SearchScope>;
  private readonly nodes: CommittedCache<ReadonlyMap<number, TargetNode>>;
  private readonly zones: CommittedCache<readonly ZoneOfPage[]>;

  constructor(private readonly database: Database) {
    this.scopes = new CommittedCache<SearchScope>(database, {
      ...LIMITS,
      sizeOf: ({ length }) => (length + 1) * CHARACTERS_OF_ID,
    });
    this.zones = new CommittedCache<readonly ZoneOfPage[]>(database, {
      ...LIMITS,
      sizeOf: (found) => found.reduce((sum, { path }) => sum + path.length, CHARACTERS_OF_ID),
    });
    this.nodes = new CommittedCache<ReadonlyMap<number, TargetNode>>(database, {
      ...LIMITS,
      sizeOf: (found) => [...found.values()].reduce((sum, { path }) => sum + path.length, CHARACTERS_OF_ID),
    });
  }

  /** Every zone of a page. */
  async zonesOf(imageId: string): Promise<readonly ZoneOfPage[]> {
    const load = async () => {
      const rows = await readRows<PlaceRow & ZoneRow>(
        this.database.reader(),
        `select node.id, node.path, zone.status, zone.time_window, ${PLACE_COLUMNS} from node join zone on zone.id = node.id where node.parent_id = ?`,
        [imageId],
      );
      return rows.flatMap((row) => {
        const place = placeOf(row);
        return place === null
          ? []
          : [
              {
                elementId: row.id,
                path: row.path,
                place,
                isActive: row.status === 'Active',
                timeWindow: row.time_window,
              },
            ];
      });
    };
    return (await this.zones.read(imageId, load)) ?? [];
  }

  /** Applications of pages and of pictures in a subtree. */
  async scope(organizationPath: string): Promise<SearchScope> {
    const load = () => applicationsBelow(this.database.reader(), organizationPath, ['content', 'pictures']);
    return (await this.scopes.read(organizationPath, load)) ?? [];
  }

  /** Nodes in a subtree that present references stand for, by the references' keys. */
  async nodesOf(keys: readonly number[], organizationPath: string): Promise<ReadonlyMap<number, TargetNode>> {
    if (keys.length === 0) return new Map();
    const load = () => this.load(keys, organizationPath);
    return (await this.nodes.read(`${organizationPath} ${keys.join()}`, load)) ?? new Map();
  }

  private async load(
    keys: readonly number[],
    organizationPath: string,
  ): Promise<ReadonlyMap<number, TargetNode>> {
    const em = this.database.reader();
    const ids = await readExternalIds(em, keys);
    if (ids.size === 0) return new Map();
    const elementIds = [...ids.values()];
    const rows = await readRows<Omit<TargetNode, 'place'> & PlaceRow>(
      em,
      `select node.id, node.type, node.path, node.parent_id, zone.time_window, organization.time_zone, ${PLACE_COLUMNS}
       from node left join zone on zone.id = node.id
         left join organization on organization.id = node.organization_id
       where node.id in (${marks(elementIds)}) and node.path like ?`,
      [...elementIds, `${organizationPath}%`],
    );
    const nodeOf = new Map(
      rows.map((row) => {
        const { id, type, path, parent_id, time_window, time_zone } = row;
        return [id, { id, type, path, parent_id, time_window, time_zone, place: placeOf(row) }];
      }),
    );
    return new Map(
      [...ids].flatMap(([key, id]) => {
        const node = nodeOf.get(id);
        return node === undefined ? [] : [[key, node]];
      }),
    );
  }
}

function placeOf(row: PlaceRow): Place | null {
  const { position_xpercent: x, position_ypercent: y, width_percent: width, height_percent: height } = row;
  if (x === null || y === null || width === null || height === null) return null;
  return { x: x / 100, y: y / 100, width: width / 100, height: height / 100 };
}

/** Ids that present references stand for, by key. */
export async function readExternalIds(
  em: EntityManager,
  keys: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (keys.length === 0) return new Map();
  const references = await readRows<{ key: number; external_id: string }>(
    em,
    `select "key", external_id from reference
     where "key" in (${marks(keys)}) and is_present = true and external_id is not null`,
    keys,
  );
  return new Map(references.map((row) => [row.key, row.external_id]));
}
