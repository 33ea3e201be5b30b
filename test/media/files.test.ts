import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clusterIdOf } from '../../src/db/installation.js';
import { newId } from '../../src/kernel/ids.js';
import { FolderBlobs } from '../../src/media/blobs/folder-blobs.js';
import { startTestApp, type TestApp } from '../kit/app.js';
import { newPublisher } from '../kit/publisher.js';

let loupe: TestApp;

beforeAll(async () => {
  loupe = await startTestApp();
});

afterAll(async () => {
  await loupe.close();
});

async function store(content: string): Promise<string> {
  const { fileStore, database } = loupe.app.services;
  const { organization } = await newPublisher(loupe.app.services);
  const staged = await fileStore.stage(Buffer.from(content), 'image/png');
  await database.transaction(async (transaction) => {
    const owner = { ownerId: organization.id, documentId: null, organizationId: organization.id };
    fileStore.attach(transaction, staged, { ...owner, kind: 'Logo' });
  });
  return staged.id;
}

describe('a stored file', () => {
  it('is read with its own signature and with no other', async () => {
    const { files } = loupe.app.services;
    const [id, other] = [await store('mine'), await store('other')];
    const file = await files.read(id, files.fileSignature(id));
    expect(file).toMatchObject({ contentType: 'image/png', sizeBytes: 4 });
    expect(await text(file.stream())).toBe('mine');
    expect(files.parse(files.addressOf(id))).toEqual({ fileId: id, signature: files.fileSignature(id) });
    for (const signature of [files.fileSignature(other), '', 'x'.repeat(22)]) {
      await expect(files.read(id, signature)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    for (const strange of ['../../secret.key', newId()]) {
      await expect(files.read(strange, files.fileSignature(strange))).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    }
  });

  it('keeps its address over a restart', async () => {
    const id = await store('kept');
    const address = loupe.app.services.files.addressOf(id);
    loupe = await loupe.restart();
    const { files } = loupe.app.services;
    expect(files.addressOf(id)).toBe(address);
    expect(await text((await files.read(id, files.fileSignature(id))).stream())).toBe('kept');
  });

  it('is not left behind by a transaction that fails', async () => {
    const { fileStore, database } = loupe.app.services;
    const staged = await fileStore.stage(Buffer.from('nobody'), 'image/png');
    const failing = database.transaction(async (transaction) => {
      fileStore.attach(transaction, staged, {
        ownerId: newId(),
        documentId: null,
        organizationId: newId(),
        kind: 'Logo',
      });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await expect(fileStore.read(staged)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('bytes that belong to nothing', () => {
  it('go at the next start when they are old; young and owned ones stay', async () => {
    const owned = await store('owned');
    const [old, young] = [newId(), newId()];
    const shardOf = (id: string) => join(loupe.folder, 'files', id.slice(-2));
    for (const id of [old, young]) {
      await mkdir(shardOf(id), { recursive: true });
      await writeFile(join(shardOf(id), id), 'lost');
    }
    for (const id of [old, owned]) await utimes(join(shardOf(id), id), new Date(0), new Date(0));
    const unfinished = join(loupe.folder, 'files', 'unfinished');
    const [abandoned, beingWritten] = [newId(), newId()];
    for (const id of [abandoned, beingWritten]) await writeFile(join(unfinished, id), 'half');
    await utimes(join(unfinished, abandoned), new Date(0), new Date(0));
    loupe = await loupe.restart();
    // Stopping waits for what the start began.
    loupe = await loupe.restart();
    expect(await readdir(shardOf(old))).not.toContain(old);
    expect(await readdir(shardOf(young))).toContain(young);
    expect(await readdir(shardOf(owned))).toContain(owned);
    expect(await readdir(unfinished)).toEqual([beingWritten]);
  });

  it('are not taken from a server that is writing them, when another one starts on the same folder', async () => {
    const folder = join(loupe.folder, 'files');
    const here = async () => clusterIdOf(loupe.app.services.database);
    const [writing, starting] = [new FolderBlobs(folder, here), new FolderBlobs(folder, here)];
    const id = newId();
    await writing.putStream(
      id,
      (async function* () {
        yield Buffer.from('first ');
        await starting.prepare();
        yield Buffer.from('and last');
      })(),
    );
    expect((await starting.read(id)).toString()).toBe('first and last');
  });
});
