import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Node } from '../../tree/node.entity.js';

/** The request that somebody else looks at a draft, and its answer. */
export interface DraftReview {
  /** `Void`: the draft was changed after it was approved. */
  readonly state: 'Asked' | 'Approved' | 'Refused' | 'Void';
  readonly askedBy: string;
  readonly askedById: string | null;
  /** Times are ISO 8601. */
  readonly askedAt: string;
  /** The user who approved or refused it. */
  readonly decidedBy: string | null;
  readonly decidedById: string | null;
  readonly decidedAt: string | null;
  /** Why it was refused. */
  readonly reason: string | null;
  /** The user who changed it after it was approved. */
  readonly voidedBy: string | null;
  readonly voidedAt: string | null;
  /** SHA-256 of the changes that were approved, in hex. */
  readonly digest: string | null;
}

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
    /** Ids of all users who edited it, or whose machine tokens did; null for a draft that is older than this list. */
    authors: p.json<readonly string[]>().nullable(),
    /** null where nobody has asked for a review. */
    review: p.json<DraftReview>().nullable(),
  },
});
export type Draft = InferEntity<typeof Draft>;

/** A folder whose drafts need an approval, with those of all folders in it. */
export const FolderRule = defineEntity({
  name: 'FolderRule',
  tableName: 'folder_rule',
  properties: {
    folderId: () => p.oneToOne(Node).mapToPk().primary().owner().fieldName('folder_id').deleteRule('cascade'),
  },
});
export type FolderRule = InferEntity<typeof FolderRule>;

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
