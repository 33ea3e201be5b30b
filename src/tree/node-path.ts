import type { KeysetOrder, KeysetValue } from '../db/keyset.js';
import { sortKeyOf } from '../kernel/text-fold.js';
import type { Node } from './node.entity.js';

/** Members that siblings are sorted by. */
type NodeOrderField = 'Name' | 'DateCreated' | 'DateModified';

export interface NodeOrder {
  readonly field: NodeOrderField;
  readonly direction: 'asc' | 'desc';
}

const properties = { Name: 'nameSortKey', DateCreated: 'dateCreated', DateModified: 'dateModified' } as const;

/** The chosen column, then the id. Names are compared without case and accents, and numbers in them by value. */
export function nodeKeysetOrder({ field, direction }: NodeOrder): KeysetOrder<Node> {
  return [
    { property: properties[field], direction },
    { property: 'id', direction },
  ];
}

/** Values of an element in the order of `nodeKeysetOrder`. */
export function nodeKeysetValues(
  { field }: NodeOrder,
  element: Pick<Node, 'id' | 'name' | 'dateCreated' | 'dateModified'>,
): readonly KeysetValue[] {
  return [field === 'Name' ? sortKeyOf(element.name) : element[properties[field]], element.id];
}

/** Node paths: the ids from the root to a node, each followed by a slash. A subtree is a prefix. */

/** Path of a child, or of a root when `parentPath` is empty. */
export function childPath(parentPath: string, id: string): string {
  return `${parentPath}${id}/`;
}

/** Ids from the root to the node itself. */
export function idsOnPath(path: string): readonly string[] {
  return path.split('/').filter((id) => id !== '');
}

/** Path of the node above; empty for a root. */
export function parentPath(path: string): string {
  return path.replace(/[^/]*\/$/, '');
}

/** The beginning of a path that ends with a node on it. */
export function pathUpTo(path: string, id: string): string {
  return path.slice(0, path.indexOf(id) + id.length + 1);
}

/** Ids from the node itself up to the root. */
export function idsUpwards(path: string): readonly string[] {
  return idsOnPath(path).toReversed();
}

/** Number of nodes from the root to the node itself. */
export function depthOf(path: string): number {
  return idsOnPath(path).length;
}

/** Query for a node and everything below it. Ids hold no wildcards, so the prefix needs no escaping. */
export function inSubtree(path: string): { readonly $like: string } {
  return { $like: `${path}%` };
}
