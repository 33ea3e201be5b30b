/** What a refused request may leave behind: nothing. Rows of every table and stored files are counted. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { EntitySchema } from '@mikro-orm/core';
import { entities } from '../../src/app/entities.js';
import { ChangeMark } from '../../src/db/change-mark.entity.js';
import type { TestApp } from './app.js';

export type Inventory = Readonly<Record<string, number>>;

/** Rows by table, and files by folder (`files`: stored; `uploads`: being received). */
export async function takeInventory(loupe: TestApp): Promise<Inventory> {
  // Entries of the log are chained a moment later, which adds a row for their organization.
  await loupe.app.services.auditSealer.seal();
  const em = loupe.app.services.database.reader();
  const counts: Record<string, number> = {};
  for (const entity of entities as readonly EntitySchema<object>[]) {
    // Every session of PostgreSQL has a row of its own there as soon as it writes.
    if (entity === ChangeMark) continue;
    counts[`rows of ${entity.meta.className}`] = await em.count(entity, {});
  }
  for (const folder of ['files', 'uploads']) {
    counts[`files in ${folder}`] = await countFiles(join(loupe.folder, folder));
  }
  return counts;
}

async function countFiles(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).length;
}
