/**
 * Asks every operation of GraphQL, every route of REST, every tool of assistants and every operation of the engine for what belongs to
 * another organization: each place for an id gets ids of each kind that the other one has, as everybody there is. Ends with 1 where an
 * answer names anything of it, a row of it has changed, an id that exists is answered other than an invented one, or something failed.
 *
 *   npm run trial:probes -- [--kinds 4] [--only text]
 *
 * `--kinds` is how many other kinds of ids each place gets beside its own, `--only` takes operations whose names hold a text.
 */
import { parseArgs } from 'node:util';
import { allRows } from '../../../../test/access/rows/index.js';
import { contentOf } from '../../../../test/access/snapshot.js';
import { ProbeRun } from './probe-run.js';
import { makeTenants } from './probe-tenants.js';
import { furtherRows } from './further-rows.js';
import { probersOf } from './probers.js';

const { values } = parseArgs({
  options: { kinds: { type: 'string', default: '4' }, only: { type: 'string', default: '' } },
});
const tenants = await makeTenants();
const { own, foreign } = tenants;
const picture = { bytes: own.world.picture, type: 'image/jpeg' };
const rows = [
  ...allRows({ picture, tinyPicture: { bytes: own.world.tinyPicture, type: 'image/png' } }),
  ...furtherRows(own, picture),
].filter(({ operation }) => operation.toLowerCase().includes(values.only.toLowerCase()));
const run = new ProbeRun(tenants, await probersOf(tenants), Number(values.kinds));
const before = run.foreignRows(await contentOf(foreign.world.loupe));
// Those that use something up come last.
for (const isLast of [false, true])
  for (const row of rows.filter(({ fresh }) => (fresh !== undefined) === isLast)) await run.probe(row);
const after = run.foreignRows(await contentOf(foreign.world.loupe));
for (const line of before) if (!after.has(line)) run.fault('changed', `was: ${line.slice(0, 400)}`);
for (const line of after) if (!before.has(line)) run.fault('changed', `is: ${line.slice(0, 400)}`);
await own.world.close();
for (const line of run.unreached) process.stdout.write(`not reached: ${line}\n`);
run.report();
process.exitCode = run.faults.size > 0 ? 1 : 0;
