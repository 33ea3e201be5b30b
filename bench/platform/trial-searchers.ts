/**
 * Asks a whole server and one without indexes, which asks two searchers over NATS, the same by turns: whether their answers are
 * equal, how long they take, and how much processor time all processes use. Then one searcher is killed under load.
 * With --shard-references each searcher has half of the parts, and the index is divided among them: none is killed then. With
 * --copies 2 as well there are three searchers, of which any two hold everything, and one is killed. --simulated adds references that
 * are made of the corners of the others; copies of a shard are links to the same files then. --whole-first ends the whole server
 * before the searchers start, where there is no room for both. --pictures are folders with a `manifest.json`
 * ({refs: [{id, file}], queries: [{file}]}) instead of drawn pages. Needs what the tests need: PostgreSQL and nats-server.
 *
 *   npm run trial:searchers -- [--references 500] [--queries 1000] [--seconds 12] [--shard-references 125 [--copies 2]]
 *     [--simulated 100000] [--whole-first] [--pictures <folder>,<folder>]
 */
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { operator } from '../../src/access/viewer.js';
import { linkFolder } from '../../src/vision/indexes/linked-copy.js';
import { shardCountOf, shardIdsOf } from '../../src/vision/shards/shard-ids.js';
import { startTestApp } from '../../test/kit/app.js';
import { TestNats } from '../../test/kit/nats.js';
import { PostgresCluster } from '../../test/kit/postgres-cluster.js';
import { percentile } from '../statistics.js';
import { addIfUsable, answerText, searchByPhoto } from './cluster/engine-client.js';
import { processFacts, processorMs, threadsMs } from './process-facts.js';
import { PARTS, partsBut } from './server-plan.js';
import { ServerProcess } from './server-process.js';
import { SimulatedReferences } from './simulated-references.js';
import { trialPictures } from './trial-pictures.js';

const { values } = parseArgs({
  options: {
    references: { type: 'string', default: '500' },
    queries: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '12' },
    'shard-references': { type: 'string' },
    copies: { type: 'string', default: '1' },
    simulated: { type: 'string', default: '0' },
    'whole-first': { type: 'boolean', default: false },
    pictures: { type: 'string' },
    warming: { type: 'string', default: '300' },
  },
});
const seconds = Number(values.seconds);
const simulatedCount = Number(values.simulated);
const CLIENTS = 4;
const BLOCK = 20;
const begunAt = performance.now();
function told(): string {
  return `after ${((performance.now() - begunAt) / 60_000).toFixed(1)} min`;
}

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
const withNats = { LOUPE_NATS_URL: nats.url(), LOUPE_PARTS: String(PARTS) };
const shardReferences = values['shard-references'];
const hasCopies = values.copies === '2';
const share = (first: number): Readonly<Record<string, string>> =>
  shardReferences === undefined
    ? withNats
    : {
        ...withNats,
        LOUPE_SEARCH_PARTS: hasCopies ? partsBut(first).join() : `${first}/2`,
        LOUPE_SHARD_REFERENCES: shardReferences,
      };
const isKilled = shardReferences === undefined || hasCopies;

const pictures = await trialPictures({
  folders: values.pictures?.split(',') ?? [],
  references: Number(values.references),
  queries: Number(values.queries),
});
const administration = await startTestApp({ environment: shared });
const { id, modifyKey } = await administration.app.services.applications.create(operator, { kind: 'mobile' });
console.log(`Application ${id}: ${pictures.references.length} references, ${pictures.photos.length} queries`);
let whole = await start('whole', 'api,worker,search');

const account = { id, key: modifyKey ?? '' };
const search = (server: ServerProcess, photo: Buffer) => searchByPhoto(server.address, account, photo);

let referenceCount = 0;
for (const { name, read } of pictures.references) {
  // Among pictures of folders some are too simple.
  if (await addIfUsable(whole.address, account, name, await read())) referenceCount += 1;
}
console.log(`${referenceCount} were taken ${told()}`);
const photos = await Promise.all(pictures.photos.map(async (read) => read()));

let simulated: SimulatedReferences | null = null;
if (simulatedCount > 0) {
  await whole.end('SIGTERM');
  simulated = await SimulatedReferences.add(administration.app.services, id, simulatedCount);
  await rm(join(folder, 'whole', 'indexes'), { recursive: true, force: true });
  const made = await simulated.makeIndexes(join(folder, 'whole'), [id]);
  console.log(`An index of ${made} was made ${told()}`);
  whole = await start('whole', 'api,worker,search');
}

/** Now, when it is known how large the index is. */
async function startSearchers(): Promise<ServerProcess[]> {
  const names = ['searcher-1', 'searcher-2', ...(hasCopies ? ['searcher-3'] : [])];
  if (simulated !== null && shardReferences !== undefined) {
    const size = simulatedCount + referenceCount;
    const shardIds = shardIdsOf(id, shardCountOf(size, Number(shardReferences)));
    await simulated.makeIndexes(join(folder, 'shards'), shardIds);
    console.log(`${shardIds.length} shards were made ${told()}`);
    for (const name of names) {
      // Each opens those that it is asked for; the others are in nobody's way.
      await mkdir(join(folder, name, 'indexes'), { recursive: true });
      for (const each of await readdir(join(folder, 'shards', 'indexes'), { withFileTypes: true })) {
        if (!each.isDirectory()) continue;
        await linkFolder(join(each.parentPath, each.name), join(folder, name, 'indexes', each.name));
      }
    }
    await rm(join(folder, 'shards'), { recursive: true, force: true });
  }
  return Promise.all(names.map((name, number) => start(name, 'search', share(number))));
}

