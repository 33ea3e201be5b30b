import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Node } from '../../tree/node.entity.js';
import { User } from '../user.entity.js';

/** A role that an organization made of operations of the access table. */
export const MadeRole = defineEntity({
  name: 'MadeRole',
  tableName: 'made_role',
  properties: {
    id: p.uuid().primary(),
    organizationId: () => p.manyToOne(Node).mapToPk().fieldName('organization_id').deleteRule('cascade'),
    name: p.text(),
    /** As it was made; what these operations bring is added when they are asked for. */
    operations: p.json<readonly string[]>(),
    /** Ids of folders that it is limited to, also of folders that are gone by now; null for the whole organization. */
    placeIds: p.json<readonly string[]>().nullable(),
    dateCreated: p.datetime(),
    dateModified: p.datetime(),
  },
});
export type MadeRole = InferEntity<typeof MadeRole>;

/** Holders of a made role, who are users of its organization. */
export const UserMadeRole = defineEntity({
  name: 'UserMadeRole',
  tableName: 'user_made_role',
  properties: {
    userId: () => p.manyToOne(User).mapToPk().primary().fieldName('user_id').deleteRule('cascade'),
    roleId: () => p.manyToOne(MadeRole).mapToPk().primary().fieldName('role_id').deleteRule('cascade'),
  },
});
export type UserMadeRole = InferEntity<typeof UserMadeRole>;
