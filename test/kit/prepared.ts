/**
 * Before all tests: a folder in memory for their files, the programs that run beside the server compiled from the
 * present sources, and a SQLite file with the present schema that every Loupe begins with a copy of.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProgress } from '../../scripts/setup/progress.mjs';
import { buildTypeScript, isTypeScriptCurrent } from '../../scripts/setup/typescript.mjs';
import { entities } from '../../src/app/entities.js';
import { Database } from '../../src/db/database.js';

/** A file system in memory: thousands of small commits need not wait for a disk. */
const MEMORY = '/dev/shm';

/** Fields of `/proc/self/stat` behind the name in parentheses: own and waited-for children's user and system time. */
const PROCESSOR_TIMES = [11, 12, 13, 14];
const TICKS_PER_SECOND = 100;

let folder: string | null = null;

/** Seconds of processor time of this process and of all below it that have ended. */
function processorSeconds(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return PROCESSOR_TIMES.reduce((sum, at) => sum + Number(fields[at]), 0) / TICKS_PER_SECOND;
}

/** When everything has ended, says how much processor time it took where somebody asks for it. */
function writeProcessorTimeAtExit(): void {
  const file = process.env['LOUPE_TEST_PROCESSOR_TIME_FILE'];
  if (file !== undefined) process.once('exit', () => writeFileSync(file, String(processorSeconds())));
}

export async function setup(): Promise<void> {
  writeProcessorTimeAtExit();
  if (!isTypeScriptCurrent()) await buildTypeScript(createProgress());
  folder = await mkdtemp(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'loupe-tests-'));
  // Programs that run as another user must get through.
  await chmod(folder, 0o711);
  const template = join(folder, 'template.sqlite');
  await (await Database.open(`sqlite:${template}`, entities)).close();
  // Workers inherit both.
  process.env['TMPDIR'] = folder;
  process.env['LOUPE_TEST_TEMPLATE'] = template;
}

export async function teardown(): Promise<void> {
  if (folder !== null) await rm(folder, { recursive: true, force: true });
}
