import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../user.entity.js';

/**
 * `Session` lies in a browser's cookie; `LoginLink` starts a session once. `SessionStep` and `BearerStep` stand for a log-in whose
 * password was right, `FactorSetup` for a second factor that is being set up.
 */
export type TokenPurpose =
  | 'Bearer'
  | 'PasswordRecovery'
  | 'Session'
  | 'LoginLink'
  | 'SessionStep'
  | 'BearerStep'
  | 'FactorSetup';

/** A secret that stands for a user. Only its SHA-256 is kept. */
export const AccessToken = defineEntity({
  name: 'AccessToken',
  tableName: 'access_token',
  properties: {
    id: p.uuid().primary(),
    tokenHash: p.string().unique(),
    purpose: p.string().$type<TokenPurpose>(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade'),
    dateCreated: p.datetime(),
    dateExpires: p.datetime(),
    dateRevoked: p.datetime().nullable(),
  },
});
export type AccessToken = InferEntity<typeof AccessToken>;
