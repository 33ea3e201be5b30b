import type { EntityManager } from '../db/database.js';
import type { Node } from '../tree/node.entity.js';

/** A value that is kept, or told, and what it should be. */
export interface Difference {
  /** The element, by kind, and the member, for example `Document.Pages`. */
  readonly member: string;
  readonly elementId: string;
  readonly found: string;
  readonly expected: string;
}

/** One organization as a check sees it. */
export interface Subject {
  readonly em: EntityManager;
  readonly organization: Node;
  /** Ids of everything of the organization that lies in the trash. */
  readonly trashed: ReadonlySet<string>;
  /** Every node of the organization that is not in the trash, itself included, by id. */
  readonly nodes: ReadonlyMap<string, Node>;
  /** Nodes by the id of their parent. */
  readonly childrenOf: ReadonlyMap<string, readonly Node[]>;
}

export type Check = (subject: Subject) => Promise<readonly Difference[]>;

/** SQL databases limit the values of one statement. */
const BATCH = 500;

/** The difference when there is one. */
export function compare(
  member: string,
  elementId: string,
  found: string | number | boolean | null,
  expected: string | number | boolean | null,
): readonly Difference[] {
  if (found === expected) return [];
  return [{ member, elementId, found: String(found), expected: String(expected) }];
}

/** Rows of many elements, in portions that databases take. */
export async function inBatches<Row>(
  ids: readonly string[],
  find: (ids: string[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let from = 0; from < ids.length; from += BATCH)
    rows.push(...(await find(ids.slice(from, from + BATCH))));
  return rows;
}

export function nodesOfType({ nodes }: Subject, type: Node['type']): readonly Node[] {
  return [...nodes.values()].filter((node) => node.type === type);
}
