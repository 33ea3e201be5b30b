import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { Role } from '../../access/permissions.js';
import { Node } from '../../tree/node.entity.js';
import { User } from '../user.entity.js';

/** An application that shows a code of six digits every half minute (RFC 6238). */
export const Authenticator = defineEntity({
  name: 'Authenticator',
  tableName: 'authenticator',
  properties: {
    userId: () => p.manyToOne(User).mapToPk().primary().fieldName('user_id').deleteRule('cascade'),
    /** The shared secret, encrypted. */
    secretCipher: p.text(),
    /** The half minute since 1970 of the last code that was taken: none is taken twice. */
    lastStep: p.integer(),
    dateCreated: p.datetime(),
  },
});
export type Authenticator = InferEntity<typeof Authenticator>;

/** A key pair on somebody's device; the private one never leaves it (Web Authentication, level 3). */
export const Passkey = defineEntity({
  name: 'Passkey',
  tableName: 'passkey',
  properties: {
    id: p.uuid().primary(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade'),
    name: p.text(),
    /** As base64url. */
    credentialId: p.text().unique(),
    /** Of COSE, as base64url. */
    publicKey: p.text(),
    /** How often the device says that it was used; it never goes back. Some always say 0. */
    counter: p.bigint('number'),
    /** The host name that it was made for. */
    host: p.text(),
    /** How the device is reached: `internal`, `usb` … */
    transports: p.json<readonly string[]>(),
    dateCreated: p.datetime(),
    dateLastUsed: p.datetime().nullable(),
  },
});
export type Passkey = InferEntity<typeof Passkey>;

/** Stands in for a device that was lost, once. Only a hash under the server's key is kept. */
export const RecoveryCode = defineEntity({
  name: 'RecoveryCode',
  tableName: 'recovery_code',
  properties: {
    codeHash: p.string().primary(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade'),
    dateCreated: p.datetime(),
  },
});
export type RecoveryCode = InferEntity<typeof RecoveryCode>;

/** Users with one of the roles, in an organization or below it, prove who they are in two ways. */
export const SecondFactorRule = defineEntity({
  name: 'SecondFactorRule',
  tableName: 'second_factor_rule',
  properties: {
    organizationId: () =>
      p.manyToOne(Node).mapToPk().primary().fieldName('organization_id').deleteRule('cascade'),
    roles: p.json<readonly Role[]>(),
    /** The administrator for whom the rule does not hold. */
    emergencyUserId: () =>
      p.manyToOne(User).mapToPk().fieldName('emergency_user_id').nullable().deleteRule('set null'),
  },
});
export type SecondFactorRule = InferEntity<typeof SecondFactorRule>;
