/**
 * Kills a server while people comment, ask for reviews, approve and refuse, and make and revoke machine tokens, and looks whether it
 * kept its word after the next start: each comment that was acknowledged is there once and no other, closed threads are closed, each
 * draft is in the state of its last acknowledged decision, tokens open what they may and revoked ones nothing, and the log's chain is
 * whole. What was not answered may have happened or not. Ends with 1 at the first fault and leaves the folder for a look.
 *
 *   npm run build && npm run trial:reviews -- [--rounds 12]
 */
import { randomInt } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type DemoHttpClient, elementsOf, memberOf, textMember } from '../../../demo/loader/http-client.js';
import { ask, connect, endTrial, makeDocument, makeFolder } from './trial-client.js';
import { loupe, ServerProcess } from './server-process.js';
import { newAccount } from './writing-clients.js';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '12' } } });
const rounds = Number(values.rounds);
const folder = await mkdtemp(join(tmpdir(), 'loupe-reviews-'));
const password = 'a password for reviews';
const author = 'author@loupe.example';
const approver = 'approver@loupe.example';
const MOST_COMMENTS = 90;
const LONGEST_LOAD_MS = 2500;

const writers = await newAccount(async (...words) => loupe(folder, ...words), 'Reviewers', {
  mail: author,
  password,
});
await loupe(
  folder,
  ...['user', 'create', '--org', 'Reviewers', '--mail', approver],
  '--password',
  password,
  '--role',
  'Administrator',
);

/** The states that one thing may be in: the acknowledged one, and those beside it whose answer is missing. */
interface Known {
  readonly states: Set<string>;
}

class Ledger {
  readonly known = new Map<string, Known>();
  acknowledged = 0;

  /** Does something after which the thing is in a state; while it is not answered, the one before is possible, too. */
  async change<T>(thing: string, state: string, act: () => Promise<T>, before = 'absent'): Promise<T> {
    const known = this.known.get(thing) ?? { states: new Set([before]) };
    this.known.set(thing, known);
    known.states.add(state);
    const answer = await act();
    known.states.clear();
    known.states.add(state);
    this.acknowledged += 1;
    return answer;
  }

  /** Things of a kind whose state is none of those that are possible. @param found by the name of the thing; absent where it lacks */
  faults(kind: string, found: ReadonlyMap<string, string>): readonly string[] {
    const ofKind = [...this.known].filter(([thing]) => thing.startsWith(`${kind} `));
    const names = new Set([...ofKind.map(([thing]) => thing), ...found.keys()]);
    return [...names].flatMap((name) => {
      const state = found.get(name) ?? 'absent';
      const states = this.known.get(name)?.states ?? new Set(['absent']);
      return states.has(state) ? [] : [`${name} is ${state}, not ${[...states].join(' or ')}`];
    });
  }
}

