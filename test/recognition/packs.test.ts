/** Packs: made by the server, fetched by their public address, read by the module of browsers. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import * as wasm from '../../packages/engine-wasm/src/index.js';
import { VOCABULARY_PATH } from '../../src/engine-host/native.js';
import { useTestApp } from '../kit/use-app.js';
import { changedPicture, jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import type { SeededDocument, SeededFolder, SeededUser } from '../kit/seed/seed-user.js';
import { GraphqlClient } from '../graphql/support.js';
import { gray, verdict } from './pack-reading.js';

const MODULE = new URL('../../packages/engine-wasm/module/loupe.wasm', import.meta.url);

describe('packs', () => {
  const loupe = useTestApp();
  let organization: SeededOrganization;
  let administrator: SeededUser;
  let client: GraphqlClient;
  let folder: SeededFolder;
  let document: SeededDocument;
  let key: string;
  let photo: wasm.GrayPixels;

  beforeAll(async () => {
    organization = await seed(loupe).organization();
    administrator = await organization.user();
    client = new GraphqlClient(loupe.url, { authorization: `Bearer ${administrator.token}` });
    folder = await administrator.folder();
    document = await folder.document(await jpegPicture(71));
    await document.action({ name: 'Hours' });
    await document.title('The hedge');
    key = (
      await loupe.app.services.publishableKeys.create(await administrator.viewer(), {
        organizationId: organization.id,
        name: 'Museum',
      })
    ).key;
    photo = await gray(await changedPicture(71));
  });

  interface Made {
    readonly id: string;
    readonly version: number;
    readonly pageCount: number;
    readonly isBeingMade: boolean;
    readonly failureReason: string | null;
    readonly publicKey: string;
    readonly url: string | null;
  }

  const MEMBERS = 'id version pageCount isBeingMade failureReason publicKey url(key: $key)';

  async function made(pack: Made): Promise<Made> {
    const view = await loupe.app.services.packs.find(await administrator.viewer(), pack.id);
    await loupe.app.services.jobs.waitFor(view.jobId).catch(() => undefined);
    const { data } = await client.run(`query ($id: ID!, $key: String!) { pack(id: $id) { ${MEMBERS} } }`, {
      id: pack.id,
      key,
    });
    return data!['pack'] as Made;
  }

  async function ask(mutation: 'createPack' | 'remakePack', input: object): Promise<Made> {
    const type = `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input`;
    const { data } = await client.run(
      `mutation ($input: ${type}!, $key: String!) {
        result: ${mutation}(input: $input) { ... on Pack { ${MEMBERS} } ... on Problem { code message } }
      }`,
      { input, key },
    );
    return data!['result'] as Made;
  }

  const create = async (input: object) => made(await ask('createPack', input));

  async function fetched(url: string | null, headers: Record<string, string> = {}): Promise<Uint8Array> {
    const answer = await fetch(url ?? '', { headers });
    expect(answer.ok).toBe(true);
    return new Uint8Array(await answer.arrayBuffer());
  }

  async function module(): Promise<wasm.WasmModule> {
    const started = await wasm.WasmModule.start(readFileSync(MODULE));
    started.setVocabulary(readFileSync(VOCABULARY_PATH));
    return started;
  }

  const refusal = async (file: Uint8Array, publicKey: string, now?: Date): Promise<string> => {
    try {
      await wasm.OpenPack.open(await module(), file, publicKey, now);
      return 'opened';
    } catch (error) {
      return error instanceof wasm.PackError ? error.code : String(error);
    }
  };

  it('recognize an active page without the server, in its words, and never as a clone', async () => {
    const pack = await create({ elementId: folder.id, languages: ['en-US'] });
    expect(pack).toMatchObject({ version: 1, pageCount: 1, failureReason: null, isBeingMade: false });
    const open = await wasm.OpenPack.open(await module(), await fetched(pack.url), pack.publicKey);
    expect(open.head).toMatchObject({
      id: pack.id,
      version: 1,
      organizationId: organization.id,
      languages: ['en-US'],
    });
    const [hit] = await open.recognize(photo, { language: 'en' });
    expect(hit).toMatchObject({
      id: document.imageIds[0],
      documentId: document.id,
      compared: false,
      looksLike: false,
      shown: {
        title: 'The hedge',
        actions: [{ name: 'Hours', target: { __typename: 'UrlTarget', url: 'https://loupe.example/' } }],
      },
    });
    expect(hit?.outline).toHaveLength(4);
    // The very picture: the server would call it a clone.
    expect((await open.recognize(await gray(await jpegPicture(71))))[0]).not.toHaveProperty('decision');
    expect(await open.recognize(await gray(await jpegPicture(72)), { closer: true })).toEqual([]);
  });

  it('leave out what is switched off, and cannot be made of nothing', async () => {
    const other = await administrator.folder();
    const hidden = await other.document(await jpegPicture(73), { status: 'Inactive' });
    const pack = await create({ elementId: other.id });
    expect(pack).toMatchObject({ version: 0, url: null });
    expect(pack.failureReason).toMatch(/active page/);
    expect(await ask('createPack', { elementId: hidden.imageIds[0] })).toMatchObject({
      code: 'BAD_USER_INPUT',
    });
    expect(await ask('createPack', { elementId: other.id, languages: ['xx-XX'] })).toMatchObject({
      code: 'BAD_USER_INPUT',
    });
    expect(await ask('createPack', { elementId: other.id, validDays: 0 })).toMatchObject({
      code: 'BAD_USER_INPUT',
    });
  });

  it('show what a time window holds until it closes', async () => {
    const { documents } = loupe.app.services;
    await documents.patch(await administrator.viewer(), document.id, { timeWindow: 'until 2031-12-20' });
    const pack = await create({ elementId: document.id });
    const open = await wasm.OpenPack.open(await module(), await fetched(pack.url), pack.publicKey);
    expect((await open.recognize(photo))[0]?.shown?.title).toBe('The hedge');
    expect((await open.recognize(photo, { now: new Date('2032-01-01') }))[0]?.shown).toBeNull();
  });

  it('say where other pages look like one of theirs', async () => {
    const alike = await administrator.folder();
    await alike.document(await jpegPicture(74));
    await alike.document(
      await sharp(await jpegPicture(74))
        .resize(470)
        .jpeg({ quality: 80 })
        .toBuffer(),
    );
    const pack = await create({ elementId: alike.id });
    const open = await wasm.OpenPack.open(await module(), await fetched(pack.url), pack.publicKey);
    expect((await open.recognize(await gray(await changedPicture(74))))[0]).toMatchObject({
      looksLike: true,
      compared: false,
    });
  });

  it('keep their segment when a page comes, and strike out one that goes', async () => {
    const museum = await administrator.folder();
    const works: SeededDocument[] = [];
    for (let i = 80; i < 86; i++) works.push(await museum.document(await jpegPicture(i)));
    const first = await create({ elementId: museum.id });
    const before = wasm.readHead(await fetched(first.url));
    await museum.document(await jpegPicture(86));
    await administrator.send('DELETE', `/api/Documents/${works[0]!.id}`);
    const second = await made(await ask('remakePack', { id: first.id }));
    expect(second).toMatchObject({ version: 2, pageCount: 6 });
    const file = await fetched(second.url);
    const after = wasm.readHead(file);
    const hashes = (head: typeof after) =>
      head.head.chunks.filter(({ kind }) => kind === 'segment').map(({ sha256 }) => sha256);
    expect(hashes(after)).toEqual([...hashes(before), expect.any(String)]);
    expect(after.head.chunks[0]?.removed).toHaveLength(1);
    const open = await wasm.OpenPack.open(await module(), file, second.publicKey);
    expect(await open.recognize(await gray(await changedPicture(80)), { closer: true })).toEqual([]);
    for (const kept of [81, 86])
      expect(await open.recognize(await gray(await changedPicture(kept)))).toHaveLength(1);
    // A part of it, as a phone fetches what it has not.
    const part = await fetched(second.url, { range: `bytes=${after.offsets[1]}-` });
    expect(Buffer.from(part).equals(Buffer.from(file.subarray(after.offsets[1])))).toBe(true);
  });

  it('are refused where they are damaged, foreign, expired, newer or half loaded', async () => {
    const pack = await create({ elementId: document.id, validDays: 3 });
    const file = await fetched(pack.url);
    const { head, signed, offsets } = wasm.readHead(file);
    const days = (count: number) => new Date(Date.parse(head.madeAt) + count * 86_400_000);
    expect(await refusal(file, pack.publicKey)).toBe('opened');
    expect(await refusal(file, pack.publicKey, days(2.9))).toBe('opened');
    expect(await refusal(file, pack.publicKey, days(3.1))).toBe('PACK_EXPIRED');
    expect(await refusal(file, pack.publicKey, days(-2))).toBe('PACK_NOT_YET');
    const stranger = generateKeyPairSync('ed25519');
    const strangersKey = stranger.publicKey.export({ format: 'jwk' }).x ?? '';
    expect(await refusal(file, strangersKey)).toBe('PACK_FOREIGN');
    // Signed by somebody else, whose key it does not name.
    const forged = Uint8Array.from(file);
    forged.set(sign(null, signed, stranger.privateKey), signed.length);
    expect(await refusal(forged, pack.publicKey)).toBe('PACK_DAMAGED');
    const newer = Uint8Array.from(file);
    newer[8] = 4;
    expect(await refusal(newer, pack.publicKey)).toBe('PACK_NEWER');
    for (const size of [0, 5, 15, 40, signed.length + 3, offsets[0]! + 8, file.length - 1])
      expect(await refusal(file.subarray(0, size), pack.publicKey)).toBe('PACK_INCOMPLETE');
    expect(await refusal(Uint8Array.of(...file, 0), pack.publicKey)).toBe('PACK_DAMAGED');
    expect(await refusal(new TextEncoder().encode('<!doctype html>'), pack.publicKey)).toBe('PACK_DAMAGED');
    // A bit anywhere: each place of the head, and every 97th byte behind it.
    const codes = new Set<string>();
    for (let at = 0; at < file.length; at += at < offsets[0]! ? 1 : 97) {
      const damaged = Uint8Array.from(file);
      damaged[at]! ^= 1 << (at % 8);
      const isPadding = at >= signed.length + 64 && at < offsets[0]!;
      if (!isPadding) codes.add(await verdict(damaged, pack.publicKey));
    }
    for (const other of ['PACK_NEWER', 'PACK_FOREIGN', 'PACK_INCOMPLETE']) codes.delete(other);
    expect([...codes]).toEqual(['PACK_DAMAGED']);
  });

  it('are sent whole to who has the beginning of another version', async () => {
    const { url } = await create({ elementId: document.id });
    const ask = async (headers: Record<string, string>) => {
      const answer = await fetch(url!, { headers });
      return [answer.status, (await answer.arrayBuffer()).byteLength, answer.headers.get('etag')!] as const;
    };
    const [, size, tag] = await ask({});
    expect(await ask({ range: 'bytes=16-', 'if-range': tag })).toEqual([206, size - 16, tag]);
    expect(await ask({ range: 'bytes=16-', 'if-range': '"of another"' })).toEqual([200, size, tag]);
    expect(await ask({ range: `bytes=${size}-` })).toEqual([416, 0, tag]);
  });

  it('have an address that a revoked key, a revoked pack and other keys close', async () => {
    const stranger = await seed(loupe).organization();
    const others = await loupe.app.services.publishableKeys.create(await (await stranger.user()).viewer(), {
      organizationId: stranger.id,
      name: 'Others',
    });
    const own = await loupe.app.services.publishableKeys.create(await administrator.viewer(), {
      organizationId: organization.id,
      name: 'For a while',
      origins: ['https://museum.example'],
    });
    const pack = await create({ elementId: document.id });
    const status = async (of: string, headers: Record<string, string> = {}) =>
      (await fetch(`${loupe.url}/packs/${of}/${pack.id}`, { headers })).status;
    expect(await status(own.key)).toBe(200);
    expect(await status(own.key, { origin: 'https://museum.example' })).toBe(200);
    expect(await status(own.key, { origin: 'https://elsewhere.example' })).toBe(403);
    expect(await status(others.key)).toBe(404);
    expect(await status('nothing')).toBe(404);
    await loupe.app.services.publishableKeys.revoke(await administrator.viewer(), own.id);
    expect(await status(own.key)).toBe(404);
    expect(await status(key)).toBe(200);
    await client.run('mutation ($id: ID!) { revokePack(input: { id: $id }) { __typename } }', {
      id: pack.id,
    });
    expect(await status(key)).toBe(404);
  });

  it('are listed with their element, and go with it', async () => {
    const doomed = await administrator.folder();
    await doomed.document(await jpegPicture(90));
    const pack = await create({ elementId: doomed.id });
    const { data } = await client.run(
      'query ($id: ID!) { node(id: $id) { ... on Folder { packs { id } } } }',
      { id: doomed.id },
    );
    expect(data!['node']).toEqual({ packs: [{ id: pack.id }] });
    const { services } = loupe.app;
    const viewer = await administrator.viewer();
    await administrator.send('DELETE', `/api/Folders/${doomed.id}?deleteChildren=true`);
    await expect(services.packs.find(viewer, pack.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await fetch(pack.url ?? '')).status).toBe(404);
  });

  it('come with the module, the vocabulary and the key that readers need', async () => {
    const { publicKey } = (await (await fetch(`${loupe.url}/packs/engine`)).json()) as { publicKey: string };
    expect(publicKey).toMatch(/^[\w-]{43}$/);
    for (const name of ['loupe.wasm', 'loupe-plain.wasm', 'vocabulary.bin']) {
      const answer = await fetch(`${loupe.url}/packs/engine/${name}`);
      expect(answer.status).toBe(200);
      const tag = answer.headers.get('etag') ?? '';
      const again = await fetch(`${loupe.url}/packs/engine/${name}`, { headers: { 'if-none-match': tag } });
      expect(again.status).toBe(304);
    }
    for (const name of ['package.json', 'constructor', '__proto__', 'toString'])
      expect((await fetch(`${loupe.url}/packs/engine/${name}`)).status, name).toBe(404);
  });
});
