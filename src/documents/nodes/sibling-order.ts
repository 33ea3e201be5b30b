/** The order in which siblings are listed. */
import type { Node } from '../../tree/node.entity.js';
import { nodeTypeOrder } from '../../tree/node.rules.js';
import { compareText } from '../../kernel/text-fold.js';

type Sibling = Pick<Node, 'id' | 'type' | 'order' | 'nameSortKey'>;

/** Organizations, folders, documents, pages, zones; of one kind by order, then by name. */
export function compareSiblings(a: Sibling, b: Sibling): number {
  return (
    nodeTypeOrder.indexOf(a.type) - nodeTypeOrder.indexOf(b.type) ||
    a.order - b.order ||
    compareText(a.nameSortKey, b.nameSortKey) ||
    (a.id < b.id ? -1 : 1)
  );
}
