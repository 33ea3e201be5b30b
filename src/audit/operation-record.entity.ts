import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { LargeNumber } from '../db/rows.js';
import type { EntityManager } from '../db/database.js';

/** A value that an operation changed. */
export interface OperationChange {
  /** What carries the value: `Node`, `Title`, `Action` … */
  readonly kind: string;
  /** The element, user or picture that it belongs to. */
  readonly elementId: string | null;
  readonly languageCode: string | null;
  /** Name of the value, for example `name`. */
  readonly field: string;
  /** As text or JSON; null where there was none, and for secrets. */
  readonly before: string | null;
  /** Likewise. */
  readonly after: string | null;
}

/** One line of the operation log: who did what, when, on which element, and what it changed. */
export const OperationRecord = defineEntity({
  name: 'OperationRecord',
  tableName: 'operation_record',
  indexes: [
    { properties: ['organizationId', 'date'] },
    { properties: ['organizationId', 'chainNumber'] },
    {
      name: 'operation_record_unchained_index',
      properties: ['organizationId'],
      where: 'chain_number is null',
    },
  ],
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    date: p.datetime(),
    user: p.text(),
    userId: p.uuid().nullable(),
    operation: p.text(),
    nodeId: p.uuid().nullable(),
    /** The element of the tree, the user or the picture, with its kind and name at that time. */
    elementId: p.uuid().nullable(),
    elementType: p.text().default(''),
    elementName: p.text().default(''),
    /** Node path of the element at that time; empty for what is not in the tree. */
    path: p.text().default(''),
    changes: p.json<readonly OperationChange[]>().nullable(),
    /** Changes beyond those that are kept. */
    changesLeftOut: p.integer().default(0),
    /** Its place in the chain of the organization, and its hash; null until it is chained. */
    chainNumber: p.type(LargeNumber).nullable(),
    chainHash: p.text().nullable(),
  },
});
export type OperationRecord = InferEntity<typeof OperationRecord>;

/** Chained entries of an organization behind a number, in the order of their chain; those that share one by their ids. */
export async function chainedAfter(
  em: EntityManager,
  organizationId: string,
  number: number,
  limit: number,
): Promise<readonly OperationRecord[]> {
  return em.find(
    OperationRecord,
    { organizationId, chainNumber: { $gt: number } },
    { orderBy: { chainNumber: 'asc', id: 'asc' }, limit, disableIdentityMap: true },
  );
}
