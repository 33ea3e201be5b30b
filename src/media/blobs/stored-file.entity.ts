import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { LargeNumber } from '../../db/rows.js';

export const fileKinds = [
  'Original',
  'SmallThumbnail',
  'BigThumbnail',
  'Cover',
  'Logo',
  'Icon',
  'Archive',
  'ReferenceThumbnail',
] as const;
/** What files of elements are, as clients know them. */
export type ListedFileKind = (typeof fileKinds)[number];
/**
 * Lists leave four out. Earlier: the file of a document that another one has replaced, kept for a while. Comparison: the result of a
 * comparison of PDFs, read by this server alone. Approval: the same, approved and kept for good.
 * Pack: pages for phones, given out by addresses of their own.
 */
export type FileKind = ListedFileKind | 'Earlier' | 'Comparison' | 'Approval' | 'Pack';

/** A file in the blob store. The row is written in the transaction of its owner; bytes without a row are swept. */
export const StoredFile = defineEntity({
  name: 'StoredFile',
  tableName: 'stored_file',
  properties: {
    id: p.uuid().primary(),
    /** The element that the file belongs to: a node, an icon, a picture, an archive or an application. */
    ownerId: p.uuid().index(),
    /** The document, for files of documents, pages and zones. */
    documentId: p.uuid().nullable().index(),
    organizationId: p.uuid().index(),
    kind: p.string().$type<FileKind>(),
    contentType: p.string(),
    sizeBytes: p.type(LargeNumber),
    sha256: p.string(),
    /** Name that the uploader gave, kept as data only. */
    originalName: p.text().nullable(),
    dateCreated: p.datetime(),
  },
});
export type StoredFile = InferEntity<typeof StoredFile>;
