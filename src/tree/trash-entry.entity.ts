import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Node } from './node.entity.js';

export const trashTypes = ['Folder', 'Document', 'Image', 'Zone', 'Picture'] as const;
export type TrashType = (typeof trashTypes)[number];

/** Something that was thrown away by itself, with all that it held; its id is the element's. */
export const TrashEntry = defineEntity({
  name: 'TrashEntry',
  tableName: 'trash_entry',
  indexes: [{ properties: ['organizationId', 'dateTrashed'] }, { properties: ['dateTrashed'] }],
  properties: {
    id: p.uuid().primary(),
    organizationId: () => p.manyToOne(Node).mapToPk().fieldName('organization_id').deleteRule('cascade'),
    type: p.string().$type<(typeof trashTypes)[number]>(),
    name: p.text(),
    /** The element that it was in; null for a picture, which lies in its organization. */
    parentId: p.uuid().nullable(),
    /** Names from the organization down to the element that it was in, as they were. */
    place: p.json<string[]>(),
    /** Place among the siblings, from 1 (pages, zones); 0 where the order is by name. */
    order: p.integer().default(0),
    /** Pages that it held, or is. */
    pages: p.integer().default(0),
    /** Credits that its pages had taken and that are free again. */
    freedCredits: p.integer().default(0),
    /** Who threw it away. */
    user: p.text(),
    dateTrashed: p.datetime(),
  },
});
export type TrashEntry = InferEntity<typeof TrashEntry>;
