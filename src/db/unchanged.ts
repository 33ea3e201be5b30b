/** Preconditions inside a transaction. */
import { LockMode } from '@mikro-orm/core';
import { requireState, type ElementState, type Precondition } from '../kernel/precondition.js';
import type { EntityManager } from './database.js';

/**
 * Refuses a change when the row is not what the caller has seen. The row is locked and read again first, so that nobody
 * changes it between this and the commit, on whatever server.
 *
 * @param row without changes that are not written yet
 * @param precondition undefined checks nothing
 * @throws LoupeError CHANGED_MEANWHILE
 */
export async function requireUnchanged<Row extends object>(
  em: EntityManager,
  precondition: Precondition | undefined,
  row: Row,
  stateOf: (row: Row) => ElementState | Promise<ElementState>,
): Promise<void> {
  if (precondition === undefined) return;
  const current = await em.refresh(row, { lockMode: LockMode.PESSIMISTIC_WRITE });
  requireState(precondition, current === null ? null : await stateOf(row));
}
