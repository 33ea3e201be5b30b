/** What scans search, and what the references that they find stand for, kept while nothing of it has changed. */
import { applicationsBelow } from '../applications/applications-below.js';
import { CommittedCache } from '../db/committed-cache.js';
import type { Database, EntityManager } from '../db/database.js';
import { marks, readRows } from '../db/rows.js';
import type { NodeType } from '../hierarchy/node.entity.js';

export type SearchScope = Awaited<ReturnType<typeof applicationsBelow>>;

/** A node that a reference stands for. */
export interface TargetNode {
  readonly id: string;
  readonly type: NodeType;
  readonly path: string;
  readonly parent_id: string | null;
}

const CHARACTERS_OF_ID = 60;
const LIMITS = { maxEntries: 20_000, maxSize: 8_000_000 } as const;

export class KeptTargets {
  private readonly scopes: CommittedCache<SearchScope>;
  private readonly nodes: CommittedCache<ReadonlyMap<number, TargetNode>>;

  constructor(private readonly database: Database) {
    this.scopes = new CommittedCache<SearchScope>(database, {
      ...LIMITS,
      sizeOf: ({ length }) => (length + 1) * CHARACTERS_OF_ID,
    });
    this.nodes = new CommittedCache<ReadonlyMap<number, TargetNode>>(database, {
      ...LIMITS,
      sizeOf: (found) => [...found.values()].reduce((sum, { path }) => sum + path.length, CHARACTERS_OF_ID),
    });
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
    const rows = await readRows<TargetNode>(
      em,
      `select id, type, path, parent_id from node where id in (${marks(elementIds)}) and path like ?`,
      [...elementIds, `${organizationPath}%`],
    );
    const nodeOf = new Map(rows.map((node) => [node.id, node]));
    return new Map(
      [...ids].flatMap(([key, id]) => {
        const node = nodeOf.get(id);
        return node === undefined ? [] : [[key, node]];
      }),
    );
  }
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
