/**
 * Hurts several servers on one PostgreSQL database under load: kills one of them or stops the database as a crash would, starts it again,
 * and looks whether everything that was acknowledged is there, whichever server is asked. Requests go to the servers by turns, so that
 * a page is scanned on another server than the one that took it: one that is not recognized is a fault, too. `loupe verify` recomputes
 * what is counted, page credits among them. Ends with 1 at the first fault.
 *
 *   npm run build && npm run trial:cluster -- [--servers 3] [--minutes 30]
 */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { DemoHttpClient, DemoHttpError } from '../../demo/loader/http-client.js';
import { repeatCreations } from './repeated-creations.js';
import { ServerCluster } from './server-cluster.js';
import { WriteLedger } from './write-ledger.js';
import { type Account, newAccount, scanDocument, uploadAndScan, writeFolders } from './writing-clients.js';

const USER = { mail: 'writer@loupe.example', password: 'a password for writing' } as const;
const WRITERS = 3;
const UPLOADERS = 2;
/** One event in so many stops the database. */
const DATABASE_EVERY = 5;
const VERIFY_EVERY = 5;
/** How long what was hurt stays away. */
const AWAY_MS = 1500;
/** What a server may say while the database is away, or while it waits for somebody who was killed. */
const EXCUSED = new Set([502, 503]);

const { values } = parseArgs({
  options: { servers: { type: 'string', default: '3' }, minutes: { type: 'string', default: '30' } },
});
const end = Date.now() + Number(values.minutes) * 60_000;
const ledger = new WriteLedger();
const cluster = await ServerCluster.prepare(Number(values.servers));
const recoveriesMs: number[] = [];
const events = { servers: 0, database: 0 };

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

/** Kills a server, or stops the database at once and starts it again. @returns what brings everything back */
async function hurt(): Promise<() => Promise<void>> {
  if (randomInt(DATABASE_EVERY) === 0) {
    events.database += 1;
    await cluster.postgres.stop('immediate');
    return async () => cluster.postgres.startAgain();
  }
  events.servers += 1;
  const at = randomInt(cluster.servers.length);
  await cluster.kill(at);
  return async () => void (await cluster.start(at));
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
  const mend = await hurt();
  // Uploads wait for their pages as long as the database is away.
  await sleep(AWAY_MS);
  await mend();
  hasMended = true;
  await Promise.all(load);
  const [lastId] = [...ledger.documents].flatMap(([id, { hasAction }]) => (hasAction ? [id] : [])).reverse();
  if (lastId !== undefined)
    await answered(async () => scanDocument(client, account, ledger, lastId)).catch(excuse);
  recoveriesMs.push(performance.now() - hurtAt);
  faults.push(...(await answered(async () => ledger.faults(client, { ofAll: round % 20 === 0 }))));
  faults.push(...(await answered(async () => repeatCreations(client, account, ledger))));
  if (round % VERIFY_EVERY === 0) await cluster.loupe('verify').catch(excuse);
  return faults;
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
recoveriesMs.sort((a, b) => a - b);
process.stdout.write(
  `${events.servers} servers killed, the database stopped ${events.database} times; ${ledger.acknowledged} acknowledged changes ` +
    `(${ledger.folders.size} folders, ${ledger.documents.size} documents, ${ledger.repeated} creations sent again); ` +
    `everything back after ${(recoveriesMs[Math.floor(recoveriesMs.length / 2)] ?? 0).toFixed(0)} ms at the median, ` +
    `${(recoveriesMs.at(-1) ?? 0).toFixed(0)} ms at most; ${faults.length} faults\n`,
);
for (const fault of faults) process.stdout.write(`${fault}\n`);
await cluster.close({ isKept: faults.length > 0 });
if (faults.length > 0) process.exitCode = 1;
