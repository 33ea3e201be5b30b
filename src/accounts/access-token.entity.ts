import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from './user.entity.js';

/** A bearer token or a password recovery token. Only the SHA-256 of the secret is kept. */
export const AccessToken = defineEntity({
  name: 'AccessToken',
  tableName: 'access_token',
  properties: {
    id: p.uuid().primary(),
    tokenHash: p.string().unique(),
    purpose: p.string().$type<'Bearer' | 'PasswordRecovery'>(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade'),
    dateCreated: p.datetime(),
    dateExpires: p.datetime(),
    dateRevoked: p.datetime().nullable(),
  },
});
export type AccessToken = InferEntity<typeof AccessToken>;
