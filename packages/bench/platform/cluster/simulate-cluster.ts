/**
 * Simulates a cluster on this machine: PostgreSQL, NATS and an S3 store, a process that answers and 1, 2, 4, 8 searchers, each in
 * a network namespace of its own. Many small applications are spread over the searchers; then one application is divided into
 * as many shards as there are searchers. What a scan costs with one searcher (and with two shards) goes into the model of
 * `cluster-model.ts`, and what the model says of the others is set against what they cost.
 *
 * Needs root, iproute2 and what the tests need: PostgreSQL and nats-server. Pages and photos are drawn.
 *
 *   npm run build && npm run simulate:cluster -- [--searchers 1,2,4,8] [--references 800] [--applications 16] [--questions 200]
 *   npm run simulate:cluster -- --predict        what 100 million and a billion references need, by the model alone
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { operator } from '../../../../src/access/viewer.js';
import { Parts } from '../../../../src/cluster/parts.js';
import { shardIdsOf } from '../../../../src/engine-host/shards/shard-ids.js';
import { startTestApp } from '../../../../test/kit/app.js';
import { TestBucket } from '../../../../test/kit/servers/bucket.js';
import { TestNats } from '../../../../test/kit/servers/nats.js';
import { PostgresCluster } from '../../../../test/kit/servers/postgres-cluster.js';
import { ServerProcess } from '../server-process.js';
import { checkTable, type Measured } from './checked-predictions.js';
import { drawContent } from './cluster-content.js';
import { predictionTable } from './cluster-predictions.js';
import { addPicture, answerText, type EngineAccount, searchByPhoto } from './engine-client.js';
import { type Held, MeasuredCluster, type Question, type ScanCosts } from './measured-cluster.js';
import { enterOwnNetwork, type Machine, SimulatedNetwork } from './simulated-network.js';

const { values } = parseArgs({
  options: {
    searchers: { type: 'string', default: '1,2,4,8' },
    references: { type: 'string', default: '800' },
    applications: { type: 'string', default: '16' },
    questions: { type: 'string', default: '200' },
    predict: { type: 'boolean', default: false },
  },
});
if (values.predict) {
  console.log(predictionTable());
  process.exit(0);
}
const searcherCounts = values.searchers.split(',').map(Number);
const [references, applications, questionCount] = [
  values.references,
  values.applications,
  values.questions,
].map(Number) as [number, number, number];
if (
  ![...searcherCounts, references, applications, questionCount].every((n) => Number.isInteger(n) && n > 0) ||
  searcherCounts[0] !== 1
) {
  console.error('Give whole numbers above 0, and one searcher first: --searchers 1,2,4,8 --references 800');
  process.exit(2);
}
enterOwnNetwork();
/** Asked before anything is counted. */
const WARM_UP = 20;
const PARTS = 16;

const content = await drawContent({ pages: references, photos: questionCount });
const network = await SimulatedNetwork.create();
const folder = await mkdtemp(join(tmpdir(), 'loupe-simulated-'));
const [postgres, nats, bucket] = await Promise.all([
  PostgresCluster.start({ isDurable: true, host: network.host }),
  TestNats.startAt(network.host),
  TestBucket.start(network.host),
]);
const environment = {
  ...bucket.environment(),
  LOUPE_DATABASE_URL: postgres.url,
  LOUPE_SECRET_KEY: randomUUID(),
  LOUPE_PARTS: String(PARTS),
  LOUPE_SCANS_PER_MINUTE: '0',
  LOUPE_UPLOADS_PER_MINUTE: '0',
};
const parts = new Parts(PARTS);
const administration = await startTestApp({ environment });

async function newAccount(): Promise<EngineAccount> {
  const { id, modifyKey } = await administration.app.services.applications.create(operator, {
    kind: 'mobile',
  });
  return { id, key: modifyKey ?? '' };
}

/** Fills the applications by a whole server, and asks it what the clusters are asked. */
async function fill(small: readonly EngineAccount[], large: EngineAccount) {
  const whole = await ServerProcess.start(join(folder, 'whole'), { environment });
  for (const [number, page] of content.pages.entries()) {
    const account = small[number % small.length] ?? large;
    await addPicture(whole.address, account, `page-${number}`, page);
    await addPicture(whole.address, large, `page-${number}`, page);
  }
  return whole;
}

