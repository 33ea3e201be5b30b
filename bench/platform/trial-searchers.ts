/**
 * Asks a whole server and one without indexes, which asks two searchers over NATS, the same by turns: whether their answers are
 * equal, how long they take, and how much processor time all processes use. Then one searcher is killed under load.
 * With --shard-references each searcher has half of the parts, and the index is divided among them: none is killed then. With
 * --copies 2 as well there are three searchers, of which any two hold everything, and one is killed. --simulated adds references that
 * are made of the corners of the others. Needs what the tests need: PostgreSQL and nats-server.
 *
 *   npm run trial:searchers -- [--references 500] [--queries 1000] [--seconds 12] [--shard-references 125 [--copies 2]]
 *     [--simulated 100000]
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { operator } from '../../src/access/viewer.js';
import { startTestApp } from '../../test/kit/app.js';
import { TestNats } from '../../test/kit/nats.js';
import { changedPicture, jpegPicture } from '../../test/kit/pictures.js';
import { PostgresCluster } from '../../test/kit/postgres-cluster.js';
import { percentile } from '../statistics.js';
import { addPicture, answerText, searchByPhoto } from './cluster/engine-client.js';
import { processorMs } from './process-facts.js';
import { ServerProcess } from './server-process.js';
import { addSimulatedReferences } from './simulated-rows.js';

const { values } = parseArgs({
  options: {
    references: { type: 'string', default: '500' },
    queries: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '12' },
    'shard-references': { type: 'string' },
    copies: { type: 'string', default: '1' },
    simulated: { type: 'string', default: '0' },
  },
});
const [references, queries, seconds] = [values.references, values.queries, values.seconds].map(Number) as [
  number,
  number,
  number,
];
const CLIENTS = 4;
const BLOCK = 20;

const folder = await mkdtemp(join(tmpdir(), 'loupe-searchers-'));
const [database, nats] = await Promise.all([PostgresCluster.start({ isDurable: true }), TestNats.start()]);
const shared = {
  LOUPE_DATABASE_URL: database.url,
  LOUPE_FILES_FOLDER: join(folder, 'files'),
  LOUPE_SECRET_KEY: randomUUID(),
  LOUPE_SCANS_PER_MINUTE: '0',
  LOUPE_UPLOADS_PER_MINUTE: '0',
};
const start = (name: string, roles: string, others: Readonly<Record<string, string>> = {}) =>
  ServerProcess.start(join(folder, name), { environment: { ...shared, LOUPE_ROLES: roles, ...others } });
const PARTS = 24;
const withNats = { LOUPE_NATS_URL: nats.url(), LOUPE_PARTS: String(PARTS) };
const shardReferences = values['shard-references'];
const hasCopies = values.copies === '2';
/** Two searchers hold half of the parts each, three of them two thirds, so that each part is held by two. */
const partsOf = (first: number) =>
  hasCopies
    ? Array.from({ length: PARTS }, (_, part) => part).filter((part) => (part + first) % 3 > 0)
    : [`${first}/2`];
const share = (first: number): Readonly<Record<string, string>> =>
  shardReferences === undefined
    ? withNats
    : {
        ...withNats,
        LOUPE_SEARCH_PARTS: partsOf(first).join(),
        LOUPE_SHARD_REFERENCES: shardReferences,
      };
const isKilled = shardReferences === undefined || hasCopies;

const administration = await startTestApp({ environment: shared });
const { id, modifyKey } = await administration.app.services.applications.create(operator, { kind: 'mobile' });
console.log(`Application ${id}: ${references} references, ${queries} queries`);
const whole = await start('whole', 'api,worker,search');

const account = { id, key: modifyKey ?? '' };
const search = (server: ServerProcess, photo: Buffer) => searchByPhoto(server.address, account, photo);

for (let number = 1; number <= references; number += 1)
  await addPicture(whole.address, account, `picture-${number}`, await jpegPicture(number));
