/**
 * How much processor time the tests may take, so that they stay quick. Machines differ, and so does one machine with what
 * runs beside: the budget is a multiple of a fixed piece of work that is done again and again while the tests run.
 *
 * As a program of its own it does that work and writes how many seconds it took.
 */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runNode } from './programs.mjs';

const PROGRAM = fileURLToPath(import.meta.url);

/** The tests of the platform, in multiples of the fixed work. */
export const TESTS_OF_THE_PLATFORM = 3400;

/** What they may take beyond their budget before a run fails. */
const MARGIN = 1.5;

const ROUNDS = 12;
const NUMBERS = 60_000;
const HASHED_BYTES = 1 << 24;

const EVERY_MS = 60_000;
/** A line of its own, whatever Node says besides. */
const SECONDS = /^\d+\.\d+$/m;

/** Sorting, JSON and hashing, as the tests do. */
function doFixedWork() {
  const bytes = Buffer.alloc(HASHED_BYTES);
  for (let round = 0; round < ROUNDS; round += 1) {
    const numbers = Array.from(
      { length: NUMBERS },
      (_, index) => Math.imul(index + round, 2_654_435_761) >>> 0,
    );
    numbers.sort((a, b) => a - b);
    bytes.write(JSON.stringify(JSON.parse(JSON.stringify(numbers))));
    createHash('sha256').update(bytes).digest();
  }
}

/** Seconds of processor time that the fixed work takes, once it is compiled. */
function fixedWorkSeconds() {
  doFixedWork();
  const before = process.cpuUsage();
  doFixedWork();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/**
 * Does the fixed work beside other work, once a minute.
 *
 * @returns {() => Promise<number>} ends that; answers the median of the seconds of processor time that it took
 */
export function meetFixedWork() {
  const taken = [];
  const end = new AbortController();
  const all = (async () => {
    while (!end.signal.aborted) {
      const { output } = await runNode([PROGRAM]);
      taken.push(Number(SECONDS.exec(output)?.[0]));
      await sleep(EVERY_MS, undefined, { signal: end.signal }).catch(() => undefined);
    }
  })();
  return async () => {
    end.abort();
    await all;
    return taken.toSorted((a, b) => a - b)[taken.length >> 1];
  };
}

/**
 * @param {number} budget in multiples of the fixed work
 * @param {number} processorSeconds that a suite took
 * @param {number} workSeconds that the fixed work took beside it
 * @returns {{ isOver: boolean, text: string }} `isOver` when the suite passed its budget by half; `text` says what it took
 */
export function heldAgainst(budget, processorSeconds, workSeconds) {
  const multiples = processorSeconds / workSeconds;
  if (Number.isNaN(multiples)) return { isOver: false, text: 'Their processor time is not known here.' };
  const isOver = multiples > budget * MARGIN;
  const took = `They took ${multiples.toFixed(0)} times the fixed work of scripts/testing/budget.mjs; their budget is ${budget}.`;
  const advice = ' Make the slow tests quicker, or move long ones to `npm run proof`.';
  return { isOver, text: isOver ? took + advice : took };
}

if (process.argv[1] === PROGRAM) process.stdout.write(`${fixedWorkSeconds().toFixed(4)}\n`);
