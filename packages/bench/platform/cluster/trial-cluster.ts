/**
 * Hurts several servers on one PostgreSQL database under load: kills one of them or stops the database as a crash would, starts it again,
 * and looks whether everything that was acknowledged is there, whichever server is asked. Requests go to the servers in turn, so that
 * a page is scanned on another server than the one that took it: one that is not recognized is a fault, too, and so is one that is while
 * its document is inactive. `loupe verify` recomputes what is counted, page credits among them. Ends with 1 at the first fault.
 *
 * With --roles there are two servers that answer clients, two that work and three that search, of which any two hold everything, with
 * NATS between them and a bucket for files; NATS is killed and the way to the bucket cut as well. With --shard-references indexes of
 * more references are divided among the searchers.
 *
 *   npm run build && npm run trial:cluster -- [--servers 3] [--minutes 30] [--roles [--shard-references 40]]
 */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { DemoHttpClient, DemoHttpError } from '../../../../demo/loader/http-client.js';
import { percentile } from '../../benchmark/statistics.js';
import { drawVictim, victimsOf } from './cluster-victims.js';
import { repeatCreations } from '../repeated-creations.js';
import { ServerCluster } from './server-cluster.js';
import { ServersByRole, wholeServers } from '../server-plan.js';
import { WriteLedger } from '../write-ledger.js';
import { type Account, newAccount, scanDocument, uploadAndScan, writeFolders } from '../writing-clients.js';

const USER = { mail: 'writer@loupe.example', password: 'a password for writing' } as const;
const WRITERS = 3;
const UPLOADERS = 2;
const VERIFY_EVERY = 5;
/** How long what was hurt stays away. */
const AWAY_MS = 1500;
/** What a server may say while the database is away, or while it waits for somebody who was killed. */
const EXCUSED = new Set([502, 503]);

const { values } = parseArgs({
  options: {
    servers: { type: 'string', default: '3' },
    minutes: { type: 'string', default: '30' },
    roles: { type: 'boolean', default: false },
    'shard-references': { type: 'string' },
  },
});
const end = Date.now() + Number(values.minutes) * 60_000;
const ledger = new WriteLedger();
const byRole = values.roles ? await ServersByRole.start(values['shard-references']) : null;
const cluster = await ServerCluster.prepare(byRole?.servers ?? wholeServers(Number(values.servers)));
const victims = victimsOf(cluster, byRole);
/** How long it took until everything was back, by what was hurt. */
const recoveriesMs = new Map<string, number[]>();

/** Excuses what was refused with the word to try again: it was not acknowledged. */
const unlessExcused =
  (faults: string[]) =>
  (error: unknown): void => {
    if (error instanceof DemoHttpError && EXCUSED.has(error.status)) return;
    faults.push(error instanceof Error ? error.message : String(error));
  };

/** Repeats a question until servers answer it. */
async function answered<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const isAway = error instanceof DemoHttpError ? EXCUSED.has(error.status) : error instanceof TypeError;
      if (!isAway) throw error;
      await sleep(50);
    }
  }
}

async function runRound(client: DemoHttpClient, account: Account, round: number): Promise<readonly string[]> {
  const faults: string[] = [];
  const excuse = unlessExcused(faults);
  let hasMended = false;
  const isOver = () => hasMended;
  const load = [
    ...Array.from({ length: WRITERS }, async () =>
      writeFolders(client, account, ledger, isOver).catch(excuse),
    ),
    ...Array.from({ length: UPLOADERS }, async () =>
      uploadAndScan(client, account, ledger, isOver).catch(excuse),
    ),
  ];
  await sleep(randomInt(500, 4000));
  const hurtAt = performance.now();
  const victim = drawVictim(victims);
  const mend = await victim.hurt();
  // Uploads wait for their pages as long as the database is away.
  await sleep(AWAY_MS);
  await mend();
  hasMended = true;
  await Promise.all(load);
  const lastId = ledger.shownDocuments().at(-1);
  if (lastId !== undefined)
    await answered(async () => scanDocument(client, account, ledger, lastId)).catch(excuse);
  recoveriesMs.set(victim.kind, [...(recoveriesMs.get(victim.kind) ?? []), performance.now() - hurtAt]);
  faults.push(...(await answered(async () => ledger.faults(client, { ofAll: round % 20 === 0 }))));
  faults.push(...(await answered(async () => repeatCreations(client, account, ledger))));
  if (round % VERIFY_EVERY === 0) await cluster.loupe('verify').catch(excuse);
  return faults.map((fault) => `Round ${round}, hurt was ${victim.kind}: ${fault}`);
}

let faults: readonly string[] = [];
try {
  await cluster.startAll();
  const account = await newAccount(async (...words) => cluster.loupe(...words), 'Writers', USER);
  const client = new DemoHttpClient(cluster.address);
  await client.login(account.apiKey, USER.mail, USER.password);
  for (let round = 1; Date.now() < end && faults.length === 0; round += 1) {
    faults = await runRound(client, account, round);
    if (round % 10 === 0) process.stdout.write(`${round} rounds, ${ledger.acknowledged} acknowledged\n`);
  }
  if (faults.length === 0) faults = await ledger.faults(client, { ofAll: true });
  if (faults.length === 0) await cluster.loupe('verify');
} catch (error) {
  faults = [...faults, String(error instanceof Error ? error.stack : error)];
}
if (recoveriesMs.size > 0) recoveriesMs.set('all', [...recoveriesMs.values()].flat());
for (const [kind, tookMs] of recoveriesMs) {
  const back = `${percentile(tookMs, 0.5).toFixed(0)} ms at the median, ${Math.max(...tookMs).toFixed(0)} ms at most`;
  process.stdout.write(`${kind}: hurt ${tookMs.length} times, everything back after ${back}\n`);
}
process.stdout.write(
  `${ledger.acknowledged} acknowledged changes (${ledger.folders.size} folders, ${ledger.documents.size} documents, ` +
    `${ledger.repeated} creations sent again); ${faults.length} faults\n`,
);
for (const fault of faults) process.stdout.write(`${fault}\n`);
if (faults.length > 0) process.stdout.write(`What servers said stands in ${cluster.folder}.\n`);
await cluster.close({ isKept: faults.length > 0 });
await byRole?.close();
if (faults.length > 0) process.exitCode = 1;
