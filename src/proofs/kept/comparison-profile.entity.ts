import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Node } from '../../tree/node.entity.js';
import type { ProfileSettings } from '../profiles.js';

/** Settings of comparisons under a name that an organization gave them. */
export const ComparisonProfile = defineEntity({
  name: 'ComparisonProfile',
  tableName: 'comparison_profile',
  properties: {
    id: p.uuid().primary(),
    organizationId: () => p.manyToOne(Node).mapToPk().fieldName('organization_id').deleteRule('cascade'),
    name: p.text(),
    settings: p.json().$type<ProfileSettings>(),
    dateModified: p.datetime(),
  },
});
export type ComparisonProfile = InferEntity<typeof ComparisonProfile>;
