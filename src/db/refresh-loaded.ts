/** Entities that a transaction holds, after SQL has changed their rows. */
import type { EntityName } from '@mikro-orm/core';
import type { EntityManager } from './database.js';
import { inParts } from './in-parts.js';

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
