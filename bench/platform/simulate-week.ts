/**
 * Simulates a week of three publishers with five editors at once (by default 40 documents and 600 visits of readers) in
 * a folder of its own, and compares end state, statistics and operation log with a ledger that is kept beside it.
 *
 *   npm run simulate:week -- [documents] [visits] [seed]
 */
import { SimulatedClock } from '../../test/kit/month.js';
import { startTestApp } from '../../test/kit/app.js';
import { simulateWeek } from '../../test/kit/week/week.js';

const [documents = 40, visits = 600, seed = 2026] = process.argv.slice(2).map(Number);
const clock = new SimulatedClock();
const loupe = await startTestApp({ clock });
try {
  const start = performance.now();
  const { problems, ...counts } = await simulateWeek(loupe, clock, { documents, visits, seed });
  console.log(`a week in ${Math.round((performance.now() - start) / 1000)} s: ${JSON.stringify(counts)}`);
  console.log(`${problems.length} differences`);
  for (const problem of problems) console.log(problem);
  if (problems.length > 0) process.exitCode = 1;
} finally {
  await loupe.close();
}
