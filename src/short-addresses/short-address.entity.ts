import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Node } from '../tree/node.entity.js';

/** An address that is short enough to be printed, and leads to a document, page, zone or action. */
export const ShortAddress = defineEntity({
  name: 'ShortAddress',
  tableName: 'short_address',
  uniques: [{ properties: ['gtin', 'linkType'] }],
  properties: {
    id: p.uuid().primary(),
    /** In small letters. */
    code: p.string().unique(),
    /** Document, page or zone: where it leads, or whose action it opens. */
    elementId: () => p.manyToOne(Node).mapToPk().fieldName('element_id').deleteRule('cascade'),
    /** The action that it opens; null for the element. It stays when the action goes, since history may bring that back. */
    actionId: p.uuid().nullable(),
    /** GTIN of 14 digits whose digital link it is; null for none. */
    gtin: p.string().nullable(),
    /** Kind of that link in the words of GS1, without a prefix. */
    linkType: p.string().nullable(),
    /** How often it was opened. */
    visits: p.integer().default(0),
    dateVisited: p.datetime().nullable(),
    user: p.text(),
    dateCreated: p.datetime(),
    dateModified: p.datetime(),
  },
});
export type ShortAddress = InferEntity<typeof ShortAddress>;
