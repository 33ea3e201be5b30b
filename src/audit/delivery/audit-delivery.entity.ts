import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { LargeNumber } from '../../db/rows.js';
import { Node } from '../../tree/node.entity.js';

/** `Bucket` is the one that the operator names (LOUPE_AUDIT_URL), `Address` receives signed messages. */
export const auditTargets = ['Bucket', 'Address'] as const;
export type AuditTarget = (typeof auditTargets)[number];

/** Where the operation log of an organization is sent as it grows, and how far it has come. */
export const AuditDelivery = defineEntity({
  name: 'AuditDelivery',
  tableName: 'audit_delivery',
  properties: {
    organizationId: () =>
      p.manyToOne(Node).mapToPk().primary().fieldName('organization_id').deleteRule('cascade'),
    target: p.string().$type<(typeof auditTargets)[number]>(),
    /** Null for the bucket. */
    url: p.text().nullable(),
    /** The secret that messages are signed with, encrypted; null for the bucket. */
    secretCipher: p.text().nullable(),
    isActive: p.boolean(),
    /** Number of the last entry that has arrived. */
    deliveredThrough: p.type(LargeNumber),
    dateDelivered: p.datetime().nullable(),
    /** Attempts in a row that failed, and why the last one did. */
    attempts: p.integer(),
    lastError: p.text().nullable(),
    nextAttempt: p.datetime(),
    dateModified: p.datetime(),
  },
});
export type AuditDelivery = InferEntity<typeof AuditDelivery>;
