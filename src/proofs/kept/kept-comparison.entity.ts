import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Node } from '../../tree/node.entity.js';

/** The result of a comparison of two PDFs, kept for reports and to be shown to others; its bytes are a stored file. */
export const KeptComparison = defineEntity({
  name: 'KeptComparison',
  tableName: 'kept_comparison',
  properties: {
    id: p.uuid().primary(),
    organizationId: () => p.manyToOne(Node).mapToPk().fieldName('organization_id').deleteRule('cascade'),
    referenceName: p.text(),
    queryName: p.text(),
    dateCreated: p.datetime(),
    /** Later where a link is good for longer. */
    dateExpires: p.datetime().index(),
  },
});
export type KeptComparison = InferEntity<typeof KeptComparison>;
