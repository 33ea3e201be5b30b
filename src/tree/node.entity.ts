import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { foldText, sortKeyOf } from '../kernel/text-fold.js';

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

export const nodeTypes = ['Organization', 'Folder', 'Document', 'Image', 'Zone'] as const;
export type NodeType = (typeof nodeTypes)[number];

/**
 * The hierarchy: Organization > Folder > Document > Image > Zone. A node shares its id with the element it stands
 * for and carries what every element has: place, name, order and dates. Folders are nodes and nothing more.
 */
export const Node = defineEntity({
  name: 'Node',
  tableName: 'node',
  indexes: [{ properties: ['type', 'path'] }],
  properties: {
    id: p.uuid().primary(),
    type: p.string().$type<(typeof nodeTypes)[number]>(),
    parentId: () => p.manyToOne(Node).mapToPk().fieldName('parent_id').nullable().deleteRule('cascade'),
    /** The organization that the node belongs to; an organization's own id for itself. */
    organizationId: p.uuid().index(),
    /**
     * Ids from the root to the node itself, each followed by a slash: a subtree is a prefix of it. Compared byte by byte on
     * PostgreSQL, too, where only then an index finds a prefix.
     */
    path: p.text().index().ignoreSchemaChanges('collation'),
    name: p.text(),
    /** The name as searches compare it; kept by the entity itself. */
    nameFolded: p
      .text()
      .onCreate(({ name }: { name: string }) => foldText(name))
      .onUpdate(({ name }: { name: string }) => foldText(name)),
    /** The name as lists sort it; kept by the entity itself. */
    nameSortKey: p
      .text()
      .onCreate(({ name }: { name: string }) => sortKeyOf(name))
      .onUpdate(({ name }: { name: string }) => sortKeyOf(name)),
    /** Place among the siblings of the same type, from 1 (pages, zones); 0 where the order is by name. */
    order: p.integer().default(0),
    dateCreated: p.datetime(),
    /** Moves with every change of the element, of its texts, and of what lies directly in it. */
    dateModified: p.datetime(),
    /** When the element was itself changed last: its version. A content change never writes it, so that neither undoes the other. */
    dateOwnChange: p.datetime().nullable(),
  },
});
export type Node = InferEntity<typeof Node>;
