import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

export const creditDirections = ['Give', 'Take'] as const;
export type CreditDirection = (typeof creditDirections)[number];

/** A movement of page credits: between two organizations, from the operator (no source), or for an activation. */
export const CreditTransfer = defineEntity({
  name: 'CreditTransfer',
  tableName: 'credit_transfer',
  properties: {
    id: p.uuid().primary(),
    sourceOrganizationId: p.uuid().nullable().index(),
    targetOrganizationId: p.uuid().nullable().index(),
    /** Pages, always positive. */
    amount: p.integer(),
    direction: p.string().$type<(typeof creditDirections)[number]>(),
    userId: p.uuid().nullable(),
    dateCreated: p.datetime(),
  },
});
export type CreditTransfer = InferEntity<typeof CreditTransfer>;

export const pageMovementKinds = ['Activation', 'Deactivation'] as const;
export type PageMovementKind = (typeof pageMovementKinds)[number];

/** Pages that became active for the first time, or stopped being active: what the counters of an account sum up. */
export const PageMovement = defineEntity({
  name: 'PageMovement',
  tableName: 'page_movement',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().index(),
    kind: p.string().$type<(typeof pageMovementKinds)[number]>(),
    /** Always positive. */
    pages: p.integer(),
    dateCreated: p.datetime(),
  },
});
export type PageMovement = InferEntity<typeof PageMovement>;
