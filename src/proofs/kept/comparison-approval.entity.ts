import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Node } from '../../tree/node.entity.js';

/** Somebody approved how two PDFs differ. The database refuses to change it; what was approved is a stored file. */
export const ComparisonApproval = defineEntity({
  name: 'ComparisonApproval',
  tableName: 'comparison_approval',
  properties: {
    id: p.uuid().primary(),
    organizationId: () => p.manyToOne(Node).mapToPk().fieldName('organization_id').deleteRule('cascade'),
    referenceName: p.text(),
    queryName: p.text(),
    /** SHA-256 in lower-case hex. */
    referenceSha256: p.string(),
    querySha256: p.string().index(),
    /** SHA-256 of the stored file: pages, differences, decisions, who approved and when. */
    contentSha256: p.string(),
    comment: p.text(),
    user: p.text(),
    dateCreated: p.datetime(),
  },
});
export type ComparisonApproval = InferEntity<typeof ComparisonApproval>;