/** A mutation of one input. @throws Error for a problem */
async function mutate(
  client: DemoHttpClient,
  name: string,
  input: object,
  success: string,
): Promise<unknown> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`;
  const query = `mutation ($input: ${type}) { done: ${name}(input: $input) { ${success} ... on Problem { code message } } }`;
  const done = memberOf(await ask(client, query, { input }), 'done');
  if (memberOf(done, 'code') !== undefined) throw new Error(`${name}: ${JSON.stringify(done)}`);
  return done;
}

async function comment(client: DemoHttpClient, ledger: Ledger, documentId: string): Promise<void> {
  for (let number = 1; number <= MOST_COMMENTS; number += 1) {
    const text = `Comment ${number}`;
    const thread = await ledger.change(`comment ${text}`, 'open', async () =>
      mutate(client, 'createComment', { documentId, text }, '... on CommentThread { id }'),
    );
    if (number % 3 !== 0) continue;
    const threadId = textMember(thread, 'id');
    const close = async () => mutate(client, 'resolveComment', { threadId }, '... on CommentThread { id }');
    await ledger.change(`comment ${text}`, 'closed', close);
  }
}

/** Asks for reviews of drafts, which another decides. */
async function review(
  [asks, decides]: readonly [DemoHttpClient, DemoHttpClient],
  ledger: Ledger,
  documentId: string,
): Promise<void> {
  const thing = `draft ${documentId}`;
  const draft = '... on Draft { version }';
  for (let number = 1; ; number += 1) {
    const setTitle = { nodeId: documentId, languageCode: 'en-US', value: `Title ${number}` };
    const edits = [{ change: { setTitle } }];
    // An edit ends what was decided before.
    await ledger.change(thing, 'none', async () => {
      await mutate(asks, 'startDraft', { documentId }, '... on Draft { id }');
      await mutate(asks, 'changeDraft', { documentId, edits }, '... on EditedDraft { draft { id } }');
    });
    const asked = await ledger.change(thing, 'ASKED', async () =>
      mutate(asks, 'askForReview', { documentId }, draft),
    );
    const ifVersion = textMember(asked, 'version');
    const decision =
      number % 2 === 0
        ? async () => mutate(decides, 'approveDraft', { documentId, ifVersion }, draft)
        : async () => mutate(decides, 'refuseDraft', { documentId, ifVersion, reason: 'Not yet' }, draft);
    await ledger.change(thing, number % 2 === 0 ? 'APPROVED' : 'REFUSED', decision);
  }
}

async function makeTokens(
  client: DemoHttpClient,
  ledger: Ledger,
  secrets: Map<string, string>,
): Promise<void> {
  for (let number = 1; ; number += 1) {
    const name = `token ${number}`;
    const input = { placeId: writers.organizationId, name, scopes: ['CONTENT_READ'] };
    const made = await ledger.change(name, 'opens', async () =>
      mutate(client, 'createMachineToken', input, '... on CreatedMachineToken { secret token { id } }'),
    );
    secrets.set(name, textMember(made, 'secret'));
    // An organization has fifty at most.
    if (number % 20 === 1) continue;
    const id = textMember(memberOf(made, 'token'), 'id');
    await ledger.change(name, 'revoked', async () =>
      mutate(client, 'revokeMachineToken', { id }, '... on Deleted { id }'),
    );
  }
}

async function foundComments(client: DemoHttpClient, id: string): Promise<ReadonlyMap<string, string>> {
  const query = `query ($id: ID!) { document(id: $id) { comments(first: 100) { nodes { isResolved comments { text } } } } }`;
  const threads = memberOf(
    memberOf(memberOf(await ask(client, query, { id }), 'document'), 'comments'),
    'nodes',
  );
  const found = new Map<string, string>();
  for (const thread of elementsOf(threads)) {
    const name = `comment ${textMember(elementsOf(memberOf(thread, 'comments'))[0], 'text')}`;
    found.set(name, found.has(name) ? 'double' : memberOf(thread, 'isResolved') === true ? 'closed' : 'open');
  }
  return found;
}

async function foundDraft(client: DemoHttpClient, id: string): Promise<ReadonlyMap<string, string>> {
  const query = 'query ($id: ID!) { document(id: $id) { draft { review { state } } } }';
  const draft = memberOf(memberOf(await ask(client, query, { id }), 'document'), 'draft') ?? null;
  const decided = draft === null ? null : (memberOf(draft, 'review') ?? null);
  const state = decided === null ? 'VOID' : textMember(decided, 'state');
  return new Map([[`draft ${id}`, draft === null ? 'absent' : state === 'VOID' ? 'none' : state]]);
}

async function foundTokens(
  address: string,
  id: string,
  ledger: Ledger,
  secrets: ReadonlyMap<string, string>,
) {
  const found = new Map<string, string>();
  for (const [name, secret] of secrets) {
    const headers = { Authorization: `Bearer ${secret}` };
    const { status } = await fetch(`${address}/api/nodes/${id}/titles`, { headers });
    found.set(name, status === 401 ? 'revoked' : status === 200 ? 'opens' : `answered with ${status}`);
  }
  // A secret that was not answered opens nothing that anybody could ask for.
  for (const name of ledger.known.keys())
    if (name.startsWith('token ') && !secrets.has(name)) found.set(name, 'absent');
  return found;
}

let server = await ServerProcess.start(folder);
let [killed, acknowledged] = [0, 0];
let faults: readonly string[] = [];
try {
  for (let round = 1; round <= rounds && faults.length === 0; round += 1) {
    const ledger = new Ledger();
    const secrets = new Map<string, string>();
    const [asks, decides] = [
      await connect(server, writers, { userName: author, password }),
      await connect(server, writers, { userName: approver, password }),
    ] as const;
    const parentId = await makeFolder(asks, writers.organizationId, `Round ${round}`);
    const id = await makeDocument(asks, parentId, `Round ${round}`);
    const work = Promise.allSettled([
      comment(asks, ledger, id),
      review([asks, decides], ledger, id),
      makeTokens(decides, ledger, secrets),
    ]);
    await sleep(randomInt(100, LONGEST_LOAD_MS));
    await server.end('SIGKILL');
    killed += 1;
    const refusals = (await work).flatMap((each) =>
      each.status === 'rejected' && !/fetch failed|terminated|aborted/.test(String(each.reason))
        ? [String(each.reason)]
        : [],
    );
    server = await ServerProcess.start(folder);
    const client = await connect(server, writers, { userName: author, password });
    faults = [
      ...refusals,
      ...ledger.faults('comment', await foundComments(client, id)),
      ...ledger.faults('draft', await foundDraft(client, id)),
      ...ledger.faults('token', await foundTokens(server.address, id, ledger, secrets)),
    ];
    acknowledged += ledger.acknowledged;
    process.stdout.write(`${killed} killed, ${acknowledged} acknowledged\n`);
  }
  await server.end('SIGTERM');
  if (faults.length === 0) {
    await loupe(folder, 'audit', 'check', '--org', 'Reviewers');
    await loupe(folder, 'verify');
  }
} catch (error) {
  faults = [String(error instanceof Error ? error.stack : error)];
}
process.stdout.write(
  `killed ${killed} times while ${acknowledged} comments, decisions and tokens were acknowledged; ${faults.length} faults\n`,
);
await endTrial(folder, faults);
