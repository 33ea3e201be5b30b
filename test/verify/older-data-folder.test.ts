/** Data folders that earlier versions wrote are opened by today's (test/fixtures/data-folder-…). */
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPromise } from 'yauzl';
import { scan } from '../rest/support/scans.js';
import type { Clock } from '../../src/kernel/clock.js';
import { startTestApp, type TestApp } from '../kit/app.js';
import { runLoupe } from '../kit/command.js';
import { elementsOf, memberOf } from '../kit/json.js';
import { drawPicture } from '../kit/pictures.js';
import { SeededUser } from '../kit/seed/seed-user.js';

interface Facts {
  readonly organizationId: string;
  readonly apiKey: string;
  readonly userName: string;
  readonly password: string;
  readonly documentId: string;
  readonly imageIds: readonly string[];
  readonly zoneId: string;
  readonly applicationId: string;
}

/** Of a folder in which work goes on. */
interface OpenWork extends Facts {
  readonly undoId: string;
  readonly draftedZoneId: string;
}

interface Fixture {
  readonly version: string;
  /** Size of the pictures on its pages. */
  readonly sizePx: readonly [number, number];
}

let facts: Facts;
let loupe: TestApp;
let user: SeededUser;
let folder: string;
let environment: Readonly<Record<string, string>>;

/** Starts a server on a copy of a fixture, and logs its user in. */
async function openCopy(version: string): Promise<Facts> {
  const fixture = new URL(`../fixtures/data-folder-${version}/`, import.meta.url);
  folder = await mkdtemp(join(tmpdir(), 'loupe-older-'));
  await unzip(new URL('data.zip', fixture), folder);
  facts = JSON.parse(await readFile(new URL('facts.json', fixture), 'utf8')) as Facts;
  environment = { LOUPE_DATA: folder, LOUPE_DATABASE_URL: `sqlite:${join(folder, 'loupe.sqlite')}` };
  const { undoId } = facts as Partial<OpenWork>;
  loupe = await startTestApp({ environment, ...(undoId !== undefined && { clock: clockFrom(undoId) }) });
  const { apiKey, userName, password, organizationId } = facts;
  const login = await loupe.app.services.auth.login({ apiKey, userName, password, address: null });
  const { id } = login.user;
  user = new SeededUser(loupe, { id, organizationId, userName, password, token: login.token });
  return facts;
}

/** Goes on from when something was made: what can be taken back for a day can be, however old the fixture is. @param id a UUID of version 7 */
function clockFrom(id: string): Clock {
  const ahead = performance.now() - Number.parseInt(id.replace('-', '').slice(0, 12), 16);
  return { now: () => new Date(performance.now() - ahead) };
}

async function closeCopy(): Promise<void> {
  await loupe.close();
  await rm(folder, { recursive: true, force: true });
}

async function unzip(file: URL, to: string): Promise<void> {
  const zip = await openPromise(file.pathname, { lazyEntries: true, autoClose: false });
  for await (const entry of zip.eachEntry()) {
    const path = join(to, entry.fileName);
    await mkdir(dirname(path), { recursive: true });
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(path));
  }
  zip.close();
}

/** A photo of a page: turned a little, on gray, larger and compressed. */
const photoOf = async (seed: number, [widthPx, heightPx]: Fixture['sizePx']) =>
  drawPicture(seed, widthPx, heightPx)
    .rotate(5, { background: '#808080' })
    .resize(400)
    .jpeg({ quality: 70 })
    .toBuffer();

const list = async (path: string) => elementsOf(await user.send('GET', path));

describe.each<Fixture>([
  { version: '0.1', sizePx: [320, 240] },
  { version: '0.2', sizePx: [480, 360] },
])('a data folder of version $version', ({ version, sizePx }) => {
  beforeAll(async () => {
    await openCopy(version);
  });
  afterAll(closeCopy);

  it('has the schema of today', async () => {
    await expect(loupe.app.services.database.schemaDrift()).resolves.toBe('');
  });

  it('still has its content: titles, actions, languages, zone and matches', async () => {
    const { documentId, imageIds, zoneId } = facts;
    await expect(list(`/api/documents/${documentId}/titles`)).resolves.toMatchObject([
      { LanguageCode: 'en-US', Value: 'Spring' },
      { LanguageCode: 'fr-FR', Value: 'Printemps' },
    ]);
    await expect(list(`/api/nodes/${imageIds[0]}/titles`)).resolves.toMatchObject([
      { LanguageCode: 'en-US', Value: 'Cover’s “first” page' },
      { LanguageCode: 'fr-FR', Value: '' },
    ]);
    await expect(list(`/api/nodes/${imageIds[0]}/actions`)).resolves.toMatchObject([
      { LanguageCode: 'en-US', Name: 'Read more' },
      { LanguageCode: 'fr-FR', Name: 'En savoir plus' },
    ]);
    await expect(list(`/api/images/${imageIds[1]}/zones`)).resolves.toMatchObject([{ Id: zoneId }]);
    await expect(list(`/api/documents/${documentId}/matches`)).resolves.toHaveLength(2);
  });

  it('is found by the titles and actions that it has', async () => {
    const found = async (text: string) =>
      elementsOf(await user.send('GET', `/services/Search/Texts?text=${text}`)).map((hit) =>
        memberOf(hit, 'Id'),
      );
    await expect(found('printemps')).resolves.toEqual([facts.documentId]);
    await expect(found('SAVOIR')).resolves.toEqual([facts.imageIds[0]]);
  });

  it('still recognizes its pages, by their language', async () => {
    const { apiKey, imageIds, zoneId } = facts;
    const page = await scan(loupe, apiKey, await photoOf(31, sizePx), 'fr-FR');
    expect(page.image).toMatchObject({
      Id: imageIds[0],
      Title: 'Printemps',
      Actions: [{ Name: 'En savoir plus' }],
    });
    const zone = await scan(loupe, apiKey, await photoOf(32, sizePx));
    expect(zone.image).toMatchObject({ Id: zoneId, Title: 'Spring' });
    expect(zone.image?.Actions.map(({ Name }) => Name)).toEqual(['Order', 'Visit us']);
  });

  it('takes changes, and passes `loupe verify` afterwards', async () => {
    const { documentId } = facts;
    const json = { NodeId: documentId, LanguageCode: 'fr-FR', Value: 'Le printemps' };
    await user.send('PUT', '/api/Titles', { json });
    await expect(list(`/api/documents/${documentId}/titles`)).resolves.toMatchObject([
      { Value: 'Spring' },
      { Value: 'Le printemps' },
    ]);
    const verified = await runLoupe(['verify'], environment);
    expect(verified.error).toBe('');
    expect(verified.exitCode).toBe(0);
  });
});

