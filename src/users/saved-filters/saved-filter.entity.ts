import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { ActivityStatus } from '../../documents/document.entity.js';
import type { NodeOrder } from '../../tree/node-path.js';
import { User } from '../user.entity.js';

/** A filter of the library under the name that its user gave it. */
export const SavedFilter = defineEntity({
  name: 'SavedFilter',
  tableName: 'saved_filter',
  uniques: [{ properties: ['userId', 'nameKey'] }],
  properties: {
    id: p.uuid().primary(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade'),
    name: p.text(),
    /** The name as names are compared. */
    nameKey: p.string(),
    nameContains: p.text(),
    status: p.string().$type<ActivityStatus>().nullable(),
    /** Changed within this number of days; null: whenever. */
    updatedWithinDays: p.integer().nullable(),
    /** Whether it also looks into the folders below. */
    isRecursive: p.boolean(),
    orderField: p.string().$type<NodeOrder['field']>(),
    orderDirection: p.string().$type<NodeOrder['direction']>(),
  },
});
export type SavedFilter = InferEntity<typeof SavedFilter>;
