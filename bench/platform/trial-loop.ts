/**
 * Calls every operation of GraphQL and REST on an organization as large as one gets, and some with the largest input that is
 * allowed, and tells for each how much processor time the longest turn of the server's event loop took: what others would have to
 * wait. Which operations there are stands in the table of who may do what (`test/access/rows`), of which a test demands that
 * nothing is missing. Ends with 1 when a turn took longer than 50 ms.
 *
 *   npm run trial:loop -- [--elements 20000] [--matches 1000000] [--only text] [--all]
 *
 * `--only` takes the operations whose names hold a text; `--all` tells of short turns, too.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Actor, policies } from '../../test/access/actors.js';
import type { Row } from '../../test/access/row.js';
import { allRows } from '../../test/access/rows/index.js';
import { send } from '../../test/access/send.js';
import type { Target } from '../../test/access/target.js';
import { type LargestInputServer, largestInputs } from './largest-inputs.js';

const LONGEST_TURN_MS = 50;
const REPETITIONS = 3;
/** Turns that are told of without being asked for. */
const NOTABLE_MS = 20;
const callers: readonly Actor[] = [
  'administrator',
  'parentAdministrator',
  'ownApiKey',
  'publishableKey',
  'anonymous',
];

const { values } = parseArgs({
  options: {
    elements: { type: 'string', default: '20000' },
    matches: { type: 'string', default: '1000000' },
    only: { type: 'string', default: '' },
    all: { type: 'boolean', default: false },
  },
});

type Headers = Readonly<Record<string, string>>;

interface Told extends Omit<LargestInputServer, 'fillFolder' | 'administrator'> {
  readonly headers: Readonly<Record<Actor, Headers>>;
  readonly tinyPicture: string;
}

async function ask<Answer>(child: ChildProcess, message: object): Promise<Answer> {
  const answer = once(child, 'message');
  child.send(message);
  return ((await answer) as [Answer])[0];
}

const program = fileURLToPath(new URL('loop-server.ts', import.meta.url));
const child = fork(program, [values.elements, values.matches], {
  execArgv: ['--import', import.meta.resolve('tsx/esm')],
});
const [told] = (await once(child, 'message')) as [Told];

/** @returns the longest turn of each repetition, in milliseconds */
async function measure(prepare: () => Promise<() => Promise<unknown>>): Promise<readonly number[]> {
  const longest: number[] = [];
  for (let at = 0; at < REPETITIONS; at += 1) {
    const run = await prepare();
    await ask(child, { watch: true });
    await run();
    longest.push((await ask<{ longestMs: number }>(child, { end: true })).longestMs);
  }
  return longest;
}

/** Calls a row as the first who may. */
async function rowCall(row: Row, at: number): Promise<() => Promise<unknown>> {
  const outcomeOf = (actor: Actor) => row.but?.[actor] ?? policies[row.policy][actor];
  const actor = callers.find((each) => ['ok', 'empty'].includes(outcomeOf(each)));
  if (actor === undefined) throw new Error(`Nobody may call ${row.operation}.`);
  const made = await ask<{ target: Target; headers: Headers }>(child, { fresh: at });
  const headers = actor === 'administrator' ? made.headers : told.headers[actor];
  return async () => {
    const { outcome, body } = await send(told.url, headers, row, row.call(made.target));
    if (outcome !== outcomeOf(actor)) {
      throw new Error(`${row.operation} was answered ${outcome}: ${body.slice(0, 300)}`);
    }
  };
}

const bytesOf = (base64: string) => Buffer.from(base64, 'base64');
const rows = allRows({
  picture: { bytes: bytesOf(told.picture), type: 'image/jpeg' },
  tinyPicture: { bytes: bytesOf(told.tinyPicture), type: 'image/png' },
});
const largest = largestInputs({
  ...told,
  administrator: told.headers.administrator,
  fillFolder: async () =>
    (await ask<{ folderId: string }>(child, { fill: Number(values.elements) })).folderId,
});
const trials = [
  ...largest.map(({ title, prepare }) => ({ title, prepare })),
  ...rows.map((row, at) => ({ title: row.operation, prepare: () => rowCall(row, at) })),
].filter(({ title }) => title.toLowerCase().includes(values.only.toLowerCase()));

const outcomes = { short: 0, tooLong: 0, failed: 0 };
try {
  for (const { title, prepare } of trials) {
    try {
      const longest = await measure(prepare);
      // The first one compiles and fills caches.
      const settled = Math.max(...longest.slice(1));
      const isTooLong = settled > LONGEST_TURN_MS;
      outcomes[isTooLong ? 'tooLong' : 'short'] += 1;
      if (!isTooLong && settled < NOTABLE_MS && !values.all) continue;
      const figures = longest.map((ms) => ms.toFixed(0)).join(', ');
      console.log(`${title}: ${figures} ms${isTooLong ? ' - TOO LONG' : ''}`);
    } catch (error) {
      outcomes.failed += 1;
      console.log(`${title}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
} finally {
  child.disconnect();
  await once(child, 'exit');
}
console.log(
  `${trials.length} operations with ${values.elements} folders and ${values.matches} matches: ${outcomes.short} held the event ` +
    `loop for no longer than ${LONGEST_TURN_MS} ms, ${outcomes.tooLong} for longer, ${outcomes.failed} could not be called`,
);
process.exitCode = outcomes.tooLong + outcomes.failed > 0 ? 1 : 0;
