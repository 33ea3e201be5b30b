/** Thumbnails of references: kept where an application says so, shown to those who manage it, gone with what they show. */
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { operator } from '../../../src/access/viewer.js';
import { Reference } from '../../../src/engine/references/reference.entity.js';
import type { Clock } from '../../../src/kernel/clock.js';
import { clusterIdOf } from '../../../src/db/installation.js';
import { FolderBlobs } from '../../../src/media/blobs/folder-blobs.js';
import { FileStore } from '../../../src/media/blobs/file-store.js';
import { BASE } from '../../../src/rest/engine-v3/route.js';
import { countBlobs } from '../../kit/files/blobs.js';
import { memberOf } from '../../kit/json.js';
import { jpegPicture } from '../../kit/pictures.js';
import { seed } from '../../kit/seed.js';
import { zipOf } from '../../kit/files/zips.js';
import { engineOverGraphql, PROBLEM } from './engine-support.js';

const { run, upload, client, loupe } = engineOverGraphql();

interface Made {
  readonly id: string;
  readonly modifyKey: string;
  readonly queryKey: string;
}

async function newKeeper(keepsThumbnails = true): Promise<Made> {
  const made = await run(
    `mutation ($keeps: Boolean, $queryKey: String) {
      createApplication(input: { kind: MOBILE, keepsThumbnails: $keeps, queryKey: $queryKey }) {
        ... on Application { id modifyKey queryKey keepsThumbnails }
        ${PROBLEM}
      }
    }`,
    { keeps: keepsThumbnails, queryKey: `query-key-${Math.random()}` },
  );
  const application = memberOf(made, 'createApplication');
  expect(application).toMatchObject({ keepsThumbnails });
  return application as Made;
}

async function keep(app: string, keeps: boolean): Promise<void> {
  const changed = await run(
    `mutation ($app: ID!, $keeps: Boolean) {
      updateApplication(input: { id: $app, patch: { keepsThumbnails: $keeps } }) {
        ... on Application { keepsThumbnails } ${PROBLEM}
      }
    }`,
    { app, keeps },
  );
  expect(changed).toEqual({ updateApplication: { keepsThumbnails: keeps } });
}

async function add(app: string, id: string, image: Buffer, more = false): Promise<string | null> {
  const added = await upload(
    `mutation ($app: ID!, $id: ID!, $more: Boolean, $image: Upload!) {
      addReference(input: { applicationId: $app, id: $id, isAdditional: $more, image: $image }) {
        ... on AddedReference { reference { thumbnailUrl } } ${PROBLEM}
      }
    }`,
    { app, id, more },
    { image },
  );
  return memberOf(memberOf(memberOf(added, 'addReference'), 'reference'), 'thumbnailUrl') as string | null;
}

async function thumbnailOf(app: string, id: string): Promise<string | null> {
  const query =
    'query ($app: ID!, $id: ID!) { application(id: $app) { reference(id: $id) { thumbnailUrl } } }';
  const told = await run(query, { app, id });
  return memberOf(memberOf(memberOf(told, 'application'), 'reference'), 'thumbnailUrl') as string | null;
}

async function remove(app: string, ...ids: readonly string[]): Promise<void> {
  const gone = await run(
    `mutation ($app: ID!, $ids: [ID!]!) {
      deleteReferences(input: { applicationId: $app, ids: $ids }) { ... on ReferenceDeletion { removed } ${PROBLEM} }
    }`,
    { app, ids },
  );
  expect(gone).toEqual({ deleteReferences: { removed: ids } });
}

const blobs = () => countBlobs(loupe().folder)();

/** What the platform's own examination says. */
async function differences() {
  return (await loupe().app.services.verification.verify(operator)).differences;
}

