/**
 * Calls every operation of GraphQL, REST and the engine on an organization as large as one gets, and many with the largest input that
 * is allowed, and reports for each how much processor time the longest turn of the server's event loop took (in brackets: how long it
 * was, which other programs make longer). Which operations there are the schema and the routes tell, how they are called the table of
 * who may do what (`test/access/rows`). Ends with 1 when a turn took longer than 50 ms, an operation has no case, or Node warned.
 *
 *   npm run trial:loop -- [--elements 20000] [--matches 1000000] [--only text] [--all] [--profile] [--results file]
 *
 * `--only` takes the operations whose names hold a text, or one of several between bars; `--all` also lists short turns;
 * `--profile` shows where the time of the longest turn went; `--results` keeps what was measured in a file, a line each, and goes on
 * behind it when it is started again.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { LoopServer } from './loop-client.js';
import { missingCases, trialsOf } from './loop-trials.js';
import type { LongestTurn } from './loop-turns.js';

const LONGEST_TURN_MS = 50;
const REPETITIONS = 3;
/** Turns that are listed by default. */
const NOTABLE_MS = 20;

const { values } = parseArgs({
  options: {
    elements: { type: 'string', default: '20000' },
    matches: { type: 'string', default: '1000000' },
    only: { type: 'string', default: '' },
    all: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
    results: { type: 'string' },
  },
});

interface Result {
  readonly title: string;
  /** Null where it could not be called. */
  readonly settledMs: number | null;
}

const load = () =>
  loadavg()
    .map((each) => each.toFixed(1))
    .join(', ');

/** @returns what was measured before; of several alike the last */
function measuredBefore(): Map<string, Result> {
  const lines =
    values.results !== undefined && existsSync(values.results)
      ? readFileSync(values.results, 'utf8').split('\n')
      : [];
  const results = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Result);
  return new Map(results.map((result) => [result.title, result]));
}

const results = measuredBefore();
const server = await LoopServer.start(Number(values.elements), Number(values.matches));
const trials = trialsOf(server);
const missing = await missingCases(server, trials);
const wanted = trials.filter(({ title }) =>
  values.only.split('|').some((text) => title.toLowerCase().includes(text.trim().toLowerCase())),
);
console.log(`Load of the machine: ${load()}. ${wanted.length} cases, ${results.size} measured before.`);

async function measure(prepare: () => Promise<() => Promise<unknown>>): Promise<readonly LongestTurn[]> {
  const longest: LongestTurn[] = [];
  for (let at = 0; at < REPETITIONS; at += 1) {
    const run = await prepare();
    await server.watch(values.profile);
    await run();
    longest.push(await server.end());
  }
  return longest;
}

function tell(title: string, longest: readonly LongestTurn[], settledMs: number): void {
  const isTooLong = settledMs > LONGEST_TURN_MS;
  if (!isTooLong && settledMs < NOTABLE_MS && !values.all) return;
  const figures = longest.map(({ cpuMs, lengthMs }) => `${cpuMs.toFixed(0)} (${lengthMs.toFixed(0)})`);
  console.log(`${title}: ${figures.join(', ')} ms${isTooLong ? ' - TOO LONG' : ''}`);
  for (const line of longest.at(-1)?.spentIn ?? []) console.log(`    ${line}`);
}

function keep(result: Result): void {
  results.set(result.title, result);
  if (values.results !== undefined) appendFileSync(values.results, `${JSON.stringify(result)}\n`);
}

try {
  for (const { title, prepare } of wanted) {
    if (results.has(title)) continue;
    try {
      const longest = await measure(prepare);
      // The first one compiles and fills caches.
      const settledMs = Math.max(...longest.slice(1).map(({ cpuMs }) => cpuMs));
      tell(title, longest, settledMs);
      keep({ title, settledMs });
    } catch (error) {
      console.log(`${title}: ${error instanceof Error ? error.message : String(error)}`);
      keep({ title, settledMs: null });
    }
  }
} finally {
  await server.close();
}

const measured = [...results.values()];
const failed = measured.filter(({ settledMs }) => settledMs === null);
const tooLong = measured.filter(({ settledMs }) => (settledMs ?? 0) > LONGEST_TURN_MS);
console.log(
  `${measured.length} cases with ${values.elements} elements and ${values.matches} matches: ` +
    `${measured.length - failed.length - tooLong.length} held the event loop for no longer than ${LONGEST_TURN_MS} ms, ` +
    `${tooLong.length} for longer, ${failed.length} could not be called. Load of the machine: ${load()}.`,
);
for (const { title, settledMs } of tooLong) console.log(`  too long: ${title}: ${settledMs?.toFixed(0)} ms`);
for (const { title } of failed) console.log(`  not called: ${title}`);
for (const operation of missing) console.log(`  without a case: ${operation}`);
for (const warning of server.warnings) console.log(`  warning: ${warning}`);
process.exitCode = tooLong.length + failed.length + missing.length + server.warnings.length > 0 ? 1 : 0;
