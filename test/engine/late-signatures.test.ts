/** A server that fetches a shared snapshot searches before the signatures are there. */
import { readdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { operator } from '../../src/access/viewer.js';
import type { BlobStore } from '../../src/media/blobs/blob-store.js';
import { startTestApp, type TestApp } from '../kit/app.js';
import { TestBucket } from '../kit/servers/bucket.js';
import { isOfSignatures, SignatureGate } from '../kit/engine/signature-gate.js';
import { makePicture } from '../kit/files/rasters.js';
import { type SharingServer, SharingServers } from '../kit/servers/sharing-servers.js';
import { lengthOfStory } from '../kit/seed/stories.js';

/** As many as are worth being shared. */
const MANY = 1000;
/** The first ones differ, all others are one picture. */
const DISTINCT = 8;
const patientMs = 120_000;

/** Both places are asked through one interface; `test/media/files-in-a-bucket.test.ts` tests the bucket in every run. */
const PLACES = lengthOfStory({ short: ['folder'], long: ['folder', 'bucket'] });

describe.each(PLACES)('in a %s', (place) => {
  let bucket: TestBucket | null = null;
  let loupe: TestApp;
  const dnas: Buffer[] = [];
  let common: Buffer;
  /** Of the application whose index the tests share. */
  let id: string;
  let servers: SharingServers;

  beforeAll(async () => {
    if (place === 'bucket') bucket = await TestBucket.start();
    loupe = await startTestApp(bucket === null ? {} : { environment: bucket.environment() });
    const { vision } = loupe.app.services;
    const dnaOf = async (seed: number) => (await vision.extract(makePicture(seed), 'reference')).dna;
    for (let seed = 1; seed <= DISTINCT; seed += 1) dnas.push(await dnaOf(seed));
    common = (await vision.extract(makePicture(99, 120, 90, 40), 'reference')).dna;
  }, patientMs);
  afterAll(async () => {
    await loupe.close();
    await bucket?.close();
  });
  beforeEach(async () => {
    ({ id } = await loupe.app.services.applications.create(operator, { kind: 'mobile' }));
    servers = new SharingServers(loupe);
    for (let key = 1; key <= MANY; key += 1) servers.feed.put(id, key, dnas[key - 1] ?? common);
  });
  afterEach(() => servers.closeAll());

  const newServer = (readStream?: BlobStore['readStream'], folder?: string) =>
    servers.start({ readStream, folder, worthWaitingBytes: 0 });

  async function newSharingServer(): Promise<SharingServer> {
    const server = await newServer();
    expect(await server.vision.size(id)).toBe(MANY);
    await server.vision.publishDue();
    expect(await servers.shared(id)).toMatchObject({ sequence: MANY });
    return server;
  }

  const read: BlobStore['readStream'] = (...given) => servers.readStream(...given);

  const answersOf = async ({ vision }: SharingServer) => {
    const answers = [];
    for (const dna of [...dnas, common]) {
      const { hits } = await vision.search([id], { dna }, { limit: 5 });
      answers.push(hits);
      answers.push((await vision.conflicts([id], dna, { limit: 5 })).hits);
    }
    return answers;
  };

  const whole = async ({ folder }: SharingServer) =>
    expect.poll(() => readdir(folder), { timeout: patientMs }).toSatisfy(isWithoutRemains);
  const isWithoutRemains = (names: string[]) =>
    names.some((name) => name.length === 32) && !names.some((name) => name.endsWith('.fetched'));

  /** Starts once more on what a server has left, with nothing in the store. */
  async function restart(server: SharingServer): Promise<SharingServer> {
    await servers.close(server);
    const nothing: BlobStore['readStream'] = () => {
      throw new Error('Nothing should be fetched.');
    };
    return newServer(nothing, server.folder);
  }

  test(
    'answers are those of a whole index before the signatures come, and after',
    { timeout: patientMs },
    async () => {
      const first = await newSharingServer();
      const wanted = await answersOf(first);
      expect(wanted[0]![0]).toMatchObject({ key: 1 });
      const gate = new SignatureGate(read);
      const second = await newServer(gate.readStream);
      expect(await answersOf(second)).toEqual(wanted);
      expect(second.counts.inOrder).toBe(0);
      expect(second.counts.byKey).toBeGreaterThanOrEqual(DISTINCT);
      expect(second.counts.byKey).toBeLessThan(MANY);
      gate.open();
      await whole(second);
      expect(await answersOf(second)).toEqual(wanted);
      const again = await restart(second);
      expect(await answersOf(again)).toEqual(wanted);
      expect(again.counts).toEqual({ inOrder: 0, byKey: 0 });
      expect(servers.troubles).toEqual([]);
    },
  );

  test('changes are followed while signatures are on their way', { timeout: patientMs }, async () => {
    await newSharingServer();
    const gate = new SignatureGate(read);
    const second = await newServer(gate.readStream);
    const keysFor = async (server: SharingServer, dna: Buffer) =>
      (await server.vision.search([id], { dna }, { limit: 1 })).hits.map(({ key }) => key);
    expect(await keysFor(second, dnas[0]!)).toEqual([1]);
    await second.vision.apply(id, [servers.feed.remove(id, 1)]);
    await second.vision.apply(id, [servers.feed.put(id, 2, dnas[0]!)]);
    // Committed, and not told yet: what is put for a search may be newer than the rest.
    servers.feed.put(id, 3, dnas[1]!);
    expect(await keysFor(second, dnas[0]!)).toEqual([2]);
    expect(await keysFor(second, dnas[3]!)).toEqual([4]);
    gate.open();
    await whole(second);
    expect(await keysFor(second, dnas[0]!)).toEqual([2]);
    expect(await second.vision.size(id)).toBe(MANY - 1);
    const again = await restart(second);
    expect(await keysFor(again, dnas[0]!)).toEqual([2]);
    expect(await keysFor(again, dnas[1]!)).toEqual([3]);
    expect(servers.troubles).toEqual([]);
  });

  test('what the store no longer gives comes from the database', { timeout: patientMs }, async () => {
    const first = await newSharingServer();
    const wanted = await answersOf(first);
    const second = await newServer((blobId, range) => {
      if (isOfSignatures(range)) throw new Error('The store is gone.');
      return read(blobId, range);
    });
    expect(await answersOf(second)).toEqual(wanted);
    await whole(second);
    expect(servers.troubles).toContain('The store is gone.');
    expect(second.counts.inOrder).toBe(0);
    expect(second.counts.byKey).toBeGreaterThanOrEqual(MANY);
    expect(await answersOf(second)).toEqual(wanted);
    const again = await restart(second);
    expect(await answersOf(again)).toEqual(wanted);
    expect(again.counts).toEqual({ inOrder: 0, byKey: 0 });
  });

  test(
    'damaged signatures come from the database, and the snapshot is forgotten',
    { timeout: patientMs },
    async () => {
      const first = await newSharingServer();
      const wanted = await answersOf(first);
      async function* damaging(...given: Parameters<BlobStore['readStream']>) {
        for await (const chunk of read(...given) as AsyncIterable<Buffer>)
          yield Buffer.from(chunk.map((byte, at) => (at === 100 ? byte ^ 1 : byte)));
      }
      const second = await newServer((blobId, range) =>
        isOfSignatures(range) ? Readable.from(damaging(blobId, range)) : read(blobId, range),
      );
      expect(await answersOf(second)).toEqual(wanted);
      await whole(second);
      expect(await answersOf(second)).toEqual(wanted);
      expect(second.counts.byKey).toBeGreaterThan(0);
      expect(await servers.shared(id)).toBeNull();
    },
  );

  test('an index with a damaged hot part is rebuilt', { timeout: patientMs }, async () => {
    await newSharingServer();
    async function* damaging(...given: Parameters<BlobStore['readStream']>) {
      for await (const chunk of read(...given) as AsyncIterable<Buffer>)
        yield Buffer.from(chunk.map((byte, at) => (at === 5000 ? byte ^ 1 : byte)));
    }
    const second = await newServer((blobId, range) => Readable.from(damaging(blobId, range)));
    expect(await second.vision.size(id)).toBe(MANY);
    expect(second.counts.inOrder).toBe(MANY);
    expect(await servers.shared(id)).toBeNull();
  });

  test('a server that ends before the signatures are there starts over', { timeout: patientMs }, async () => {
    const first = await newSharingServer();
    const wanted = await answersOf(first);
    const gate = new SignatureGate(read);
    const second = await newServer(gate.readStream);
    expect(await second.vision.size(id)).toBe(MANY);
    gate.open();
    await servers.close(second);
    expect((await readdir(second.folder)).filter((name) => name.endsWith('.fetched'))).toEqual([]);
    const again = await newServer(read, second.folder);
    expect(await answersOf(again)).toEqual(wanted);
    await whole(again);
    expect(again.counts.inOrder).toBe(0);
  });
});
