/** Orders that lists of elements can have. */
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
