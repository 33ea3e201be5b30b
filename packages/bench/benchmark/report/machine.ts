/** Where and of which state of the sources a run was. */
import { execFileSync } from 'node:child_process';
import { cpus, loadavg, release, totalmem, type } from 'node:os';

import type { Machine } from './result.js';

export function readMachine(loadAtStart: number): Machine {
  return {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    node: process.versions.node,
    loadAtStart,
    loadAtEnd: currentLoad(),
  };
}

/** Load average of the last minute, rounded. */
export function currentLoad(): number {
  return Math.round((loadavg()[0] ?? 0) * 100) / 100;
}

/** The commit, with `+` when files were changed after it; `unknown` outside a clone. */
export function readCommit(folder: string): string {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    const changed = git('status', '--porcelain', '--untracked-files=no') === '' ? '' : '+';
    return `${git('rev-parse', '--short=12', 'HEAD')}${changed}`;
  } catch {
    return 'unknown';
  }
}
