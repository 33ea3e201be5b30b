/** Packs of drafts tell pages of one design apart as packs of published documents do, also where no search sees them yet. */
import { describe, expect, it } from 'vitest';
import { drawPage } from '../../../packages/engine-wasm/proof/drawn.js';
import type * as wasm from '../../../packages/engine-wasm/src/index.js';
import { pdfOfPictures } from '../../kit/files/pdfs.js';
import type { SeededDocument } from '../../kit/seed/seed-user.js';
import { openPack } from '../../recognition/pack-reading.js';
import { jpegOf, memberOf, PAGE_SIZE, photoOf } from '../../recognition/pages-of-a-design.js';
import { draftBench, idOf } from './draft-bench.js';

const bench = draftBench();
const NEARLY_ALL = { positionXPercent: 2, positionYPercent: 2, widthPercent: 96, heightPercent: 96 };

async function document(
  pages: readonly wasm.GrayPixels[],
  status: 'Active' | 'Inactive',
): Promise<SeededDocument> {
  const pictures = await Promise.all(pages.map((page) => jpegOf(page)));
  const folder = await bench.user.folder();
  return folder.document(await pdfOfPictures(pictures), { contentType: 'application/pdf', status });
}

async function packOf(id: string): Promise<wasm.OpenPack> {
  const { draftPacks, packs } = bench.loupe.app.services;
  const { file } = await draftPacks.ofDocument(await bench.user.viewer(), id);
  return openPack(file, packs.publicKey);
}

const referencesOf = ({ parts: { content } }: wasm.OpenPack) => content.references;
const picturesOf = ({ parts: { content } }: wasm.OpenPack) => Object.keys(content.comparisons ?? {});

describe('a pack of a draft of pages of one design', () => {
  it('names the page that readers will get, before the document is active', async () => {
    const other = drawPage(9, PAGE_SIZE.width, PAGE_SIZE.height);
    const { id, imageIds } = await document([memberOf(2), memberOf(3), other], 'Inactive');
    const pack = await packOf(id);
    expect(referencesOf(pack)).toMatchObject([
      { key: 1, hasRelatives: true, relatives: [{ key: 2 }] },
      { key: 2, hasRelatives: true, relatives: [{ key: 1 }] },
      { key: 3, hasRelatives: false },
    ]);
    expect(picturesOf(pack)).toEqual(['1.0', '2.0']);
    for (const [i, own] of [2, 3].entries())
      expect(await pack.recognize(photoOf(own))).toMatchObject([
        { id: imageIds[i], compared: true, looksLike: false },
      ]);
    expect(await pack.recognize(photoOf(4))).toEqual([]);
  });

  it('is in doubt of a page that one of another document looks like', async () => {
    const { id, imageIds } = await document([memberOf(2)], 'Active');
    expect(picturesOf(await packOf(id))).toEqual([]);
    await document([memberOf(3)], 'Active');
    const pack = await packOf(id);
    expect(referencesOf(pack)).toMatchObject([{ key: 1, hasRelatives: true, relatives: [] }]);
    expect(await pack.recognize(photoOf(2))).toMatchObject([
      { id: imageIds[0], compared: true, looksLike: true },
    ]);
  });

  it('distinguishes zones that the draft adds', async () => {
    const { id, imageIds } = await document([memberOf(2), memberOf(3)], 'Active');
    await bench.start(bench.user, id);
    const zones: string[] = [];
    for (const [i, imageId] of imageIds.entries())
      zones.push(idOf(await bench.edit([bench.zoned(`Zone ${i}`, NEARLY_ALL, imageId)], bench.user, id)));
    const pack = await packOf(id);
    expect(referencesOf(pack)).toMatchObject([{ relatives: [{ key: 2 }] }, { relatives: [{ key: 1 }] }]);
    for (const [i, own] of [2, 3].entries())
      expect((await pack.recognize(photoOf(own)))[0]).toMatchObject({ id: zones[i], compared: true });
  });

  it('does not look for a zone where the draft takes it from', async () => {
    const { id, imageIds } = await document([memberOf(2)], 'Active');
    const [imageId] = imageIds;
    const made = { ImageId: imageId, PositionX: 1, PositionY: 1, Width: 97, Height: 97 };
    const zone = await bench.user.send('POST', '/api/Zones', { json: made });
    await bench.start(bench.user, id);
    const { Id: zoneId } = zone as { Id: string };
    await bench.edit([{ updateZone: { id: zoneId, patch: NEARLY_ALL } }], bench.user, id);
    const pack = await packOf(id);
    expect(referencesOf(pack)).toMatchObject([{ key: 1, hasRelatives: false }]);
    expect(picturesOf(pack)).toEqual([]);
    expect((await pack.recognize(photoOf(2)))[0]).toMatchObject({ id: zoneId, compared: false });
  });
});
