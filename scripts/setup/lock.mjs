/** One set-up at a time in a clone: two terminals may type the two commands together. */
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { dirname } from 'node:path';
import { identityOf } from '../node/process.cjs';

const POLL_MS = 500;

/** The process id of the lock's living owner, or undefined. */
function livingOwner(file) {
  try {
    const owner = readFileSync(file, 'utf8');
    const pid = Number(owner.split(' ')[0]);
    return Number.isInteger(pid) && identityOf(pid) === owner ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Takes the lock unless it exists. A link appears with its content, so nobody reads a half-written lock. */
function take(file) {
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, identityOf(process.pid) ?? `${process.pid}`);
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Runs `work` while holding a lock file that names this process. The lock of a dead process is taken over;
 * where the system has no /proc, every lock found counts as one.
 *
 * @param onWait called once with the owner's process id when another process holds the lock
 */
export async function withLock(file, onWait, work) {
  mkdirSync(dirname(file), { recursive: true });
  let hasWaited = false;
  while (!take(file)) {
    const owner = livingOwner(file);
    if (owner === undefined) {
      rmSync(file, { force: true });
      continue;
    }
    if (!hasWaited) onWait(owner);
    hasWaited = true;
    await wait(POLL_MS);
  }
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}
