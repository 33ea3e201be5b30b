import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { roles } from '../access/permissions.js';
import { Node } from '../tree/node.entity.js';
import { foldText } from '../kernel/text-fold.js';

export const UserRole = defineEntity({
  name: 'UserRole',
  tableName: 'user_role',
  properties: {
    userId: () => p.manyToOne(User).mapToPk().primary().fieldName('user_id').deleteRule('cascade'),
    role: p.string().$type<(typeof roles)[number]>().primary(),
  },
});
export type UserRole = InferEntity<typeof UserRole>;

export const userStatuses = ['Active', 'Inactive', 'Pending'] as const;
export type UserStatus = (typeof userStatuses)[number];
export const genders = ['Male', 'Female', 'Unknown'] as const;
export type Gender = (typeof genders)[number];

interface Names {
  readonly userName: string;
  readonly mail: string;
  readonly firstName?: string | null;
  readonly lastName?: string | null;
}

function searchTextOf({ userName, mail, firstName, lastName }: Names): string {
  return foldText([userName, mail, firstName ?? '', lastName ?? ''].join(' '));
}

export const User = defineEntity({
  name: 'User',
  tableName: 'user_account',
  properties: {
    id: p.uuid().primary(),
    organizationId: () => p.manyToOne(Node).mapToPk().fieldName('organization_id').deleteRule('cascade'),
    userName: p.text(),
    /** Folded user name (NFKC, lower case): unique across the platform, because a login names no organization. */
    userNameKey: p.string().unique(),
    mail: p.text(),
    /** Folded mail, for password recovery. */
    mailKey: p.string().index(),
    firstName: p.text().nullable(),
    lastName: p.text().nullable(),
    /** User name, mail, first and last name as searches compare them; kept by the entity itself. */
    searchFolded: p.text().onCreate(searchTextOf).onUpdate(searchTextOf),
    /** argon2id in PHC form; null while no password was set. */
    passwordHash: p.text().nullable(),
    status: p.string().$type<(typeof userStatuses)[number]>(),
    gender: p.string().$type<(typeof genders)[number]>().default('Unknown'),
    dateCreated: p.datetime(),
    dateModified: p.datetime(),
  },
});
export type User = InferEntity<typeof User>;

/** About what a user wants mails, and in which language; without a row about all, in that of the organization. */
export const MailChoice = defineEntity({
  name: 'MailChoice',
  tableName: 'mail_choice',
  properties: {
    userId: () => p.manyToOne(User).mapToPk().primary().fieldName('user_id').deleteRule('cascade'),
    /** Comments and reviews. */
    aboutComments: p.boolean(),
    /** What is new in the inbox, once a day. */
    aboutInbox: p.boolean().default(false),
    /** The day, by the clocks of the organization, on which the inbox was looked at last for it. */
    inboxDay: p.string().nullable(),
    /** Ids of the items that were there then. */
    inboxTold: p.json<readonly string[]>().nullable(),
    languageCode: p.string().nullable(),
  },
});
export type MailChoice = InferEntity<typeof MailChoice>;
