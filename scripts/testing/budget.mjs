/**
 * How much processor time the tests may take, so that they stay quick. Machines differ, so the budget is a multiple of a
 * fixed piece of work that is measured in the same run.
 */
import { createHash } from 'node:crypto';

/** The tests of the platform, in multiples of the fixed work. */
export const TESTS_OF_THE_PLATFORM = 2500;

/** What they may take beyond their budget before a run fails. */
const MARGIN = 1.5;

const ROUNDS = 12;
const NUMBERS = 60_000;
const HASHED_BYTES = 1 << 24;

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

/** Seconds of processor time that the fixed work takes here. */
export function fixedWorkSeconds() {
  const before = process.cpuUsage();
  doFixedWork();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/**
 * @param {number} processorSeconds that a suite took
 * @param {number} budget in multiples of the fixed work
 * @param {number} workSeconds that the fixed work takes on this machine
 * @returns {string | undefined} what to say when the suite passed its budget by half
 */
export function overBudget(processorSeconds, budget, workSeconds) {
  const multiples = processorSeconds / workSeconds;
  if (Number.isNaN(multiples) || multiples <= budget * MARGIN) return undefined;
  return (
    `It took ${multiples.toFixed(0)} times the fixed work of scripts/testing/budget.mjs; its budget is ${budget}. ` +
    'Make the slow tests quicker, or move long ones to `npm run proof`.'
  );
}
