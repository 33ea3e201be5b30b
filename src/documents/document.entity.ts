import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Node } from '../tree/node.entity.js';
import type { DrawingWarning } from '../kernel/drawing-warning.js';

/** A link by which somebody without an account sees what readers would get of a document. */
export const PreviewLink = defineEntity({
  name: 'PreviewLink',
  tableName: 'preview_link',
  properties: {
    id: p.uuid().primary(),
    documentId: () => p.manyToOne(Node).mapToPk().fieldName('document_id').deleteRule('cascade'),
    /** SHA-256 of the code in hex; the code itself is shown once. */
    codeHash: p.string().unique(),
    /** The user who made it. */
    user: p.text(),
    /** Null where no user made it. It ends when that user may not log in any more. */
    userId: p.uuid().nullable(),
    dateCreated: p.datetime(),
    dateExpires: p.datetime(),
    /** Whether those who have it may comment. */
    mayComment: p.boolean().default(false),
  },
});
export type PreviewLink = InferEntity<typeof PreviewLink>;

/** Somebody without an account who has given a name to comment by a link. */
export const PreviewGuest = defineEntity({
  name: 'PreviewGuest',
  tableName: 'preview_guest',
  uniques: [{ properties: ['linkId', 'nameKey'] }],
  properties: {
    id: p.uuid().primary(),
    linkId: () => p.manyToOne(PreviewLink).mapToPk().fieldName('link_id').deleteRule('cascade'),
    name: p.text(),
    /** The name as names are compared. */
    nameKey: p.string(),
    /** SHA-256 of what their browser keeps, in hex. */
    keyHash: p.string().unique(),
    dateCreated: p.datetime(),
  },
});
export type PreviewGuest = InferEntity<typeof PreviewGuest>;

export const activityStatuses = ['Active', 'Inactive'] as const;
export type ActivityStatus = (typeof activityStatuses)[number];

export const processingStates = ['Pending', 'Processing', 'Ready', 'Failed'] as const;
export type ProcessingState = (typeof processingStates)[number];

export interface PageReplacement {
  /** For each page of the file the page that it continues; null for a new one. Absent until pages were compared. */
  readonly pages?: readonly (string | null)[];
  /** Pages that were there before, in order. */
  readonly before: readonly string[];
  /** The user who replaced the file. */
  readonly user: string;
}

/** The members of a document beyond its node. Its pages are the images below it. */
export const Document = defineEntity({
  name: 'Document',
  tableName: 'document',
  properties: {
    id: () => p.oneToOne(Node).mapToPk().primary().owner().fieldName('id').deleteRule('cascade'),
    defaultLanguage: p.string(),
    /** MIME type of the uploaded file, decided by its content. */
    contentType: p.string(),
    /** Its maker, as the operation log names them; null where that was not kept yet. */
    madeBy: p.text().nullable(),
    status: p.string().$type<(typeof activityStatuses)[number]>(),
    /** When readers are shown it, as `checkedTimeWindow` writes it; null: always. */
    timeWindow: p.text().nullable(),
    processing: p.string().$type<(typeof processingStates)[number]>().default('Pending'),
    /** Why processing failed, or why what is ready was not activated, in words for the publisher. */
    failureReason: p.text().nullable(),
    /** While its file is replaced: which pages go on as which, by id; null where nothing is replaced. */
    replacement: p.json<PageReplacement>().nullable(),
    /** Pages of the file before the present one, in order, as long as that is kept; null without one. */
    earlierPages: p.json<readonly string[]>().nullable(),
    /** Since when its history is kept; null for one that is as old as the document. */
    historyBegins: p.datetime().nullable(),
    /** When the present file replaced it. */
    dateReplaced: p.datetime().nullable(),
    /** Parts of its file that are not drawn as they are printed, of all pages; null where that is unknown. */
    warnings: p.json<readonly DrawingWarning[]>().nullable(),
    pagesTotal: p.integer().nullable(),
    pagesDone: p.integer().default(0),
  },
});
export type Document = InferEntity<typeof Document>;
