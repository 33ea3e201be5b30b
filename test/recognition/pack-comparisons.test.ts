/** Pages of one design in packs: their pictures come along, and phones tell them apart by these as the server does. */
import { beforeAll, describe, expect, it } from 'vitest';
import * as wasm from '../../packages/engine-wasm/src/index.js';
import { operator } from '../../src/access/viewer.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';
import type { SeededDocument } from '../kit/seed/seed-user.js';
import { useTestApp } from '../kit/use-app.js';
import { openPack, verdict } from './pack-reading.js';
import { jpegOf, memberOf, PAGE_SIZE, photoOf } from './pages-of-a-design.js';

describe('a pack of pages that look alike', () => {
  const loupe = useTestApp();
  let packId: string;
  let file: Buffer;
  const documents: SeededDocument[] = [];
  let add: (picture: Buffer) => Promise<SeededDocument>;

  const fileOf = async (): Promise<Buffer> => {
    const { packs, blobs, jobs } = loupe.app.services;
    await jobs.waitFor((await packs.find(operator, packId)).jobId);
    return blobs.read(await packs.fileOf(operator, packId));
  };
  const partsOf = (pack: Buffer) => {
    const { head } = wasm.readHead(pack);
    return head.chunks.filter(({ kind }) => kind === 'comparison');
  };
  const opened = async (pack: Buffer, compares = true) =>
    openPack(pack, loupe.app.services.packs.publicKey, compares);

  beforeAll(async () => {
    const user = await (await seed(loupe).organization()).user();
    const folder = await user.folder();
    add = async (picture) => folder.document(picture);
    // One is kept in gray, one as it was uploaded.
    documents.push(await add(await jpegOf(memberOf(2))), await add(await jpegOf(memberOf(3), 3)));
    documents.push(await add(await jpegPicture(74)));
    const { packs } = loupe.app.services;
    packId = (await packs.create(await user.viewer(), { elementId: folder.id })).id;
    file = await fileOf();
  });

  it('holds the pictures of these alone, and says their size', async () => {
    const [part, ...others] = partsOf(file);
    expect(others).toEqual([]);
    expect(file.readUInt32LE(8)).toBe(3);
    const open = await opened(file);
    const { references, comparisons = {} } = open.parts.content;
    expect(Object.values(comparisons)).toMatchObject([
      { part: 0, from: 0, ...PAGE_SIZE },
      { part: 0, ...PAGE_SIZE },
    ]);
    expect(references.map(({ relatives }) => relatives?.length)).toEqual([1, 1, undefined]);
    expect(Number((await loupe.app.services.packs.find(operator, packId)).comparisonBytes)).toBe(part!.size);
  });

  it('names the page that a picture shows, and takes an unknown one of their design for none of them', async () => {
    const open = await opened(file);
    for (const [i, own] of [2, 3].entries()) {
      const hits = await open.recognize(photoOf(own));
      expect(hits).toMatchObject([{ documentId: documents[i]!.id, compared: true, looksLike: false }]);
      expect(hits[0]).not.toHaveProperty('decision');
    }
    expect(await open.recognize(photoOf(4))).toEqual([]);
    // Keypoints alone take it for one, and say that they are not sure.
    const [taken] = await (await opened(file, false)).recognize(photoOf(4));
    expect(taken).toMatchObject({ compared: false, looksLike: true });
  });

  it('compares what a camera goes on showing once a second', async () => {
    const open = await opened(file);
    const film = async (own: number) => open.recognize(photoOf(own), { isFilm: true });
    const [first] = await film(2);
    expect((await film(2))[0]).toMatchObject({ documentId: first!.documentId, compared: true });
  });

  it('refuses a damaged picture, and keeps the part in a later version', async () => {
    const { head, offsets } = wasm.readHead(file);
    const at = head.chunks.findIndex(({ kind }) => kind === 'comparison');
    const damaged = Buffer.from(file);
    damaged.writeUInt8(damaged.readUInt8(offsets[at]! + 200) ^ 1, offsets[at]! + 200);
    const { publicKey } = loupe.app.services.packs;
    expect(await verdict(damaged, publicKey)).toBe('PACK_DAMAGED');
    await expect(opened(damaged)).rejects.toMatchObject({ code: 'PACK_DAMAGED' });
    await add(await jpegPicture(75));
    await loupe.app.services.packs.remake(operator, packId);
    expect(partsOf(await fileOf())).toEqual(partsOf(file));
  });
});
