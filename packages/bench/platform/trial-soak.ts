/**
 * Works gently on a server of its own for hours and reports whether its memory, descriptors or threads grow. Ends with 1 when
 * they do, when an answer was wrong, or when `loupe verify` finds a difference. Ctrl-C ends it early with what was seen.
 *
 *   npm run build && npm run trial:soak -- [--minutes 120]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { percentile } from '../benchmark/statistics.js';
import { type ProcessFacts, processFacts } from './process-facts.js';
import { loupe } from './server-process.js';
import { SoakLoad } from './soak-load.js';
import { startTrialServer } from './trial-server.js';

/** Growth between the second and the last quarter of the time that still counts as flat. */
const FLAT = { ownMb: 32, descriptors: 8, threads: 2 } as const;
const MINUTE_MS = 60_000;

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '120' } } });
const minutes = Number(values.minutes);
const folder = await mkdtemp(join(tmpdir(), 'loupe-soak-'));
const say = (text: string) => void process.stdout.write(`${text}\n`);

const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());

async function watch(pid: number): Promise<readonly ProcessFacts[]> {
  const begun = performance.now();
  const seen: ProcessFacts[] = [];
  while (!ending.signal.aborted && seen.length < minutes) {
    const nextMs = begun + (seen.length + 1) * MINUTE_MS - performance.now();
    await sleep(Math.max(0, nextMs), undefined, { signal: ending.signal }).catch(() => undefined);
    const facts = await processFacts(pid);
    seen.push(facts);
    if (seen.length % 5 === 0 || seen.length === 1) {
      const { residentMb, ownMb, descriptors, threads } = facts;
      say(
        `${seen.length} min: ${residentMb} MB (${ownMb} of its own), ${descriptors} descriptors, ${threads} threads`,
      );
    }
  }
  ending.abort();
  return seen;
}

function median(seen: readonly ProcessFacts[], name: keyof typeof FLAT): number {
  return percentile(
    seen.map((facts) => facts[name]),
    0.5,
  );
}

/** What grew, in words. The first quarter of the time is for caches to fill. */
function growth(seen: readonly ProcessFacts[]): readonly string[] {
  const quarter = Math.ceil(seen.length / 4);
  const early = seen.slice(quarter, 2 * quarter);
  const late = seen.slice(-quarter);
  return (['ownMb', 'descriptors', 'threads'] as const).flatMap((name) => {
    const [from, to] = [median(early, name), median(late, name)];
    say(`${name}: ${from} at the median of the second quarter, ${to} of the last`);
    return to - from > FLAT[name] ? [`${name} grew from ${from} to ${to}`] : [];
  });
}

try {
  const trial = await startTrialServer(folder);
  const load = new SoakLoad(trial);
  let seen: readonly ProcessFacts[] = [];
  try {
    [seen] = await Promise.all([watch(trial.server.pid), load.run(ending.signal)]);
  } finally {
    await trial.server.end('SIGTERM');
  }
  const faults = [...load.faults.slice(0, 20), ...growth(seen)];
  const { scan, document, folder: folders, read, print } = load.done;
  say(
    `${seen.length} minutes: ${scan} scans, ${document} pages published and scanned, ${print} PDFs, ` +
      `${folders} folders made and removed, ${read} rounds of reading; ${load.faults.length} wrong answers`,
  );
  await loupe(folder, 'verify').catch((error: unknown) => void faults.push(String(error)));
  for (const fault of faults) say(fault);
  if (faults.length > 0) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
