import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { AccessToken } from './access-token.entity.js';

/** From where, and with what, a log-in was last used. It stands apart: what is remembered of a token does not change with it. */
export const SessionUse = defineEntity({
  name: 'SessionUse',
  tableName: 'session_use',
  properties: {
    tokenId: () => p.manyToOne(AccessToken).mapToPk().primary().fieldName('token_id').deleteRule('cascade'),
    /** The browser's or program's own word (`User-Agent`). */
    device: p.text(),
    /** The address; of IPv6 its /64. */
    network: p.text(),
    dateLast: p.datetime(),
  },
});
export type SessionUse = InferEntity<typeof SessionUse>;
