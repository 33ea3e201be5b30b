/**
 * Kills a server under load and looks whether it kept its word: several clients write, the process gets SIGKILL at a
 * random moment, starts again on the same data folder, everything that it had acknowledged is asked for, what it had not
 * answered is sent once more under the same idempotency key, one of its pages is scanned again, and `loupe verify` must
 * find no difference. At the end a webhook must have received every document that is ready, and everything that readers did. Ends with 1 at the first
 * fault and leaves the folder for a look.
 *
 *   npm run build && npm run kill-loop -- [--rounds 100] [--writers 3] [--uploaders 1] [--longest-load-ms 4000] [--verify-every 1]
 */
import { randomInt } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type DemoHttpClient, textMember } from '../../../demo/loader/http-client.js';
import { connect, endTrial } from './trial-client.js';
import { repeatCreations } from './repeated-creations.js';
import { loupe, ServerProcess } from './server-process.js';
import { WebhookListener } from './webhook-listener.js';
import { WriteLedger } from './write-ledger.js';
import { type Account, newAccount, scanDocument, uploadAndScan, writeFolders } from './writing-clients.js';

const SHORTEST_LOAD_MS = 100;
const account = { userName: 'writer@loupe.example', password: 'a password for writing' };

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    writers: { type: 'string', default: '3' },
    uploaders: { type: 'string', default: '1' },
    'longest-load-ms': { type: 'string', default: '4000' },
    'verify-every': { type: 'string', default: '1' },
  },
});
const rounds = Number(values.rounds);
const longestLoadMs = Number(values['longest-load-ms']);
/** The last start is always verified. */
const verifyEvery = Number(values['verify-every']);
const folder = await mkdtemp(join(tmpdir(), 'loupe-kill-'));
const ledger = new WriteLedger();
const startsMs: number[] = [];
const listener = await WebhookListener.start();

/** Everything that must hold after a start, in words where it does not. */
async function faultsAfterStart(
  client: DemoHttpClient,
  writers: Account,
  round: number,
): Promise<readonly string[]> {
  const faults = [
    ...(await ledger.faults(client, { ofAll: round % 20 === 0 })),
    ...(await repeatCreations(client, writers, ledger)),
  ];
  const ids = ledger.shownDocuments();
  const id = ids.length === 0 ? undefined : ids[randomInt(ids.length)];
  if (id !== undefined) await scanDocument(client, writers, ledger, id).catch(note(faults));
  if (round % verifyEvery === 0 || round === rounds) await loupe(folder, 'verify').catch(note(faults));
  return faults;
}

async function listen(client: DemoHttpClient, { organizationId }: Account): Promise<void> {
  const json = {
    OrganizationId: organizationId,
    Url: listener.address,
    Events: ['document.ready', 'readers.recorded'],
  };
  listener.secret = textMember(await client.send('POST', '/services/Webhooks', { json }), 'Secret');
}

/** Ids of everything that readers did, read from the first cursor to the last; each once. */
async function recordedEvents(
  client: DemoHttpClient,
  { organizationId }: Account,
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let after = ''; ;) {
    const query = `organizationId=${organizationId}${after === '' ? '' : `&after=${after}`}`;
    const page = await client.send('GET', `/services/RecordedEvents?${query}`);
    const { Events: events } = page as { readonly Events: readonly unknown[] };
    if (events.length === 0) break;
    ids.push(...events.map((event) => textMember(event, 'Id')));
    after = textMember(page, 'Next');
  }
  if (new Set(ids).size !== ids.length) throw new Error('An event of a reader was listed twice.');
  return ids;
}

const note = (faults: string[]) => (error: unknown) =>
  void faults.push(error instanceof Error ? error.message : String(error));

async function runRound(round: number, writers: Account): Promise<readonly string[]> {
  const running = await ServerProcess.start(folder);
  startsMs.push(running.startMs);
  const client = await connect(running, writers, account);
  if (round === 0) await listen(client, writers);
  const faults = [...(await faultsAfterStart(client, writers, round))];
  if (round === rounds) {
    const untold = await listener.missing(ledger.documents.keys());
    faults.push(...untold.map((id) => `No webhook was told that document ${id} is ready.`));
    const events = await recordedEvents(client, writers);
    const unsent = await listener.missing(events);
    faults.push(...unsent.map((id) => `No webhook was told of event ${id} of a reader.`));
    process.stdout.write(`${events.length} events of readers were told\n`);
    if (listener.forged > 0) faults.push(`${listener.forged} deliveries had a wrong signature.`);
    await running.end('SIGTERM');
    return faults;
  }
  const load = Promise.all([
    ...Array.from({ length: Number(values.writers) }, async () => writeFolders(client, writers, ledger)),
    ...Array.from({ length: Number(values.uploaders) }, async () => uploadAndScan(client, writers, ledger)),
  ]).catch(note(faults));
  await sleep(randomInt(SHORTEST_LOAD_MS, longestLoadMs));
  await running.end('SIGKILL');
  await load;
  return faults;
}

const writers = await newAccount(async (...words) => loupe(folder, ...words), 'Writers', {
  mail: account.userName,
  password: account.password,
});
let faults: readonly string[] = [];
let killed = 0;
try {
  // One start more than kills: the last kill is looked at, too.
  for (let round = 0; round <= rounds && faults.length === 0; round += 1) {
    faults = await runRound(round, writers);
    if (round < rounds) killed += 1;
    if (round % 10 === 0) process.stdout.write(`${killed} killed, ${ledger.acknowledged} acknowledged\n`);
  }
} catch (error) {
  faults = [String(error instanceof Error ? error.stack : error)];
}
await listener.close();
startsMs.sort((a, b) => a - b);
const deleted = [...ledger.folders.values()].filter(({ state }) => state === 'absent').length;
process.stdout.write(
  `Node ${process.versions.node}: killed ${killed} times; ${ledger.acknowledged} acknowledged changes ` +
    `(${ledger.folders.size} folders, ${deleted} of them deleted, ${ledger.documents.size} documents, ` +
    `${ledger.repeated} creations sent again); ` +
    `ready again after ${(startsMs[Math.floor(startsMs.length / 2)] ?? 0).toFixed(0)} ms at the median, ` +
    `${(startsMs.at(-1) ?? 0).toFixed(0)} ms at most; ${faults.length} faults\n`,
);
await endTrial(folder, faults);