async function cpuMs(servers: readonly ServerProcess[]): Promise<number> {
  const times = await Promise.all(servers.map(async ({ pid }) => processorMs(pid)));
  return times.reduce((sum, ms) => sum + ms, 0);
}

/** By kinds of processes and names of threads, since these processes began. */
async function threadTimes(servers: readonly ServerProcess[]): Promise<ReadonlyMap<string, number>> {
  const times = new Map<string, number>();
  for (const [index, { pid }] of servers.entries()) {
    for (const [thread, ms] of await threadsMs(pid)) {
      const name = `${index === 0 ? 'answering' : 'searchers'} ${thread}`;
      times.set(name, (times.get(name) ?? 0) + ms);
    }
  }
  return times;
}

interface Side {
  readonly name: string;
  readonly server: ServerProcess;
  readonly all: readonly ServerProcess[];
  readonly tookMs: number[];
  readonly answers: string[];
  cpuMs: number;
  readonly threadsMs: Map<string, number>;
}

const SETTLED_MS_A_SECOND = 250;
/** Servers look every 30 seconds whether an index is to be shared. */
const QUIET_SECONDS = 35;
const SETTLING_SECONDS = 600;

/** Who has opened an index writes its snapshot for others, which at this size takes minutes: no search should be charged for it. */
async function settle(servers: readonly ServerProcess[]): Promise<void> {
  for (let second = 0, quiet = 0; second < SETTLING_SECONDS && quiet < QUIET_SECONDS; second += 1) {
    const before = await cpuMs(servers);
    await wait(1000);
    quiet = (await cpuMs(servers)) - before < SETTLED_MS_A_SECOND ? quiet + 1 : 0;
  }
}

async function sideOf(name: string, server: ServerProcess, all: readonly ServerProcess[]): Promise<Side> {
  // Large indexes take longer to open than a search may.
  while ((await search(server, photos[0] ?? Buffer.alloc(0))).status.code !== 0) await wait(1000);
  if (simulatedCount > 0) await settle(all);
  // Until what runs often is compiled: some hundred searches.
  for (let count = 0; count < Number(values.warming); count += 1)
    await search(server, photos[count % photos.length] ?? Buffer.alloc(0));
  return { name, server, all, tookMs: [], answers: [], cpuMs: 0, threadsMs: new Map() };
}

async function ask(side: Side, some: readonly Buffer[]): Promise<void> {
  const before = await cpuMs(side.all);
  const threadsBefore = await threadTimes(side.all);
  for (const photo of some) {
    const since = performance.now();
    const answer = await search(side.server, photo);
    side.tookMs.push(performance.now() - since);
    side.answers.push(answerText(answer));
  }
  side.cpuMs += (await cpuMs(side.all)) - before;
  for (const [name, ms] of await threadTimes(side.all))
    side.threadsMs.set(name, (side.threadsMs.get(name) ?? 0) + ms - (threadsBefore.get(name) ?? 0));
}

async function tellMemory({ name, all }: Side): Promise<void> {
  const facts = await Promise.all(all.map(async ({ pid }) => processFacts(pid)));
  const each = facts.map(({ residentMb, ownMb }) => `${residentMb} MB (${ownMb} of its own)`).join(', ');
  console.log(`${name}: memory of processes ${each} ${told()}`);
}

const one = await sideOf('whole server', whole, [whole]);
if (values['whole-first']) {
  await ask(one, photos);
  await tellMemory(one);
  await whole.end('SIGTERM');
  await rm(join(folder, 'whole'), { recursive: true, force: true });
}
const searchers = await startSearchers();
const api = await start('api', 'api', withNats);
const other = await sideOf('over searchers', api, [api, ...searchers]);
const sides = [one, other];
const asked = values['whole-first'] ? [other] : sides;
for (let from = 0; from < photos.length; from += BLOCK)
  for (const side of asked) await ask(side, photos.slice(from, from + BLOCK));
for (const side of asked) await tellMemory(side);
const idleBefore = await cpuMs(other.all);
await wait(10_000);
console.log(`over searchers, idle: ${((await cpuMs(other.all)) - idleBefore) / 10} ms a second`);
const equal = one.answers.filter((said, index) => said === other.answers[index]).length;
const found = one.answers.filter((said) => said.includes('picture-')).length;
console.log(`Equal answers: ${equal} of ${photos.length}; found in ${found}`);
for (const { name, tookMs, cpuMs: cpu, threadsMs: threads } of sides) {
  const at = (share: number) => percentile(tookMs, share).toFixed(1);
  console.log(
    `${name}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, processor ${(cpu / photos.length).toFixed(1)} ms a search`,
  );
  const most = [...threads].filter(([, ms]) => ms >= photos.length / 2);
  console.log(`  ${most.map(([thread, ms]) => `${thread} ${(ms / photos.length).toFixed(1)}`).join(', ')}`);
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

for (const server of [
  api,
  ...(values['whole-first'] ? [] : [whole]),
  ...(isKilled ? searchers.slice(0, -1) : searchers),
])
  await server.end('SIGTERM');
await administration.close();
await nats.stop();
await database.remove();
await rm(folder, { recursive: true, force: true });
if (equal < photos.length || failed > 0) process.exitCode = 1;
