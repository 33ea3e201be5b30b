/** Icons, thumbnails and fewer keypoints in packs: on wish, bounded, kept by later versions. */
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import * as wasm from '../../packages/engine-wasm/src/index.js';
import { operator } from '../../src/access/viewer.js';
import { VOCABULARY_PATH } from '../../src/engine-host/native.js';
import type { PackContent } from '../../src/packs/pack-content.js';
import type { PackChoice } from '../../src/packs/pack.rules.js';
import { changedPicture, jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';
import type { SeededFolder, SeededUser } from '../kit/seed/seed-user.js';
import { useTestApp } from '../kit/use-app.js';
import { gray, verdict } from './pack-reading.js';

const MODULE = new URL('../../packages/engine-wasm/module/loupe.wasm', import.meta.url);
const MOST_BYTES = 24 * 1024;

describe('a pack with pictures', () => {
  const loupe = useTestApp();
  let user: SeededUser;
  let folder: SeededFolder;

  beforeAll(async () => {
    user = await (await seed(loupe).organization()).user();
    folder = await user.folder();
    for (let i = 0; i < 5; i++) {
      const document = await folder.document(await jpegPicture(101 + i));
      await document.action({ name: 'Listen' });
    }
    const form = new FormData();
    form.append('icon', JSON.stringify({ NodeId: folder.id, Name: 'Ear' }));
    const png = await sharp({ create: { width: 16, height: 16, channels: 4, background: 'red' } })
      .png()
      .toBuffer();
    form.append('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'icon.png');
    await user.send('POST', '/api/Icons', { form });
  });

  const viewer = async () => user.viewer();
  async function fileOf(packId: string): Promise<Buffer> {
    const { packs, blobs } = loupe.app.services;
    const { jobId } = await packs.find(operator, packId);
    await loupe.app.services.jobs.waitFor(jobId);
    return blobs.read(await packs.fileOf(operator, packId));
  }
  async function made(choice: PackChoice): Promise<{ readonly id: string; readonly file: Buffer }> {
    const { id } = await loupe.app.services.packs.create(await viewer(), { elementId: folder.id, ...choice });
    return { id, file: await fileOf(id) };
  }
  function read(file: Buffer) {
    const { head, offsets } = wasm.readHead(file);
    const parts = head.chunks.map(({ kind, size, sha256 }, i) => {
      const from = offsets[i] ?? 0;
      return { kind, sha256, bytes: file.subarray(from, from + size) };
    });
    const of = (wanted: string) => parts.filter(({ kind }) => kind === wanted);
    const content = JSON.parse(of('content')[0]!.bytes.toString()) as PackContent;
    return { format: file.readUInt32LE(8), content, pictures: of('pictures'), segments: of('segment') };
  }
  async function opened(file: Buffer): Promise<wasm.OpenPack> {
    const module = await wasm.WasmModule.start(readFileSync(MODULE));
    module.setVocabulary(readFileSync(VOCABULARY_PATH));
    return wasm.OpenPack.open(module, file, loupe.app.services.packs.publicKey);
  }

  it('has each picture once, small, and names it where it is shown; without the wish it is as before', async () => {
    const plain = read((await made({})).file);
    expect(plain).toMatchObject({ format: 1, pictures: [] });
    expect(JSON.stringify(plain.content)).not.toMatch(/iconId|thumbnailId|pictures/);

    const { id, file } = await made({ withIcons: true, withThumbnails: true });
    const { format, content, pictures } = read(file);
    expect(format).toBe(2);
    expect(pictures).toHaveLength(1);
    const places = Object.values(content.pictures ?? {});
    expect(places).toHaveLength(6);
    const { bytes } = pictures[0]!;
    for (const { from, size } of places) {
      expect(size).toBeLessThanOrEqual(MOST_BYTES);
      const { width = 0, format: type } = await sharp(bytes.subarray(from, from + size)).metadata();
      expect([width, type]).toEqual(width === 16 ? [16, 'png'] : [expect.any(Number), 'jpeg']);
      expect(width).toBeLessThanOrEqual(320);
    }
    expect(await loupe.app.services.packs.find(operator, id)).toMatchObject({
      withIcons: true,
      withThumbnails: true,
      pictureBytes: bytes.length,
    });
    expect(await verdict(file, loupe.app.services.packs.publicKey)).toBe('sound');
    const [hit] = await (await opened(file)).recognize(await gray(await changedPicture(101)));
    const iconId = hit!.shown!.actions[0]!.iconId ?? '';
    expect(content.pictures).toHaveProperty([iconId]);
    const thumbnails = content.elements.map(({ thumbnailId = '' }) => thumbnailId);
    for (const thumbnailId of thumbnails) expect(content.pictures).toHaveProperty([thumbnailId]);

    const icons = read((await made({ withIcons: true })).file);
    expect(Object.keys(icons.content.pictures ?? {})).toEqual([iconId]);
  });

  it('keeps its parts in a later version, with one more for what is new', async () => {
    const { id, file } = await made({ withThumbnails: true });
    const [before] = read(file).pictures;
    await loupe.app.services.packs.remake(operator, id);
    expect(read(await fileOf(id)).pictures).toMatchObject([{ sha256: before!.sha256 }]);
    const added = await folder.document(await jpegPicture(106));
    await loupe.app.services.packs.remake(operator, id);
    const later = read(await fileOf(id));
    expect(later.pictures).toHaveLength(2);
    expect(later.pictures[0]!.sha256).toBe(before!.sha256);
    const shown = later.content.elements.find(({ documentId }) => documentId === added.id);
    expect(later.content.pictures?.[shown?.thumbnailId ?? '']).toMatchObject({ part: 1, from: 0 });
  });

  it('is a third smaller of 300 keypoints a page, and recognizes its pages', async () => {
    const [large, small] = [await made({}), await made({ keypoints: 300 })].map(({ file }) => file);
    const sizes = [large!, small!].map((file) => read(file).segments[0]!.bytes.length);
    expect(sizes[1]! / sizes[0]!).toBeLessThan(0.72);
    const pack = await opened(small!);
    for (const picture of [101, 103, 105])
      expect(await pack.recognize(await gray(await changedPicture(picture)))).toHaveLength(1);
    await expect(made({ keypoints: 20 })).rejects.toThrow('keypoints: must be 300 or 500');
  });
});
