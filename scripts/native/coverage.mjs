/** Which lines of the core run, by gcov: counted by the target `core_address` where loupe_coverage is `yes`. */
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { promisify } from 'node:util';
import { inRoot } from '../setup/paths.mjs';
import { listFiles } from '../setup/stamps.mjs';

const run = promisify(execFile);
const folder = inRoot('build/Release/obj.target/core_address');

const countsOf = () => listFiles([folder]).filter((file) => file.endsWith('.gcda'));

/** Forgets what earlier runs executed. */
export function forgetCoverage() {
  for (const file of countsOf()) rmSync(file);
}

/**
 * How many lines of the core the last run executed.
 *
 * @returns {Promise<{ executed: number, all: number }>} counts of lines that hold code
 */
export async function coveredLines() {
  const options = { cwd: inRoot('build'), maxBuffer: 1 << 26 };
  const { stdout } = await run('gcov', ['--no-output', ...countsOf()], options);
  const total = { executed: 0, all: 0 };
  for (const [, file, percent, lines] of stdout.matchAll(
    /File '([^']+)'\nLines executed:([\d.]+)% of (\d+)/g,
  )) {
    // Headers are counted once for each file that includes them.
    if (!/(^|\/)native\/core\/.*\.cc$/.test(file)) continue;
    total.executed += Math.round((Number(percent) * Number(lines)) / 100);
    total.all += Number(lines);
  }
  return total;
}
