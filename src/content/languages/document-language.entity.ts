import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Node } from '../../tree/node.entity.js';

/** A language that a document is offered in. */
export const DocumentLanguage = defineEntity({
  name: 'DocumentLanguage',
  tableName: 'document_language',
  properties: {
    documentId: () => p.manyToOne(Node).mapToPk().primary().fieldName('document_id').deleteRule('cascade'),
    languageCode: p.string().primary(),
  },
});
export type DocumentLanguage = InferEntity<typeof DocumentLanguage>;