describe('a data folder of before in which work goes on', () => {
  let work: OpenWork;
  const ask = async (query: string, variables: object) => {
    const answer = await user.send('POST', '/graphql', { json: { query, variables } });
    return memberOf(answer, 'data');
  };
  const draft = async () =>
    memberOf(
      memberOf(
        await ask(
          `query ($id: ID!) { document(id: $id) { draft { changeCount changes {
             element { id type } changes { kind field before after } conflict { reason }
           } } } }`,
          { id: work.documentId },
        ),
        'document',
      ),
      'draft',
    );

  beforeAll(async () => {
    work = (await openCopy('0.2-drafts')) as OpenWork;
  });
  afterAll(closeCopy);

  it('has its open draft, whose changes are no conflicts', async () => {
    const { imageIds, zoneId, draftedZoneId } = work;
    const open = await draft();
    expect(open).toMatchObject({ changeCount: 7 });
    const changes = elementsOf(memberOf(open, 'changes'));
    expect(changes.filter((change) => memberOf(change, 'conflict') !== null)).toEqual([]);
    const changedIds = new Set(changes.map((change) => memberOf(memberOf(change, 'element'), 'id')));
    expect(changedIds).toEqual(new Set([imageIds[0], zoneId, draftedZoneId]));
    const read = changes.flatMap((change) => elementsOf(memberOf(change, 'changes')));
    expect(read).toContainEqual({ kind: 'Title', field: 'value', before: '', after: 'Été' });
  });

  it('takes edits in it, and publishes all of it', async () => {
    const { documentId, imageIds, zoneId, draftedZoneId } = work;
    const edits = [
      { change: { setTitle: { nodeId: documentId, languageCode: 'en-US', value: 'Spring and summer' } } },
    ];
    const edited = await ask(
      `mutation ($id: ID!, $edits: [DraftEdit!]!) { changeDraft(input: { documentId: $id, edits: $edits }) {
         ... on EditedDraft { draft { changeCount } } ... on Problem { code message } } }`,
      { id: documentId, edits },
    );
    expect(edited).toEqual({ changeDraft: { draft: { changeCount: 8 } } });
    const published = await ask(
      `mutation ($id: ID!) { publishDraft(input: { documentId: $id }) {
         ... on PublishedDraft { changed } ... on Problem { code message } } }`,
      { id: documentId },
    );
    expect(published).toEqual({ publishDraft: { changed: 8 } });
    await expect(list(`/api/nodes/${imageIds[0]}/titles`)).resolves.toMatchObject([
      { LanguageCode: 'en-US', Value: 'Summer' },
      { LanguageCode: 'fr-FR', Value: 'Été' },
    ]);
    await expect(list(`/api/nodes/${imageIds[0]}/actions`)).resolves.toMatchObject([
      { Name: 'Read all of it', Content: expect.stringContaining('https://summer.example/') as string },
      { LanguageCode: 'fr-FR' },
    ]);
    await expect(list(`/api/images/${imageIds[0]}/zones`)).resolves.toMatchObject([
      { Id: draftedZoneId, Name: 'Map', Width: 40 },
    ]);
    await expect(list(`/api/images/${imageIds[1]}/zones`)).resolves.toMatchObject([
      { Id: zoneId, Name: 'Order form', Width: 80 },
    ]);
    await expect(list(`/api/nodes/${draftedZoneId}/actions`)).resolves.toMatchObject([
      { Name: 'Find it', Type: 'URL' },
    ]);
  });

  it('takes the change back that was made before', async () => {
    const { imageIds, undoId } = work;
    const undone = await ask(
      'mutation ($id: ID!) { undoTextChange(input: { id: $id }) { __typename ... on Problem { code message } } }',
      { id: undoId },
    );
    expect(undone).not.toMatchObject({ undoTextChange: { code: expect.anything() as string } });
    await expect(list(`/api/nodes/${imageIds[1]}/titles`)).resolves.toMatchObject([{ Value: '' }, {}]);
  });

  it('still has the delivery that waits, and passes `loupe verify`', async () => {
    const answer = await ask(
      'query ($id: ID!) { organization(id: $id) { webhooks { deliveries { event state } } } }',
      { id: work.organizationId },
    );
    expect(answer).toMatchObject({
      organization: { webhooks: [{ deliveries: [{ event: 'DOCUMENT_READY', state: 'WAITING' }] }] },
    });
    const verified = await runLoupe(['verify'], environment);
    expect(verified.error).toBe('');
    expect(verified.exitCode).toBe(0);
  });
});
