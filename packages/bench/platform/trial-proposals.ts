/**
 * Kills a server while the file of a document is read for proposals, and while these are accepted one after the other, and looks
 * whether it kept its word after the next start: each link of the file is proposed once, what was acknowledged is accepted, and the
 * draft holds the action of each accepted proposal once and of no other. Ends with 1 at the first fault and leaves the folder for a look.
 *
 *   npm run build && npm run trial:proposals -- [--rounds 12] [--pages 12]
 */
import { randomInt } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type DemoHttpClient, elementsOf, memberOf, textMember } from '../../../demo/loader/http-client.js';
import { leafletOf } from '../../../test/kit/files/leaflets.js';
import { ask, connect, endTrial, makeDocument, makeFolder } from './trial-client.js';
import { loupe, ServerProcess } from './server-process.js';
import { type Account, newAccount } from './writing-clients.js';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '12' }, pages: { type: 'string', default: '12' } },
});
const rounds = Number(values.rounds);
const pages = Number(values.pages);
const folder = await mkdtemp(join(tmpdir(), 'loupe-proposals-'));
const account = { userName: 'writer@loupe.example', password: 'a password for writing' };
const PATIENCE_MS = 120_000;

const nameOf = (round: number, page: number, link: number) => `Offer ${round} ${page} ${link}`;

/** Names of the actions that a file proposes. */
const namesOf = (round: number): readonly string[] =>
  Array.from({ length: pages * 3 }, (_, at) => nameOf(round, Math.floor(at / 3), at % 3));

async function upload(client: DemoHttpClient, { organizationId }: Account, round: number): Promise<string> {
  const parentId = await makeFolder(client, organizationId, `Round ${round}`);
  const pdf = await leafletOf(
    Array.from({ length: pages }, (_, page) => ({
      lines: [`Page ${page} of file ${round}`],
      links: Array.from({ length: 3 }, (__, link) => ({
        text: nameOf(round, page, link),
        target: `https://press.ch/${round}/${page}/${link}`,
      })),
    })),
  );
  return makeDocument(client, parentId, `Round ${round}`, { bytes: pdf, type: 'application/pdf' });
}

interface Proposed {
  readonly id: string;
  readonly name: string;
  readonly isAccepted: boolean;
}

interface Seen {
  readonly isReading: boolean;
  readonly proposals: readonly Proposed[];
  /** Names of the actions that the draft adds. */
  readonly drafted: readonly string[];
}

async function look(client: DemoHttpClient, id: string): Promise<Seen> {
  const found = await ask(
    client,
    `query ($id: ID!) { document(id: $id) { isReadForProposals draft { changes { actionName } }
       proposals(first: 100, states: [OPEN, ACCEPTED, DISMISSED]) { nodes { id actionName state } } } }`,
    { id },
  );
  const document = memberOf(found, 'document');
  const drafted = elementsOf(memberOf(memberOf(document, 'draft') ?? { changes: [] }, 'changes'));
  return {
    isReading: memberOf(document, 'isReadForProposals') === true,
    proposals: elementsOf(memberOf(memberOf(document, 'proposals'), 'nodes')).map((proposal) => ({
      id: textMember(proposal, 'id'),
      name: textMember(proposal, 'actionName'),
      isAccepted: memberOf(proposal, 'state') === 'ACCEPTED',
    })),
    drafted: drafted.flatMap((change) => {
      const name = memberOf(change, 'actionName');
      return typeof name === 'string' ? [name] : [];
    }),
  };
}

async function read(client: DemoHttpClient, id: string): Promise<Seen> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const seen = await look(client, id);
    if (!seen.isReading || Date.now() > until) return seen;
    await sleep(50);
  }
}

/** Accepts proposals until all are or the server is gone; notes those that were acknowledged. */
async function acceptAll(
  client: DemoHttpClient,
  id: string,
  ids: readonly string[],
  acknowledged: Set<string>,
) {
  for (const proposal of ids) {
    const done = await ask(
      client,
      `mutation ($id: ID!, $ids: [ID!]!) { done: acceptProposals(input: { documentId: $id, ids: $ids }) {
         ... on AcceptedProposals { accepted } ... on Problem { code message } } }`,
      { id, ids: [proposal] },
    );
    if (memberOf(memberOf(done, 'done'), 'accepted') !== 1) throw new Error(JSON.stringify(done));
    acknowledged.add(proposal);
  }
}

const sorted = (names: Iterable<string>): string => [...names].toSorted().join();

/** Everything that is not as it was acknowledged, in words. */
function faultsOf({ isReading, proposals, drafted }: Seen, round: number, acknowledged: ReadonlySet<string>) {
  const accepted = proposals.filter(({ isAccepted }) => isAccepted);
  const missing = proposals.filter(({ id, isAccepted }) => acknowledged.has(id) && !isAccepted);
  return [
    ...(isReading ? ['The file was not read in time.'] : []),
    ...(sorted(proposals.map(({ name }) => name)) === sorted(namesOf(round))
      ? []
      : ['Proposals are missing or double.']),
    ...missing.map(({ name }) => `${name} was acknowledged and is not accepted.`),
    ...(sorted(accepted.map(({ name }) => name)) === sorted(drafted)
      ? []
      : ['The draft holds other actions than were accepted.']),
  ];
}

const writers = await newAccount(async (...words) => loupe(folder, ...words), 'Writers', {
  mail: account.userName,
  password: account.password,
});
const environment = { LOUPE_PROPOSALS: 'true' };
let server = await ServerProcess.start(folder, { environment });
let [killed, accepted] = [0, 0];
let faults: readonly string[] = [];
const restart = async (): Promise<DemoHttpClient> => {
  await server.end('SIGKILL');
  killed += 1;
  server = await ServerProcess.start(folder, { environment });
  return connect(server, writers, account);
};
try {
  for (let round = 1; round <= rounds && faults.length === 0; round += 1) {
    const id = await upload(await connect(server, writers, account), writers, round);
    await sleep(randomInt(0, 1500));
    let client = await restart();
    const { proposals } = await read(client, id);
    const acknowledged = new Set<string>();
    const open = proposals.map((proposal) => proposal.id);
    // Two users at once.
    const accepting = Promise.allSettled([
      acceptAll(
        client,
        id,
        open.filter((_, at) => at % 2 === 0),
        acknowledged,
      ),
      acceptAll(
        client,
        id,
        open.filter((_, at) => at % 2 === 1),
        acknowledged,
      ),
    ]);
    await Promise.race([accepting, sleep(randomInt(20, 1500))]);
    client = await restart();
    await accepting;
    const seen = await look(client, id);
    faults = faultsOf(seen, round, acknowledged);
    accepted += seen.drafted.length;
    process.stdout.write(
      `${killed} killed, ${accepted} accepted, ${acknowledged.size} acknowledged in this round\n`,
    );
  }
  await server.end('SIGTERM');
  if (faults.length === 0) await loupe(folder, 'verify');
} catch (error) {
  faults = [String(error instanceof Error ? error.stack : error)];
}
process.stdout.write(
  `killed ${killed} times while files were read and proposals accepted; ${accepted} proposals are in drafts, each once; ${faults.length} faults\n`,
);
await endTrial(folder, faults);
