/**
 * Kills a server around publishing by date and looks whether it kept its word: drafts of many documents get a date, the process gets
 * SIGKILL while they are being made and once more while they are published, and after the next start each draft whose date was
 * acknowledged must have been published once, with a history that follows on, and `loupe verify` must find no difference. Ends with 1
 * at the first fault and leaves the folder for a look.
 *
 *   npm run build && npm run trial:publishing -- [--rounds 12] [--documents 24]
 */
import { randomInt } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type DemoHttpClient, elementsOf, memberOf, textMember } from '../../../demo/loader/http-client.js';
import { ask, connect, endTrial, makeDocument, makeFolder } from './trial-client.js';
import { killWhileStarting, loupe, ServerProcess } from './server-process.js';
import { type Account, newAccount } from './writing-clients.js';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '12' },
    documents: { type: 'string', default: '24' },
  },
});
const rounds = Number(values.rounds);
const folder = await mkdtemp(join(tmpdir(), 'loupe-publishing-'));
const account = { userName: 'writer@loupe.example', password: 'a password for writing' };
/** Dates are over by the time at which the next server starts. */
const SOON_MS = 600;
const PATIENCE_MS = 90_000;

interface Printed {
  readonly id: string;
  readonly title: (value: string) => object;
  /** Titles that readers get by acknowledged changes, in order. */
  readonly published: string[];
  /** A draft whose date was not acknowledged. */
  unsure: string | null;
}

async function print(client: DemoHttpClient, { organizationId }: Account, count: number): Promise<Printed[]> {
  const parentId = await makeFolder(client, organizationId, 'Dated');
  const documents: Printed[] = [];
  for (let at = 0; at < count; at += 1) {
    const id = await makeDocument(client, parentId, `Dated ${at}`);
    const title = (Value: string) => ({ NodeId: id, LanguageCode: 'en-US', Value });
    await client.send('POST', '/api/Titles', { json: title('Before') });
    documents.push({ id, title, published: ['Before'], unsure: null });
  }
  return documents;
}

/** Gives drafts a date until all have one or the server is gone. */
async function giveDates(
  client: DemoHttpClient,
  documents: readonly Printed[],
  round: number,
): Promise<void> {
  const result = (name: string, success: string) => `${name} { ... on Problem { code message } ${success} }`;
  for (const document of documents) {
    const value = `Round ${round} of ${document.id}`;
    const { id } = document;
    const change = { setTitle: { nodeId: id, languageCode: 'en-US', value } };
    await ask(
      client,
      `mutation ($id: ID!) { ${result('startDraft(input: { documentId: $id })', '... on Draft { id }')} }`,
      { id },
    );
    await ask(
      client,
      `mutation ($id: ID!, $edits: [DraftEdit!]!) { ${result('changeDraft(input: { documentId: $id, edits: $edits })', '... on EditedDraft { draft { id } }')} }`,
      { id, edits: [{ change }] },
    );
    document.unsure = value;
    const at = new Date(Date.now() + SOON_MS).toISOString();
    const done = await ask(
      client,
      `mutation ($id: ID!, $at: String!) { done: ${result('scheduleDraft(input: { documentId: $id, at: $at })', '... on Draft { publishAt }')} }`,
      { id, at },
    );
    if (typeof memberOf(memberOf(done, 'done'), 'publishAt') !== 'string')
      throw new Error(`A draft got no date: ${JSON.stringify(done)}`);
    document.published.push(value);
    document.unsure = null;
  }
}

interface Seen {
  readonly value: string;
  readonly draft: unknown;
  /** Values of the title by the history, the oldest first. */
  readonly history: readonly string[];
  readonly follows: boolean;
}

async function look(client: DemoHttpClient, { id }: Printed): Promise<Seen> {
  const titles = await client.send('GET', `/api/Titles?nodeId=${id}`);
  const found = await ask(
    client,
    `query ($id: ID!) { document(id: $id) { draft { publishAt publishStopped } history(first: 100) { changes {
       operations { operation } changes { field before after } } } } }`,
    { id },
  );
  const document = memberOf(found, 'document');
  const changes = elementsOf(memberOf(memberOf(document, 'history'), 'changes'))
    .flatMap((change) => elementsOf(memberOf(change, 'changes')))
    .filter((change) => memberOf(change, 'field') === 'value')
    .toReversed();
  const before = changes.map((change) => memberOf(change, 'before'));
  const history = changes.map((change) => textMember(change, 'after'));
  return {
    value: textMember(elementsOf(titles)[0], 'Value'),
    draft: memberOf(document, 'draft') ?? null,
    history,
    follows: before.slice(1).every((each, at) => each === history[at]),
  };
}

/** Waits until nothing is due any more. @returns what is not as it was acknowledged */
async function settled(client: DemoHttpClient, documents: readonly Printed[]): Promise<readonly string[]> {
  const until = Date.now() + PATIENCE_MS;
  const faults: string[] = [];
  for (const document of documents) {
    let seen = await look(client, document);
    const isDated = () => typeof memberOf(seen.draft, 'publishAt') === 'string';
    while (isDated() && Date.now() < until) {
      await sleep(200);
      seen = await look(client, document);
    }
    // A date whose answer was lost may have been given.
    if (document.unsure !== null && seen.value === document.unsure) document.published.push(document.unsure);
    document.unsure = null;
    const wanted = document.published;
    const isRight = seen.value === wanted.at(-1) && seen.follows && seen.history.join() === wanted.join();
    if (!isRight || isDated())
      faults.push(`${document.id}: wanted ${wanted.join(', ')}; found ${JSON.stringify(seen)}`);
    // Drafts without a date stay, for the next round to start from.
    if (seen.draft !== null)
      await ask(client, `mutation ($id: ID!) { discardDraft(input: { documentId: $id }) { __typename } }`, {
        id: document.id,
      });
  }
  return faults;
}

const writers = await newAccount(async (...words) => loupe(folder, ...words), 'Writers', {
  mail: account.userName,
  password: account.password,
});
let server = await ServerProcess.start(folder);
const documents = await print(await connect(server, writers, account), writers, Number(values.documents));
let killed = 0;
let faults: readonly string[] = [];
try {
  for (let round = 1; round <= rounds && faults.length === 0; round += 1) {
    // Every third time in the middle of giving dates.
    const dating = giveDates(await connect(server, writers, account), documents, round);
    if (round % 3 === 0) {
      await Promise.race([dating, sleep(randomInt(50, 1500))]);
      await server.end('SIGKILL');
      await dating.catch(() => undefined);
    } else {
      await dating;
      await server.end('SIGKILL');
    }
    killed += 1;
    await sleep(SOON_MS);
    // Publishing begins with the start.
    await killWhileStarting(folder, randomInt(0, 2500));
    killed += 1;
    server = await ServerProcess.start(folder);
    faults = await settled(await connect(server, writers, account), documents);
    process.stdout.write(`${killed} killed, ${sum(documents)} published\n`);
  }
  await server.end('SIGTERM');
  if (faults.length === 0) await loupe(folder, 'verify');
} catch (error) {
  faults = [String(error instanceof Error ? error.stack : error)];
}
process.stdout.write(
  `killed ${killed} times around publishing by date; ${sum(documents)} drafts of ${documents.length} documents were published, each once; ${faults.length} faults\n`,
);
await endTrial(folder, faults);

function sum(all: readonly Printed[]): number {
  return all.reduce((count, { published }) => count + published.length - 1, 0);
}
