import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operator } from '../../src/access/viewer.js';
import type { Application, ApplicationKind } from '../../src/engine/application.entity.js';
import { flatPicture, jpegPicture, upload } from '../kit/pictures.js';
import { startTestApp, type TestApp } from '../kit/app.js';

let loupe: TestApp;

beforeAll(async () => {
  loupe = await startTestApp();
});

afterAll(async () => {
  await loupe.close();
});

async function newApplication(kind: ApplicationKind = 'media'): Promise<Application> {
  const { applications } = loupe.app.services;
  const { modifyKey } = await applications.create(operator, { kind });
  return applications.byKey(modifyKey ?? '', 'modify');
}

async function picture(seed: number) {
  return { image: await upload(loupe.app.services.uploads, await jpegPicture(seed)) };
}

describe('references of an application', () => {
  it('are found as soon as they are added, and gone as soon as they are removed', async () => {
    const { references, referenceSearch } = loupe.app.services;
    const application = await newApplication();
    for (const seed of [1, 2, 3]) {
      await references.add(application, { imageId: `page-${seed}`, ...(await picture(seed)) });
    }
    const found = await referenceSearch.search(application, await picture(2));
    expect(found.total).toBe(1);
    expect(found.hits.map((hit) => hit.id)).toEqual(['page-2']);
    expect(found.hits[0]?.match?.decision).toBe('Clone');
    await references.remove(application, 'page-2');
    expect(await referenceSearch.search(application, await picture(2))).toEqual({ total: 0, hits: [] });
    expect(await references.count(application)).toBe(2);
  });

  it('are replaced when their id is added again', async () => {
    const { references, referenceSearch } = loupe.app.services;
    const application = await newApplication();
    await references.add(application, { imageId: 'cover', keywords: ['old'], ...(await picture(4)) });
    await references.add(application, { imageId: 'cover', keywords: ['new'], ...(await picture(5)) });
    expect((await referenceSearch.search(application, await picture(4))).total).toBe(0);
    expect((await referenceSearch.search(application, await picture(5))).hits[0]).toMatchObject({
      id: 'cover',
      keywords: ['new'],
    });
    expect(await references.count(application)).toBe(1);
  });

  it.each(['media', 'similarity'] as const)(
    'warn of a near-duplicate that is added at the same moment (%s)',
    async (kind) => {
      const { references } = loupe.app.services;
      const application = await newApplication(kind);
      const same = await Promise.all(['a', 'b', 'c'].map(() => picture(7)));
      const added = await Promise.all(
        same.map((source, at) => references.add(application, { imageId: `twin-${at}`, ...source })),
      );
      // The one stored later knows the earlier ones, so that every pair of twins is reported at least once.
      const told = new Set(
        added.flatMap(({ id, nearDuplicates }) => nearDuplicates.map((near) => [id, near.id].sort().join())),
      );
      expect([...told].sort()).toEqual(['twin-0,twin-1', 'twin-0,twin-2', 'twin-1,twin-2']);
      for (const { id, nearDuplicates } of added)
        expect(nearDuplicates.map((near) => near.id)).not.toContain(id);
    },
  );

  it('keep to the keywords and ids that a search asks for', async () => {
    const { references, referenceSearch } = loupe.app.services;
    const application = await newApplication();
    const same = await picture(6);
    for (const [imageId, keywords] of [
      ['a', ['fr', 'summer']],
      ['b', ['fr']],
      ['c', ['en', 'summer']],
    ] as const) {
      await references.add(application, { imageId, keywords, ...same });
    }
    const ids = async (range: object) =>
      (await referenceSearch.search(application, same, range)).hits.map((hit) => hit.id).sort();
    expect(await ids({})).toEqual(['a', 'b', 'c']);
    expect(await ids({ keywords: ['fr'] })).toEqual(['a', 'b']);
    expect(await ids({ keywords: ['fr', 'summer'] })).toEqual(['a']);
    expect(await ids({ ids: ['b', 'c', 'nobody'] })).toEqual(['b', 'c']);
    expect(await ids({ ids: ['nobody'] })).toEqual([]);
    expect(await referenceSearch.searchByKeywords(application, { keywords: ['summer'] })).toMatchObject({
      total: 2,
      hits: [{ id: 'a' }, { id: 'c' }],
    });
    const second = await referenceSearch.search(application, same, { offset: 1, limit: 1 });
    expect(second).toMatchObject({ total: 3, hits: [{ id: 'b' }] });
  });

  it('are refused when they hold too little, and leave nothing', async () => {
    const { references, uploads } = loupe.app.services;
    const application = await newApplication();
    const image = await upload(uploads, await flatPicture());
    await expect(references.add(application, { imageId: 'flat', image })).rejects.toMatchObject({
      code: 'IMAGE_TOO_SIMPLE',
    });
    await expect(
      references.add(application, { imageId: 'x', keywords: ['a;b'], ...(await picture(7)) }),
    ).rejects.toMatchObject({ code: 'INVALID_KEYWORD', engineCode: -1404 });
    expect(await references.count(application)).toBe(0);
  });

  it('answer for unknown ids with a code for reading and one for removing', async () => {
    const { references } = loupe.app.services;
    const application = await newApplication();
    await expect(references.get(application, 'nobody')).rejects.toMatchObject({ engineCode: -2601 });
    await expect(references.remove(application, 'nobody')).rejects.toMatchObject({ engineCode: -2802 });
  });

  it('can be added and searched by their DNA like by the picture itself', async () => {
    const { references, referenceSearch } = loupe.app.services;
    const [source, target] = [await newApplication(), await newApplication()];
    await references.add(source, { imageId: 'original', ...(await picture(8)) });
    const dna = await references.getDna(source, 'original');
    await references.add(target, { imageId: 'copy', dna });
    expect((await referenceSearch.search(target, await picture(8))).hits[0]?.id).toBe('copy');
    expect((await referenceSearch.search(target, { dna })).hits[0]?.id).toBe('copy');
    const damaged = Buffer.from(dna);
    damaged[40] = damaged[40]! ^ 0xff;
    await expect(references.add(target, { imageId: 'bad', dna: damaged })).rejects.toMatchObject({
      code: 'INVALID_DNA',
    });
    await expect(referenceSearch.search(target, { dna: Buffer.from('nothing') })).rejects.toMatchObject({
      code: 'INVALID_DNA',
    });
  });

  it('offer a search by id except in mobile matching', async () => {
    const { references, referenceSearch } = loupe.app.services;
    const application = await newApplication('media');
    await references.add(application, { imageId: 'one', ...(await picture(9)) });
    expect((await referenceSearch.searchById(application, 'one')).hits[0]).toMatchObject({ id: 'one' });
    const mobile = await newApplication('mobile');
    await expect(referenceSearch.searchById(mobile, 'one')).rejects.toMatchObject({ engineCode: -2609 });
  });
});

describe('a restart', () => {
  it('keeps every reference and still recognizes it', async () => {
    const { references, applications } = loupe.app.services;
    const { modifyKey } = await applications.create(operator, { kind: 'mobile', key: 'burnt-into-the-app' });
    expect(modifyKey).toBe('burnt-into-the-app');
    const application = await applications.byKey('burnt-into-the-app', 'modify');
    await references.add(application, { imageId: 'kept', ...(await picture(10)) });
    await references.add(application, { imageId: 'removed', ...(await picture(11)) });
    await references.remove(application, 'removed');
    loupe = await loupe.restart();
    const after = loupe.app.services;
    const again = await after.applications.byKey('burnt-into-the-app', 'query');
    expect((await after.referenceSearch.search(again, await picture(10))).hits[0]?.id).toBe('kept');
    expect((await after.referenceSearch.search(again, await picture(11))).total).toBe(0);
  });
});
