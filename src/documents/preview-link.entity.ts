import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Node } from '../tree/node.entity.js';

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
  },
});
export type PreviewLink = InferEntity<typeof PreviewLink>;
