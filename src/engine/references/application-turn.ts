/** Who changes references of an application: one after the other, each change under the next number. */
import { LockMode, raw } from '@mikro-orm/core';
import { setTimeout as wait } from 'node:timers/promises';
import type { EntityManager } from '../../db/database.js';
import type { ReferenceChange } from '../../engine-host/indexes/reference-feed.js';
import type { Vision } from '../../engine-host/vision.js';
import { EngineError } from '../../engine-host/engine-error.js';
import { Application } from '../application.entity.js';

/** Waits between attempts to bring the index up to date while its queue is full. */
const APPLY_RETRIES_MS = [50, 100, 200, 400, 800, 1600] as const;

/** Writers of one application follow each other, so that two additions of a new id do not both make it. */
export async function takeTurn(em: EntityManager, applicationId: string) {
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const fields = ['id', 'organizationId', 'keepsThumbnails'] as const;
  return em.findOne(Application, applicationId, { fields, lockMode, refresh: true });
}

/** The first of `count` new numbers. The update locks the application's row until the transaction ends. */
export async function takeNumbers(em: EntityManager, applicationId: string, count: number): Promise<number> {
  await em.nativeUpdate(Application, { id: applicationId }, { sequence: raw('sequence + ?', [count]) });
  const application = await em.findOneOrFail(Application, applicationId, {
    fields: ['sequence'],
    refresh: true,
  });
  return application.sequence - count + 1;
}

/** Within a transaction that changed references: the number of its last change. */
export async function lastChange(em: EntityManager, { id }: Pick<Application, 'id'>): Promise<number> {
  const { sequence } = await em.findOneOrFail(Application, id, { fields: ['sequence'], refresh: true });
  return sequence;
}

/** Brings an index up to date. The changes are durable: a full queue only delays them, and a closing engine reads them when it
 * opens again. */
export async function applyChanges(
  vision: Pick<Vision, 'apply'>,
  applicationId: string,
  changes: readonly ReferenceChange[],
): Promise<void> {
  for (const delayMs of [...APPLY_RETRIES_MS, null]) {
    try {
      await vision.apply(applicationId, changes);
      return;
    } catch (error) {
      if (error instanceof EngineError && error.code === 'CLOSED') return;
      const isBusy = error instanceof EngineError && error.code === 'QUEUE_FULL';
      if (!isBusy || delayMs === null) throw error;
      await wait(delayMs);
    }
  }
}
