import { beforeAll, expect, test } from 'vitest';
import { anonymous } from '../../src/access/viewer.js';
import { currentRequestId } from '../../src/kernel/current-request.js';
import { ReusingConnection } from '../../src/db/sqlite/sqlite-driver.js';
import { useTestApp } from '../kit/use-app.js';
import { newPdf } from '../kit/files/pdfs.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import type { SeededDocument, SeededUser } from '../kit/seed/seed-user.js';
import { administration, editor, library, navigation, report, statistics } from './screens.js';
import { GraphqlClient, type GraphqlAnswer } from './support.js';

const loupe = useTestApp({ isAlone: true });
let organization: SeededOrganization;
let user: SeededUser;
let document: SeededDocument;
let client: GraphqlClient;
/** Statements that the database has got since the last look. */
let statements: string[] = [];

beforeAll(async () => {
  organization = await seed(loupe).organization();
  user = await organization.user();
  client = new GraphqlClient(loupe.url, { authorization: `Bearer ${user.token}` });
  document = await fill('First');
  // What jobs look for by themselves is no part of any answer; who asks is mostly known already.
  const isOther = (sql: string) =>
    currentRequestId() === null || /from [`"]?(change_mark|access_token|user_made_role h)\b/i.test(sql);
  const connection = loupe.app.services.database.reader().getConnection();
  const execute = connection.execute.bind(connection);
  connection.execute = async <T>(...call: Parameters<typeof execute>): Promise<T> => {
    const [query] = call;
    const sql = typeof query === 'string' ? query : 'toRaw' in query ? query.toRaw().sql : query.sql;
    if (!isOther(sql)) statements.push(sql);
    return execute(...call) as Promise<T>;
  };
  if (connection instanceof ReusingConnection) {
    const read = connection.readCommitted.bind(connection);
    connection.readCommitted = (sql, values) => {
      if (!isOther(sql)) statements.push(sql);
      return read(sql, values);
    };
    const { database } = loupe.app.services;
    const readInThread = database.readInThread.bind(database);
    database.readInThread = async <Row extends object>(
      ...call: Parameters<typeof readInThread>
    ): Promise<Row[]> => {
      if (!isOther(call[0])) statements.push(call[0]);
      return readInThread<Row>(...call);
    };
  }
});

/** A folder with a document of two pages, a zone, titles and actions, a branch and a user. */
async function fill(name: string): Promise<SeededDocument> {
  const folder = await user.folder({ name });
  const made = await folder.document(await newPdf([11, 12]), { name, contentType: 'application/pdf' });
  const zoneId = await made.zone({ imageId: made.imageIds[0]! });
  for (const nodeId of [made.id, ...made.imageIds, zoneId]) await made.action({ nodeId });
  await read(made.imageIds[1]!);
  await organization.organization();
  await organization.user({ roles: ['Viewer', 'Editor'] });
  return made;
}

/** A reader fetches a page and triggers its first action. */
async function read(imageId: string): Promise<void> {
  const { auth, recognition, clicks } = loupe.app.services;
  const reader = (await auth.viewerOfApiKey(organization.apiKey)) ?? anonymous;
  const device = { sessionId: null, host: null, headers: {} };
  const shown = await recognition.byId(reader, imageId, 'en-US', device);
  await clicks.record(reader, shown!.actions[0]!.id, { ...device, sessionId: shown!.sessionId });
}

/** As often as a screen is asked for before what it costs is taken. */
const LOOKS = 4;

/**
 * Asks several times and keeps the least cost: of the first time, what is known of the caller for a while may be over, and what
 * a thread reads may come when others have been asked for.
 */
async function ask(query: string, id: string): Promise<{ answer: GraphqlAnswer; count: number }> {
  let least: readonly string[] | null = null;
  let answer: GraphqlAnswer | null = null;
  for (let look = 0; look < LOOKS; look += 1) {
    statements = [];
    answer = await client.run(query, { id });
    expect(answer.errors).toBeUndefined();
    if (least === null || statements.length < least.length) least = statements;
  }
  statements = [...least!];
  return { answer: answer!, count: statements.length };
}

/** Over several connections answers race, and what is asked for a moment later misses the batch. */
function requireCount(name: string, count: number, wanted: number): void {
  const text = `${name}: ${statements.join('\n')}`;
  if (!loupe.app.services.database.isShared) expect(count, text).toBe(wanted);
  else expect(Math.abs(count - wanted), text).toBeLessThanOrEqual(4);
}

/** Looks into the database that a screen may cost, however much it shows; who asks is not counted. */
const screens = [
  { name: 'the shelf', query: library, most: 19 },
  { name: 'the administrator’s screen', query: administration, most: 23 },
  { name: 'the navigation', query: navigation, most: 11 },
  { name: 'the report', query: report, most: 32 },
];

test('a screen costs no more looks into the database when there is three times as much to show', async () => {
  const before: number[] = [];
  for (const { query } of screens) before.push((await ask(query, organization.id)).count);
  for (const name of ['Second', 'Third']) await fill(name);
  for (const [i, { name, query, most }] of screens.entries()) {
    const { count } = await ask(query, organization.id);
    requireCount(name, count, before[i]!);
    requireCount(name, count, most);
  }
});

test('the editor costs the same for a document with one page and zone and for one with many', async () => {
  const before = await ask(editor, document.id);
  for (const imageId of document.imageIds) {
    for (const x of [0, 20, 40]) {
      const zoneId = await document.zone({ imageId, x, y: 10, width: 50, height: 80 });
      await document.action({ nodeId: zoneId });
    }
  }
  const after = await ask(editor, document.id);
  const images = (after.answer.data!['document'] as { images: { zones: object[] }[] }).images;
  expect(images.map(({ zones }) => zones.length)).toEqual([4, 3]);
  requireCount('the editor', after.count, before.count);
  requireCount('the editor', after.count, 38);
});

test('the statistics of a document are answered', async () => {
  const { answer } = await ask(statistics, document.id);
  expect(answer.data!['document']).toMatchObject({ actionCount: 10, matches: { totalCount: 1 } });
});

test('documents that multiply lists, repeat names or go on and on are refused with a reason', async () => {
  const nested = `{ me { organization { folders(first: 100) { edges { node {
    documents(first: 100) { edges { node { id images { zones { id } } } } } } } } } } }`;
  const expensive = await client.run(nested);
  expect(expensive.errors?.[0]?.message).toMatch(/costs \d+, more than \d+/);
  const aliases = `{ ${Array.from({ length: 30 }, (_, i) => `a${i}: __typename`).join(' ')} }`;
  expect((await client.run(aliases)).errors?.[0]?.message).toMatch(/alias/i);
  const long = `{ languages { ${'code '.repeat(3000)} } }`;
  expect((await client.run(long)).errors?.[0]?.message).toMatch(/token/i);
  const deep = `{ treeNode(id: "x") { ${'children { '.repeat(20)} id ${'} '.repeat(20)} } }`;
  expect((await client.run(deep)).errors?.[0]?.message).toMatch(/depth/i);
});
