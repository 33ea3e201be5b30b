import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Node } from '../../tree/node.entity.js';
import { User } from '../user.entity.js';

/** A user whom a company's directory keeps up to date, as the directory knows them. */
export const DirectoryUser = defineEntity({
  name: 'DirectoryUser',
  tableName: 'directory_user',
  uniques: [{ properties: ['organizationId', 'userNameKey'] }],
  indexes: [{ properties: ['organizationId', 'externalId'] }],
  properties: {
    userId: () => p.manyToOne(User).mapToPk().primary().fieldName('user_id').deleteRule('cascade'),
    /** The organization whose directory it is; the user may belong to one below it. */
    organizationId: () => p.manyToOne(Node).mapToPk().fieldName('organization_id').deleteRule('cascade'),
    /** The directory's name for them. The account has another one where somebody of the platform has this one already. */
    userName: p.text(),
    userNameKey: p.string(),
    /** The directory's own id, compared exactly. */
    externalId: p.string().nullable(),
    displayName: p.text().nullable(),
  },
});
export type DirectoryUser = InferEntity<typeof DirectoryUser>;

/** A group of a company's directory. */
export const DirectoryGroup = defineEntity({
  name: 'DirectoryGroup',
  tableName: 'directory_group',
  uniques: [{ properties: ['organizationId', 'nameKey'] }],
  properties: {
    id: p.uuid().primary(),
    organizationId: () => p.manyToOne(Node).mapToPk().fieldName('organization_id').deleteRule('cascade'),
    name: p.text(),
    nameKey: p.string(),
    externalId: p.string().nullable(),
    dateCreated: p.datetime(),
    dateModified: p.datetime(),
  },
});
export type DirectoryGroup = InferEntity<typeof DirectoryGroup>;

export const DirectoryMember = defineEntity({
  name: 'DirectoryMember',
  tableName: 'directory_member',
  primaryKeys: ['groupId', 'userId'],
  properties: {
    groupId: () =>
      p.manyToOne(DirectoryGroup).mapToPk().primary().fieldName('group_id').deleteRule('cascade'),
    userId: () => p.manyToOne(User).mapToPk().primary().fieldName('user_id').deleteRule('cascade'),
  },
});
export type DirectoryMember = InferEntity<typeof DirectoryMember>;
