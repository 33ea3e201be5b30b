import { beforeAll, describe, expect, it } from 'vitest';
import {
  createAction,
  createClient,
  createDocument,
  createFolder,
  type LoupeClient,
  LoupeFailure,
  LoupeProblem,
  readDocument,
  recognize,
  recordClick,
  type Success,
  typedDocument,
  whoAmI,
  type CreateDocument,
} from '../../packages/client/src/index.js';
import { createEngine } from '../../packages/client/src/engine.js';
import { useTestApp } from '../kit/use-app.js';
import { changedPicture, jpegPicture } from '../kit/pictures.js';
import { seed, type SeededApplication, type SeededOrganization } from '../kit/seed.js';
import type { SeededUser } from '../kit/seed/seed-user.js';

const loupe = useTestApp();
let organization: SeededOrganization;
let user: SeededUser;
let client: LoupeClient;

beforeAll(async () => {
  organization = await seed(loupe).organization();
  user = await organization.user();
  client = createClient({ url: `${loupe.url}/`, token: () => user.token });
});

const jpeg = (bytes: Buffer) => new File([new Uint8Array(bytes)], 'leaflet.jpg', { type: 'image/jpeg' });
const inputOf = (name: string) => ({ parentId: organization.id, name, defaultLanguage: 'en-US' });