describe('thumbnails of references', () => {
  test('are small JPEGs of the pictures, for caches of one person only', async () => {
    const { id: app } = await newKeeper();
    const url = await add(app, 'poster', await jpegPicture(1, 900, 600));
    expect(await thumbnailOf(app, 'poster')).toBe(url);
    const answer = await fetch(url ?? '');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
    expect(answer.headers.get('cache-control')).toMatch(/^private, max-age=\d+, immutable$/);
    const shown = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect(shown).toMatchObject({ format: 'jpeg', width: 240, height: 160 });
    expect(await differences()).toEqual([]);
  });

  test('are kept by no application that does not say so', async () => {
    const { id: app } = await newKeeper(false);
    const before = await blobs();
    expect(await add(app, 'poster', await jpegPicture(2))).toBeNull();
    expect(await blobs()).toBe(before);
    await keep(app, true);
    expect(await thumbnailOf(app, 'poster')).toBeNull();
    expect(await add(app, 'poster', await jpegPicture(2))).toMatch(/\/files\//);
  });

  test('come with every way to add a picture, and none with a DNA', async () => {
    const { id: app, modifyKey } = await newKeeper();
    const legacy = new FormData();
    legacy.set('application_key', modifyKey);
    legacy.set('image_id', 'by v2');
    legacy.set('image_content', new Blob([new Uint8Array(await jpegPicture(3))]), 'a.jpg');
    const url = `${loupe().url}/api/v2.0/enginemodify/json/AddImage`;
    const told = (await (await fetch(url, { method: 'POST', body: legacy })).json()) as object;
    // What this interface answers stays as its clients know it.
    const members = ['grade', 'grade_reason', 'near_duplicates', 'status', 'task_id'];
    expect(Object.keys(told).toSorted()).toEqual(members);
    const form = new FormData();
    form.set('imageId', 'by v3');
    form.set('image', new Blob([new Uint8Array(await jpegPicture(4))]), 'b.jpg');
    const headers = { 'Application-Key': modifyKey };
    const posted = await fetch(`${loupe().url}${BASE}/applications/current/references`, {
      method: 'POST',
      headers,
      body: form,
    });
    expect(await posted.json()).toMatchObject({ thumbnailUrl: expect.stringContaining('/files/') as string });
    const { applications, references, referenceImports, uploads } = loupe().app.services;
    const application = await applications.open(operator, app);
    const zip = await uploads.receiveBytes(await zipOf({ 'by zip.jpg': await jpegPicture(5) }), {
      maxBytes: 1e7,
    });
    const started = await referenceImports.start(application, zip);
    await referenceImports.ended(application, started.id);
    for (const id of ['by v2', 'by v3', 'by zip.jpg']) {
      expect((await fetch((await thumbnailOf(app, id)) ?? '')).status).toBe(200);
    }
    const dna = await references.getDna(application, 'by v2');
    await references.add(application, { imageId: 'by DNA', dna });
    expect(await thumbnailOf(app, 'by DNA')).toBeNull();
    expect(await differences()).toEqual([]);
  });

  test('go with what they show: replaced, deleted, taken over by a DNA', async () => {
    const { id: app } = await newKeeper();
    const before = await blobs();
    const first = await add(app, 'a', await jpegPicture(6));
    const second = await add(app, 'a', await jpegPicture(7));
    expect(second).not.toBe(first);
    expect((await fetch(first ?? '')).status).toBe(404);
    expect((await fetch(second ?? '')).status).toBe(200);
    expect(await blobs()).toBe(before + 1);
    // The first image of an id stands for it.
    expect(await add(app, 'a', await jpegPicture(8), true)).toBe(second);
    expect(await blobs()).toBe(before + 1);
    const { applications, references } = loupe().app.services;
    const application = await applications.open(operator, app);
    const dna = await references.getDna(application, 'a');
    await references.add(application, { imageId: 'a', dna });
    expect(await thumbnailOf(app, 'a')).toBeNull();
    const third = await add(app, 'b', await jpegPicture(9));
    await remove(app, 'a', 'b');
    expect((await fetch(third ?? '')).status).toBe(404);
    expect(await blobs()).toBe(before);
    expect(await differences()).toEqual([]);
  });

  test('leave nothing when the addition fails, and none when the switch goes off or the application goes', async () => {
    const { id: app } = await newKeeper();
    const before = await blobs();
    const { applications, references, uploads } = loupe().app.services;
    const application = await applications.open(operator, app);
    const picture = await jpegPicture(10);
    const image = await uploads.receiveBytes(picture, { maxBytes: picture.length });
    const gone = AbortSignal.abort();
    await expect(references.add(application, { imageId: 'x', image, signal: gone })).rejects.toThrow();
    expect(await blobs()).toBe(before);
    const urls = [await add(app, 'a', await jpegPicture(11)), await add(app, 'b', await jpegPicture(12))];
    await keep(app, false);
    for (const url of urls) expect((await fetch(url ?? '')).status).toBe(404);
    expect(await thumbnailOf(app, 'a')).toBeNull();
    expect(await blobs()).toBe(before);
    // A caller that read the application before the switch went off still adds without one.
    expect(application.keepsThumbnails).toBe(true);
    const late = await uploads.receiveBytes(picture, { maxBytes: picture.length });
    await references.add(application, { imageId: 'late', image: late });
    expect(await thumbnailOf(app, 'late')).toBeNull();
    expect(await blobs()).toBe(before);
    await keep(app, true);
    const last = await add(app, 'c', await jpegPicture(13));
    await run(`mutation ($app: ID!) { deleteApplication(input: { id: $app }) { ${PROBLEM} } }`, { app });
    expect((await fetch(last ?? '')).status).toBe(404);
    expect(await blobs()).toBe(before);
    expect(await differences()).toEqual([]);
  });

  test('go with the organization', async () => {
    const parent = await seed(loupe()).organization();
    const organization = await parent.organization();
    const { organizations, applications, references, uploads } = loupe().app.services;
    const { id } = await applications.create(operator, {
      kind: 'mobile',
      organizationId: organization.id,
      keepsThumbnails: true,
    });
    const picture = await jpegPicture(14);
    const image = await uploads.receiveBytes(picture, { maxBytes: picture.length });
    const before = await blobs();
    await references.add(await applications.open(operator, id), { imageId: 'a', image });
    expect(await blobs()).toBe(before + 1);
    await organizations.delete(operator, organization.id, { deleteChildren: true });
    expect(await blobs()).toBe(before);
    expect(await differences()).toEqual([]);
  });

  test('are shown to managers of the application and holders of its key for changes, and cannot be guessed', async () => {
    const { id: app, modifyKey, queryKey } = await newKeeper();
    const url = (await add(app, 'a', await jpegPicture(15))) ?? '';
    const told = async (key: string) => {
      const answer = await fetch(`${loupe().url}${BASE}/applications/current/references`, {
        headers: { 'Application-Key': key },
      });
      return memberOf((memberOf(await answer.json(), 'items') as unknown[])[0], 'thumbnailUrl');
    };
    expect(await told(modifyKey)).toBe(url);
    expect(await told(queryKey)).toBeNull();
    const other = await (await seed(loupe()).organization()).user();
    const stranger = client().with({ authorization: `Bearer ${other.token}` });
    const asked = '($app: ID!) { application(id: $app) { reference(id: "a") { thumbnailUrl } } }';
    const denied = await stranger.run(`query ${asked}`, { app });
    expect(denied.errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
    for (const wrong of [url.slice(0, -22), `${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`]) {
      expect((await fetch(wrong)).status).toBe(404);
    }
  });

  test('stay when bytes that belong to nothing are swept', async () => {
    const { id: app } = await newKeeper();
    const url = await add(app, 'a', await jpegPicture(17));
    const before = await blobs();
    const { app: server, config } = loupe();
    const tomorrow: Clock = { now: () => new Date(Date.now() + 24 * 60 * 60 * 1000) };
    const { database } = server.services;
    const here = new FolderBlobs(config.filesFolder, async () => clusterIdOf(database));
    const files = new FileStore(here, tomorrow);
    await files.stage(await jpegPicture(18), 'image/jpeg');
    expect(await blobs()).toBe(before + 1);
    expect(await files.sweep(database)).toBe(1);
    expect((await fetch(url ?? '')).status).toBe(200);
    expect(await blobs()).toBe(before);
  });

  test('that are missing or belong to nothing are found by the examination', async () => {
    const { id: app } = await newKeeper();
    const url = await add(app, 'a', await jpegPicture(16));
    const fileId = /files\/([\da-f-]{36})-/.exec(url ?? '')?.[1] ?? '';
    const { database } = loupe().app.services;
    const em = database.reader();
    await em.nativeUpdate(Reference, { thumbnailId: fileId }, { thumbnailId: null });
    expect(await differences()).toMatchObject([{ member: 'File.Reference', elementId: fileId }]);
    const lost = crypto.randomUUID();
    await em.nativeUpdate(Reference, { applicationId: app, externalId: 'a' }, { thumbnailId: lost });
    expect((await differences()).map(({ member }) => member).toSorted()).toEqual([
      'File.Reference',
      'Reference.Thumbnail',
    ]);
    await em.nativeUpdate(Reference, { applicationId: app, externalId: 'a' }, { thumbnailId: fileId });
    expect(await differences()).toEqual([]);
  });
});
