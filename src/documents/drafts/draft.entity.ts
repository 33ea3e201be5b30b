import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Node } from '../../tree/node.entity.js';

/** Changes of the titles, actions and zones of a document that readers do not get yet. A document has one draft at most. */
export const Draft = defineEntity({
  name: 'Draft',
  tableName: 'draft',
  uniques: [{ properties: ['documentId'] }],
  properties: {
    id: p.uuid().primary(),
    documentId: () => p.manyToOne(Node).mapToPk().fieldName('document_id').deleteRule('cascade'),
    /** The user who started it. */
    user: p.text(),
    userId: p.uuid().nullable(),
    dateCreated: p.datetime(),
    /** Grows with each change. */
    dateModified: p.datetime(),
    /** Ids of zones that only the draft had and that it deleted, the newest last; null for none. */
    formerZones: p.json<readonly string[]>().nullable(),
    /** When it is published by itself; null for by hand. */
    publishAt: p.datetime().nullable().index(),
    /** The user who set the date, with whose rights it is published. */
    publishUser: p.text().nullable(),
    publishUserId: p.uuid().nullable(),
    /** Why it could not be published at its date; null while it waits. */
    publishStopped: p.text().nullable(),
  },
});
export type Draft = InferEntity<typeof Draft>;

/** The state that a draft makes of one title, action or zone. */
export const DraftChange = defineEntity({
  name: 'DraftChange',
  tableName: 'draft_change',
  uniques: [{ properties: ['draftId', 'subject'] }],
  indexes: [{ properties: ['subject'] }],
  properties: {
    id: p.uuid().primary(),
    draftId: () => p.manyToOne(Draft).mapToPk().fieldName('draft_id').deleteRule('cascade'),
    /** Which title or action, as `keyOf` names it, or which zone, as `zoneSubject` does. */
    subject: p.text(),
    /** JSON: a `Replaced` or `ReplacedZone`, from what readers got when it was first changed to what they will get. */
    replaced: p.text(),
    /** Characters of `replaced`. */
    length: p.integer(),
    /** The user who changed it last. */
    user: p.text(),
    userId: p.uuid().nullable(),
    dateCreated: p.datetime(),
    dateModified: p.datetime(),
  },
});
export type DraftChange = InferEntity<typeof DraftChange>;
