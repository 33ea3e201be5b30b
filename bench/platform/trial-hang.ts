/**
 * Stops one of several servers of one PostgreSQL database in the middle of its work (SIGSTOP), uploads a document to another one and reports
 * how long that took; then the first one goes on, is killed and started again, and everything that was acknowledged must be
 * there, each page once. Ends with 1 when a document took longer than 20 s, or at the first fault.
 *
 *   npm run build && npm run trial:hang -- [--servers 3] [--rounds 50] [--unplug]
 *
 * With --unplug the server runs on and its connection to the database is cut silently.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { DemoHttpClient, DemoHttpError } from '../../demo/loader/http-client.js';
import { entities } from '../../src/app/entities.js';
import { connect } from '../../src/db/connect.js';
import { Cable } from './cable.js';
import { ServerCluster } from './server-cluster.js';
import { wholeServers } from './server-plan.js';
import { WriteLedger } from './write-ledger.js';
import { type Account, newAccount, uploadAndScan, uploadPage, writeFolders } from './writing-clients.js';

const USER = { mail: 'writer@loupe.example', password: 'a password for writing' } as const;
const LONGEST_MS = 20_000;
const WRITERS = 4;
/** What a server says that was stopped: the database has given up waiting for it. */
const EXCUSED = new Set([500, 503]);

const { values } = parseArgs({
  options: {
    servers: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '50' },
    unplug: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const ledger = new WriteLedger();
const cluster = await ServerCluster.prepare(wholeServers(Number(values.servers)));
const watching = await connect(cluster.postgres.url, entities, []);
const cables = await Promise.all(
  cluster.servers.map(async () => (values.unplug ? Cable.to(cluster.postgres.url) : null)),
);
const tookMs: number[] = [];
let inTransaction = 0;

/** @returns lets it go on */
function hold(at: number): () => void {
  const cable = cables[at];
  if (cable != null) {
    cable.unplug();
    return () => cable.plugIn();
  }
  const pid = cluster.servers[at]?.pid ?? 0;
  process.kill(pid, 'SIGSTOP');
  return () => process.kill(pid, 'SIGCONT');
}

async function clientOf(at: number, account: Account): Promise<DemoHttpClient> {
  const address = cluster.servers[at]?.address ?? '';
  const client = new DemoHttpClient(address);
  await client.login(account.apiKey, USER.mail, USER.password);
  return client;
}

async function transactionsThatHang(): Promise<number> {
  const sql = "select count(*) as count from pg_stat_activity where state = 'idle in transaction'";
  const [row] = await watching.em.execute<{ count: number }[]>(sql);
  return row?.count ?? 0;
}

async function runRound(account: Account): Promise<readonly string[]> {
  const faults: string[] = [];
  const excuse = (error: unknown) => {
    if (error instanceof DemoHttpError && EXCUSED.has(error.status)) return;
    faults.push(error instanceof Error ? error.message : String(error));
  };
  const hanging = randomInt(cluster.servers.length);
  const other = (hanging + 1) % cluster.servers.length;
  const [one, another] = [await clientOf(hanging, account), await clientOf(other, account)];
  const load = [
    ...Array.from({ length: WRITERS }, async () => writeFolders(one, account, ledger).catch(excuse)),
    uploadAndScan(one, account, ledger).catch(excuse),
  ];
  await sleep(randomInt(200, 2000));
  const letGoOn = hold(hanging);
  const begun = performance.now();
  if ((await transactionsThatHang()) > 0) inTransaction += 1;
  await uploadPage(another, account, ledger);
  tookMs.push(performance.now() - begun);
  letGoOn();
  await sleep(500);
  await cluster.kill(hanging);
  await Promise.all(load);
  faults.push(...(await ledger.faults(another)));
  await cluster.start(hanging, cables[hanging]?.url);
  return faults;
}

let faults: readonly string[] = [];
try {
  await Promise.all(cables.map(async (cable, at) => cluster.start(at, cable?.url)));
  const account = await newAccount(async (...words) => cluster.loupe(...words), 'Writers', USER);
  for (let round = 1; round <= rounds && faults.length === 0; round += 1) {
    faults = await runRound(account);
    if (round % 10 === 0) process.stdout.write(`${round} rounds\n`);
  }
  if (faults.length === 0) await cluster.loupe('verify');
} catch (error) {
  faults = [...faults, String(error instanceof Error ? error.stack : error)];
}
tookMs.sort((a, b) => a - b);
const longestMs = tookMs.at(-1) ?? 0;
process.stdout.write(
  `${values.unplug ? 'Unplugged' : 'Stopped'} ${tookMs.length} times, ${inTransaction} of them with a transaction open; a document of another server was ready after ` +
    `${(tookMs[Math.floor(tookMs.length / 2)] ?? 0).toFixed(0)} ms at the median, ${longestMs.toFixed(0)} ms at most; ` +
    `${faults.length} faults\n`,
);
for (const fault of faults) process.stdout.write(`${fault}\n`);
await watching.close(true);
for (const cable of cables) await cable?.close();
await cluster.close({ isKept: faults.length > 0 });
if (faults.length > 0 || longestMs > LONGEST_MS) process.exitCode = 1;