await addSimulatedReferences(administration.app.services, id, Number(values.simulated));
// Now, when it is known how large the index is.
const searchers: ServerProcess[] = [];
for (let number = 0; number < (hasCopies ? 3 : 2); number += 1)
  searchers.push(await start(`searcher-${number + 1}`, 'search', share(number)));
const api = await start('api', 'api', withNats);

async function cpuMs(servers: readonly ServerProcess[]): Promise<number> {
  const times = await Promise.all(servers.map(async ({ pid }) => processorMs(pid)));
  return times.reduce((sum, ms) => sum + ms, 0);
}

const sides = [
  { name: 'whole server', server: whole, all: [whole], tookMs: [] as number[], cpu: 0 },
  { name: 'over searchers', server: api, all: [api, ...searchers], tookMs: [] as number[], cpu: 0 },
];
/** Some of them show what is not there. */
const photos: Buffer[] = [];
for (let number = 1; number <= queries; number += 1)
  photos.push(await changedPicture(number % 4 === 0 ? references + number : ((number * 7) % references) + 1));
for (const { server } of sides) {
  // Large indexes take longer to open than a search may.
  while ((await search(server, photos[0] ?? Buffer.alloc(0))).status.code !== 0) await wait(1000);
  for (const photo of photos.slice(0, BLOCK)) await search(server, photo);
}
let equal = 0;
let found = 0;
for (let from = 0; from < photos.length; from += BLOCK) {
  const block = photos.slice(from, from + BLOCK);
  const answers: string[][] = [];
  for (const side of sides) {
    const before = await cpuMs(side.all);
    const said: string[] = [];
    for (const photo of block) {
      const since = performance.now();
      const answer = await search(side.server, photo);
      side.tookMs.push(performance.now() - since);
      said.push(answerText(answer));
    }
    side.cpu += (await cpuMs(side.all)) - before;
    answers.push(said);
  }
  const [first = [], second = []] = answers;
  equal += first.filter((said, index) => said === second[index]).length;
  found += first.filter((said) => said.includes('picture-')).length;
}
console.log(`Equal answers: ${equal} of ${photos.length}; found in ${found}`);
for (const { name, tookMs, cpu } of sides) {
  const at = (share: number) => percentile(tookMs, share).toFixed(1);
  console.log(
    `${name}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, processor ${(cpu / photos.length).toFixed(1)} ms a search`,
  );
}

const until = performance.now() + seconds * 1000;
const results: { readonly code: number; readonly tookMs: number; readonly since: number }[] = [];
const client = async (number: number) => {
  for (let count = number; performance.now() < until; count += CLIENTS) {
    const since = performance.now();
    const { status } = await search(api, photos[count % photos.length] ?? Buffer.alloc(0));
    results.push({ code: status.code, tookMs: performance.now() - since, since });
  }
};
const clients = Array.from({ length: CLIENTS }, (_, number) => client(number));
await wait((seconds * 1000) / 4);
const killedAt = performance.now();
if (isKilled) await searchers.at(-1)?.end('SIGKILL');
await Promise.all(clients);
const failed = results.filter(({ code }) => code !== 0).length;
const slowestOf = (some: typeof results) => Math.max(0, ...some.map(({ tookMs }) => tookMs)).toFixed(0);
const later = results.filter(({ since }) => since > killedAt + 1000);
const before = results.filter(({ since, tookMs }) => since + tookMs < killedAt);
console.log(
  `${isKilled ? `One of ${searchers.length} searchers killed` : 'Under load'}: ${failed} of ${results.length} searches failed, the slowest took ${slowestOf(results)} ms, before that ${slowestOf(before)} ms, from a second later on ${slowestOf(later)} ms`,
);

for (const server of [api, whole, ...(isKilled ? searchers.slice(0, -1) : searchers)])
  await server.end('SIGTERM');
await administration.close();
await nats.stop();
await database.remove();
await rm(folder, { recursive: true, force: true });
if (equal < photos.length || failed > 0) process.exitCode = 1;
