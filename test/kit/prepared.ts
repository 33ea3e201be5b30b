/**
 * Before all tests: a folder in memory for their files, the programs that run beside the server compiled from the
 * present sources, and a SQLite file with the present schema that every Loupe begins with a copy of.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProgress } from '../../scripts/setup/progress.mjs';
import { buildTypeScript, isTypeScriptCurrent } from '../../scripts/setup/typescript.mjs';
import { entities } from '../../src/app/entities.js';
import { Database } from '../../src/db/database.js';

/** A file system in memory: thousands of small commits need not wait for a disk. */
const MEMORY = '/dev/shm';

let folder: string | null = null;

export async function setup(): Promise<void> {
  if (!isTypeScriptCurrent()) await buildTypeScript(createProgress());
  folder = await mkdtemp(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'loupe-tests-'));
  const template = join(folder, 'template.sqlite');
  await (await Database.open(`sqlite:${template}`, entities)).close();
  // Workers inherit both.
  process.env['TMPDIR'] = folder;
  process.env['LOUPE_TEST_TEMPLATE'] = template;
}

export async function teardown(): Promise<void> {
  if (folder !== null) await rm(folder, { recursive: true, force: true });
}
