import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { LargeNumber } from '../../db/rows.js';

/** The head of the chain over the operation log of an organization, and where the chain begins. It outlives the organization. */
export const AuditChain = defineEntity({
  name: 'AuditChain',
  tableName: 'audit_chain',
  properties: {
    organizationId: p.uuid().primary(),
    /** Number and hash of the last entry. */
    number: p.type(LargeNumber),
    hash: p.text(),
    /** Number and hash of the last entry that retention has removed; 0 and the chain's beginning before that. */
    removedThrough: p.type(LargeNumber),
    removedHash: p.text(),
    /** Signature of all that by the key of the server, which the database does not hold. */
    seal: p.text(),
  },
});
export type AuditChain = InferEntity<typeof AuditChain>;
