import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

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
