import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Node } from '../../tree/node.entity.js';

/** The uses of an organization with a limit, in a month. */
export const OrganizationUse = defineEntity({
  name: 'OrganizationUse',
  tableName: 'organization_use',
  primaryKeys: ['organizationId', 'month'],
  properties: {
    organizationId: () =>
      p.manyToOne(Node).mapToPk().primary().fieldName('organization_id').deleteRule('cascade'),
    /** `YYYY-MM`, UTC. */
    month: p.string().primary(),
    scans: p.integer(),
  },
});
export type OrganizationUse = InferEntity<typeof OrganizationUse>;
