import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Node } from '../../tree/node.entity.js';

export const propertyTypes = ['Icon', 'Style'] as const;
export const stylePropertyNames = ['ActionStyle', 'TitleStyle'] as const;

/** A default of a node: a style for the titles or actions below it that define none, or an icon. */
export const Property = defineEntity({
  name: 'Property',
  tableName: 'property',
  uniques: [{ properties: ['nodeId', 'type', 'name'] }],
  properties: {
    id: p.uuid().primary(),
    nodeId: () => p.manyToOne(Node).mapToPk().fieldName('node_id').deleteRule('cascade'),
    type: p.string().$type<(typeof propertyTypes)[number]>(),
    name: p.string(),
    value: p.text().nullable(),
  },
});
export type Property = InferEntity<typeof Property>;
