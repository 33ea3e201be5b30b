import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Node } from '../../tree/node.entity.js';

/** Values that a change of many titles and actions replaced, so that it can be taken back. */
export const TextUndo = defineEntity({
  name: 'TextUndo',
  tableName: 'text_undo',
  properties: {
    id: p.uuid().primary(),
    /** The place that the change was made in. */
    nodeId: () => p.manyToOne(Node).mapToPk().fieldName('node_id').deleteRule('cascade'),
    dateCreated: p.datetime().index(),
    /** JSON: a list of pairs of what was there and what is there now. */
    replaced: p.text(),
  },
});
export type TextUndo = InferEntity<typeof TextUndo>;
