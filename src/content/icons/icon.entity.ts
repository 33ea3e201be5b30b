import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Node } from '../../tree/node.entity.js';

/** An icon of at most 64 x 64 pixels, offered to every document below its node. Its picture is a stored file. */
export const Icon = defineEntity({
  name: 'Icon',
  tableName: 'icon',
  properties: {
    id: p.uuid().primary(),
    nodeId: () => p.manyToOne(Node).mapToPk().fieldName('node_id').deleteRule('cascade'),
    name: p.text().nullable(),
    /** Comma-separated values in one string. */
    tags: p.text().nullable(),
  },
});
export type Icon = InferEntity<typeof Icon>;
