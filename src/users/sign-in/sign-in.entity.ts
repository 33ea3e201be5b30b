import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Node } from '../../tree/node.entity.js';
import { AccessToken } from '../sessions/access-token.entity.js';
import { User } from '../user.entity.js';
import type { SignInRule, SignInTrial } from './sign-in.rules.js';

/** `Trial` shows its administrators what would happen; `Active` lets people in; `Only` refuses passwords besides. */
export const signInModes = ['Trial', 'Active', 'Only'] as const;
export type SignInMode = (typeof signInModes)[number];

/** A provider of OpenID Connect whose users log in to an organization and those below it. */
export const SignInProvider = defineEntity({
  name: 'SignInProvider',
  tableName: 'sign_in_provider',
  properties: {
    id: p.uuid().primary(),
    organizationId: () => p.manyToOne(Node).mapToPk().fieldName('organization_id').deleteRule('cascade'),
    name: p.text(),
    issuer: p.text(),
    clientId: p.text(),
    /** Encrypted; null for public clients. */
    clientSecretCipher: p.text().nullable(),
    mode: p.string().$type<(typeof signInModes)[number]>(),
    /** Whether the page of the log-in offers it to everybody. */
    isOffered: p.boolean(),
    rules: p.json<readonly SignInRule[]>(),
    /** The administrator whose password counts in the mode `Only`, should the provider be away. */
    emergencyUserId: () =>
      p.manyToOne(User).mapToPk().fieldName('emergency_user_id').nullable().deleteRule('set null'),
    /** The last log-in in the mode `Trial`. */
    lastTrial: p.json<SignInTrial>().nullable(),
    dateCreated: p.datetime(),
    dateModified: p.datetime(),
  },
});
export type SignInProvider = InferEntity<typeof SignInProvider>;

/** Binds a user to whom a provider knows by a subject, whatever they are called there. */
export const ExternalIdentity = defineEntity({
  name: 'ExternalIdentity',
  tableName: 'external_identity',
  uniques: [{ properties: ['providerId', 'subject'] }],
  properties: {
    id: p.uuid().primary(),
    providerId: () => p.manyToOne(SignInProvider).mapToPk().fieldName('provider_id').deleteRule('cascade'),
    subject: p.string(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade'),
    dateCreated: p.datetime(),
  },
});
export type ExternalIdentity = InferEntity<typeof ExternalIdentity>;

/** The session at the provider that a session here began with, so that the one ends with the other. */
export const SignInSession = defineEntity({
  name: 'SignInSession',
  tableName: 'sign_in_session',
  properties: {
    tokenId: () => p.manyToOne(AccessToken).mapToPk().primary().fieldName('token_id').deleteRule('cascade'),
    providerId: () => p.manyToOne(SignInProvider).mapToPk().fieldName('provider_id').deleteRule('cascade'),
    subject: p.string(),
    /** The provider's name for its session. */
    sid: p.string().nullable(),
  },
});
export type SignInSession = InferEntity<typeof SignInSession>;
