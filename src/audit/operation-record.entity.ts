import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** One line of the operation log: who did what, when, on which element. */
export const OperationRecord = defineEntity({
  name: 'OperationRecord',
  tableName: 'operation_record',
  indexes: [{ properties: ['organizationId', 'date'] }],
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    date: p.datetime(),
    user: p.text(),
    operation: p.text(),
    nodeId: p.uuid().nullable(),
  },
});
export type OperationRecord = InferEntity<typeof OperationRecord>;