const line = (name: string, costs: ScanCosts, held: Held) =>
  `${name}: p50 ${costs.p50Ms.toFixed(0)} ms, p99 ${costs.p99Ms.toFixed(0)} ms; processor a scan: ` +
  `answering ${costs.answerMs.toFixed(1)}, searchers ${costs.searchMs.toFixed(1)}, NATS ${costs.carryMs.toFixed(2)} ms; ` +
  `${(costs.searcherBytes / 1000).toFixed(0)} KB over the searchers' lines; ` +
  `${held.references} references in ${(held.indexBytes / 1e6).toFixed(1)} MB, largest searcher ${held.mostOwnMb} MB`;

/** By their names: clusters of all sizes use the same. */
const machines = new Map<string, Machine>();
let wrong = 0;

/** The shards of an application in a cluster of as many searchers. */
function divisionOf(indexId: string, shards: number) {
  const holder = (id: string) => parts.of(id) % shards;
  const elsewhere = shardIdsOf(indexId, shards).filter((id) => holder(id) !== holder(indexId)).length;
  return { shards, elsewhere };
}

/** An application whose shards do not lie together by chance: each size of cluster has some elsewhere. */
async function newSpreadAccount(): Promise<EngineAccount> {
  for (;;) {
    const account = await newAccount();
    const isSpread = (shards: number) => divisionOf(account.id, shards).elsewhere >= shards / 2;
    if (searcherCounts.filter((count) => count > 1).every(isSpread)) return account;
  }
}

/** Asks clusters of every size the same. @param of how a cluster of a number of searchers divides */
async function measureAll(
  title: string,
  questions: readonly Question[],
  expected: readonly string[],
  of: (count: number) => {
    readonly division: { readonly shards: number; readonly elsewhere: number };
    readonly environment: Readonly<Record<string, string>>;
  },
): Promise<readonly Measured[]> {
  console.log(`\n${title}`);
  const all: Measured[] = [];
  for (const count of searcherCounts) {
    const settings = {
      network,
      folder: join(folder, title.replaceAll(/\W+/g, '-')),
      natsPid: nats.pid,
      environment: { ...environment, LOUPE_NATS_URL: nats.url() },
    };
    const cluster = await MeasuredCluster.start(settings, machines, count, of(count).environment);
    await cluster.ask(questions.slice(0, WARM_UP));
    const costs = await cluster.ask(questions);
    const held = await cluster.held();
    await cluster.end();
    wrong += costs.answers.filter((answer, at) => answer !== expected[at]).length;
    console.log(line(`${count} searchers`, costs, held));
    all.push({ count, costs, held, ...of(count).division });
  }
  return all;
}

try {
  const small: EngineAccount[] = [];
  for (let number = 0; number < applications; number += 1) small.push(await newAccount());
  const large = await newSpreadAccount();
  const whole = await fill(small, large);
  const spread = content.photos.map((photo, number): Question => {
    const account = small[(photo.page ?? number) % small.length] ?? large;
    return { account, photo };
  });
  const ofOne = content.photos.map((photo): Question => ({ account: large, photo }));
  const answersOfWhole = async (questions: readonly Question[]) => {
    const answers: string[] = [];
    for (const { account, photo } of questions)
      answers.push(answerText(await searchByPhoto(whole.address, account, photo.jpeg)));
    return answers;
  };
  const expectedOfSpread = await answersOfWhole(spread);
  const expectedOfOne = await answersOfWhole(ofOne);
  await whole.end('SIGTERM');
  const found = expectedOfOne.filter((answer) => answer.includes('page-')).length;
  console.log(
    `${references} references in ${applications} applications and once more in one; ${questionCount} photos, ${found} recognized`,
  );

  const placed = await measureAll('Many applications over searchers', spread, expectedOfSpread, () => ({
    division: { shards: 1, elsewhere: 0 },
    environment: {},
  }));
  const divided = await measureAll('One application in shards', ofOne, expectedOfOne, (count) => ({
    division: divisionOf(large.id, count),
    environment: { LOUPE_SHARD_REFERENCES: String(Math.ceil(references / count)) },
  }));
  console.log(checkTable(placed, divided));
  console.log(
    `\n${wrong} of ${2 * searcherCounts.length * questionCount} answers differ from those of a whole server`,
  );
  if (wrong > 0) process.exitCode = 1;
} finally {
  await administration.close();
  await nats.stop();
  await bucket.close();
  await postgres.remove();
  await network.close();
  await rm(folder, { recursive: true, force: true });
}
