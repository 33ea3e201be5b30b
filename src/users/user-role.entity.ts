import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { roles } from '../access/roles.js';
import { User } from './user.entity.js';

export const UserRole = defineEntity({
  name: 'UserRole',
  tableName: 'user_role',
  properties: {
    userId: () => p.manyToOne(User).mapToPk().primary().fieldName('user_id').deleteRule('cascade'),
    role: p.string().$type<(typeof roles)[number]>().primary(),
  },
});
export type UserRole = InferEntity<typeof UserRole>;
