import { type EntityName, LockMode } from '@mikro-orm/core';
import { inParts } from './in-parts.js';
import { requireState, type ElementState, type Precondition } from '../kernel/precondition.js';
import type { AbstractSqlDriver, SqlEntityManager } from '@mikro-orm/sqlite';

export type EntityManager = SqlEntityManager<AbstractSqlDriver>;

/** Refreshes the loaded entities among `keys` after rows were written past the entity manager. */
export async function refreshLoaded<Row extends object>(
  em: EntityManager,
  entity: EntityName<Row>,
  key: keyof Row & string,
  keys: readonly (string | number)[],
): Promise<void> {
  const unitOfWork = em.getUnitOfWork();
  const loaded = keys.filter((each) => unitOfWork.getById(entity, each as never) !== undefined);
  for (const part of inParts(loaded)) {
    await em.find(entity, { [key]: { $in: part } } as never, { refresh: true });
  }
}

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
