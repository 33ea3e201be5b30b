/**
 * `npm run docs:figures`: marks the pages of figures whose code has changed since they were measured.
 *
 *   npm run docs:figures -- --measured docs/benchmarks/exam.md    that page was measured again, with the code as it is
 */
import '../node/require.cjs';
import { markFigures, recordMeasured } from './figures.mjs';

const [option, ...pages] = process.argv.slice(2);
if (option === '--measured') for (const page of pages) recordMeasured(page);
const stale = markFigures();
process.stdout.write(stale.length === 0 ? 'No page of figures is stale.\n' : `Stale: ${stale.join(', ')}\n`);
