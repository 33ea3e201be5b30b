import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Node } from '../../tree/node.entity.js';
import type { DraftReview } from '../drafts/draft.entity.js';

/** An operation and its subject. */
export interface ChangeOperation {
  /** `noun:verb`, as in the operation log. */
  readonly operation: string;
  readonly elementId: string | null;
  readonly elementType: string;
  /** At that time. */
  readonly elementName: string;
  /** Of a zone: the name of its page at that time. Absent from what was kept before pages were named. */
  readonly pageName?: string | null;
}

/** One change of a document in its history: everything that one transaction did to it. */
export const DocumentChange = defineEntity({
  name: 'DocumentChange',
  tableName: 'document_change',
  properties: {
    /** Grows with time. */
    id: p.uuid().primary(),
    documentId: () => p.manyToOne(Node).mapToPk().fieldName('document_id').deleteRule('cascade'),
    dateCreated: p.datetime().index(),
    user: p.text(),
    userId: p.uuid().nullable(),
    operations: p.json<readonly ChangeOperation[]>(),
    /** Operations beyond those that are kept. */
    operationsLeftOut: p.integer().default(0),
    /** JSON: a list of `Replaced`, whole. null where no title or action changed. */
    texts: p.text().nullable(),
    /** JSON: a list of `ReplacedZone`. null where no zone changed, and where it was not kept yet. */
    zones: p.text().nullable(),
    /** JSON: a list of `ReplacedLanguage`. null where no language came or went, and where it was not kept yet. */
    languages: p.text().nullable(),
    /** Characters of `texts` and `zones`. */
    textsLength: p.integer().default(0),
    /** The page whose file was replaced, and the file that it had before; null for everything else. */
    pageId: p.uuid().nullable(),
    fileId: p.uuid().nullable(),
    /** The small picture of that file; null for those that were replaced before small pictures were kept. */
    thumbnailId: p.uuid().nullable(),
    /** Of the draft that was published; null without one. */
    review: p.json<DraftReview>().nullable(),
  },
});
export type DocumentChange = InferEntity<typeof DocumentChange>;