describe('the GraphQL client', () => {
  it('logs in and is that user from then on', async () => {
    const own = createClient({ url: loupe.url });
    await expect(own.run(whoAmI, {})).rejects.toMatchObject({
      name: 'LoupeFailure',
      code: 'UNAUTHENTICATED',
    });
    const { userName, password } = user;
    const session = await own.logIn({ userName, password, apiKey: organization.apiKey });
    expect(session.organizationId).toBe(organization.id);
    expect(await own.run(whoAmI, {})).toMatchObject({ userName, organization: { id: organization.id } });
  });

  it('uploads in parts with progress, follows the pages and recognizes a photo of them', async () => {
    const shares: number[] = [];
    const file = jpeg(await jpegPicture(51, 900, 700));
    const uploadId = await client.upload(file, {
      onProgress: (share) => shares.push(share),
      partBytes: 20_000,
    });
    expect(shares.at(-1)).toBe(1);
    expect(shares.length).toBeGreaterThan(2);
    expect([...shares].sort((a, b) => a - b)).toEqual(shares);
    const made: Success<CreateDocument> = await client.run(createDocument, {
      input: { ...inputOf('Leaflet'), uploadId },
    });
    const states: string[] = [];
    for await (const { processing } of client.followDocument(made.id)) states.push(processing);
    expect(states.at(-1)).toBe('READY');
    const input = {
      nodeId: made.id,
      languageCode: 'en-US',
      name: 'Read',
      target: { url: { url: 'https://loupe.example' } },
    } as const;
    expect(await client.run(createAction, { input })).toMatchObject({ isValid: true });
    await user.send('PATCH', `/api/documents?id=${made.id}`, { json: { Status: 'Active' } });

    const reader = createClient({ url: loupe.url, apiKey: organization.apiKey });
    const photo = jpeg(await jpegPicture(51, 900, 700));
    const found = await reader.run(recognize, { input: { photo, languageCode: 'en-US' } });
    expect(found?.documentId).toBe(made.id);
    expect(found?.outline).toHaveLength(4);
    const [action] = found?.actions ?? [];
    const click = { actionId: action?.id ?? '', sessionId: found?.sessionId };
    expect(await reader.run(recordClick, { input: click })).toEqual({
      __typename: 'RecordedClick',
      actionId: action?.id,
    });
    expect(
      await reader.run(recognize, { input: { photo: jpeg(await jpegPicture(99)), languageCode: 'en-US' } }),
    ).toBeNull();
  });

  it('sends small files with the change itself', async () => {
    const file = jpeg(await jpegPicture(52));
    const { id } = await client.run(createDocument, {
      input: { ...inputOf('Small'), file, waitForImages: true },
    });
    const { images } = await client.run(readDocument, { id });
    expect(images).toMatchObject([{ widthPx: 480, heightPx: 360 }]);
    expect((await fetch(images[0]?.pictureUrl ?? '')).status).toBe(200);
  });

  it('answers with problems, or throws them', async () => {
    const nameless = { parentId: organization.id, name: '' };
    const { data, problem } = await client.attempt(createFolder, { input: nameless });
    expect(data).toBeNull();
    if (problem?.__typename !== 'ValidationProblem') throw new Error('A nameless folder was made.');
    expect(problem.fields[0]?.path).toBe('name');
    const thrown = await client.run(createFolder, { input: nameless }).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(LoupeProblem);
    expect(thrown).toMatchObject({ code: 'BAD_USER_INPUT', problem: { __typename: 'ValidationProblem' } });
    const text = new File(['no picture'], 'notes.txt', { type: 'text/plain' });
    await expect(
      client.run(createDocument, { input: { ...inputOf('Notes'), file: text } }),
    ).rejects.toMatchObject({
      problem: { __typename: 'MediaProblem' },
    });
  });

  it('runs documents of your own, and says which errors the server found in them', async () => {
    const mine = typedDocument<{ me: { id: string } }, Record<string, never>>('{ me { id } }');
    expect((await client.run(mine, {})).id).toBe(user.id);
    const wrong = typedDocument<{ me: null }, Record<string, never>>('{ me { nothing } }');
    await expect(client.run(wrong, {})).rejects.toThrow(/nothing/);
    const two = typedDocument<{ a: object; b: object }, Record<string, never>>(
      '{ a: me { id } b: me { id } }',
    );
    await expect(client.run(two, {})).rejects.toThrow(/request\(\)/);
    expect(Object.keys(await client.request(two, {}))).toEqual(['a', 'b']);
  });

  it('stops by its signal, and says what is wrong with the other side', async () => {
    const controller = new AbortController();
    controller.abort(new Error('enough'));
    const file = jpeg(await jpegPicture(53));
    const { signal } = controller;
    await expect(client.run(whoAmI, {}, { signal })).rejects.toThrow('enough');
    await expect(client.upload(file, { signal })).rejects.toThrow('enough');
    const absent = createClient({ url: 'http://127.0.0.1:9' });
    await expect(absent.run(whoAmI, {})).rejects.toMatchObject({ code: 'UNREACHABLE', status: null });
    const stranger = createClient({ url: `${loupe.url}/docs/static` });
    await expect(stranger.run(whoAmI, {})).rejects.toBeInstanceOf(LoupeFailure);
    const nobody = createClient({ url: loupe.url });
    await expect(nobody.upload(file)).rejects.toMatchObject({ code: 'UPLOAD_REFUSED', status: 401 });
    const progress = nobody.followDocument('0191d3a0-0000-7000-8000-000000000000');
    await expect(progress.next()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('refuses at once what is no address, no file and no key', async () => {
    const made = createClient as unknown as (options?: unknown) => typeof client;
    for (const options of [undefined, {}, { url: 'nonsense' }, { url: 'ftp://print.example' }, { url: 7 }]) {
      expect(() => made(options)).toThrow(/url must be the address of a server/);
    }
    const upload = client.upload.bind(client) as (file: unknown) => Promise<string>;
    await expect(upload('leaflet.jpg')).rejects.toThrow(/upload takes a File or a Blob/);
    await expect(upload(Buffer.from('x'))).rejects.toThrow(/upload takes a File or a Blob/);
    await expect(made({ url: loupe.url, token: 7 }).run(whoAmI, {})).rejects.toThrow(/token must be a text/);
  });

  it('ends a stream of events with the loop that reads it', async () => {
    const file = jpeg(await jpegPicture(54));
    const { id } = await client.run(createDocument, { input: { ...inputOf('Streamed'), file } });
    for await (const { name } of client.followDocument(id)) {
      expect(name).toBe('Streamed');
      break;
    }
    const controller = new AbortController();
    controller.abort(new Error('left'));
    await expect(client.followDocument(id, { signal: controller.signal }).next()).rejects.toThrow('left');
  });
});

describe('the engine client', () => {
  let application: SeededApplication;
  beforeAll(async () => {
    application = await organization.application();
  });

  it('adds, lists, searches and deletes by the management interface', async () => {
    const engine = createEngine({ url: loupe.url, key: application.key });
    for (const number of [61, 62, 63]) {
      const form = {
        imageId: `p${number}`,
        image: jpeg(await jpegPicture(number)),
        keywords: ['all', 'odd'],
        additional: false,
      };
      const added = await engine.call('post', '/api/v3/engine/applications/{id}/references', { form });
      expect(added).toMatchObject({ id: `p${number}`, keywords: ['all', 'odd'], imageCount: 1 });
    }
    const ids: string[] = [];
    for await (const { id } of engine.references({ keyword: 'odd' })) ids.push(id);
    expect(ids).toEqual(['p61', 'p62', 'p63']);
    const form = { image: jpeg(await changedPicture(62)), limit: 1 };
    const { hits } = await engine.call('post', '/api/v3/engine/applications/{id}/search', { form });
    expect(hits).toMatchObject([{ id: 'p62' }]);
    const path = { imageId: 'p63' };
    expect(
      await engine.call('delete', '/api/v3/engine/applications/{id}/references/{imageId}', { path }),
    ).toBeUndefined();
    const gone = engine.call('get', '/api/v3/engine/applications/{id}/references/{imageId}', { path });
    await expect(gone).rejects.toMatchObject({ name: 'LoupeFailure', code: 'UNKNOWN_IMAGE_ID', status: 404 });
    const counts = await engine.call('get', '/api/v3/engine/applications/{id}/counts', {});
    expect(counts).toEqual({ references: 2, images: 2 });
    const other = createEngine({ url: loupe.url, token: user.token });
    const application2 = await other.call('get', '/api/v3/engine/applications/{id}', {
      path: { id: application.id },
    });
    expect(application2.kind).toBe('mobile');
  });

  it('speaks the operations that its clients know', async () => {
    const engine = createEngine({ url: loupe.url, key: application.key });
    await engine.v2('AddImage', { image_id: 'v2', image_content: jpeg(await jpegPicture(64)) });
    const found = await engine.v2('SearchImageByUpload', { image_content: jpeg(await changedPicture(64)) });
    expect(found).toMatchObject({ status: { code: 0 }, images: [{ id: 'v2' }] });
    await expect(engine.v2('DeleteImage', { image_id: 'absent' })).rejects.toMatchObject({
      name: 'LoupeFailure',
      code: expect.stringMatching(/^-\d+$/) as string,
    });
  });
});
