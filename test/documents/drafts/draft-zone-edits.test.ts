/** What edits of zones in a draft may hold, who may see them, and where they are shown. */
import { describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids.js';
import { jpegPicture } from '../../kit/pictures.js';
import { seed } from '../../kit/seed.js';
import { draftBench, idOf, UPPER_LEFT } from './draft-bench.js';

const bench = draftBench();

describe('edits of zones', () => {
  it('name what is wrong, and are made all or none', async () => {
    await bench.start();
    const wide = { ...UPPER_LEFT, widthPercent: 99 };
    expect(await bench.edit([bench.titled('Summer'), bench.zoned('Wide', wide)])).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: [{ path: 'edits.1.widthPercent' }],
    });
    expect(await bench.edit([{ ...bench.titled('Summer'), deleteZone: bench.pageId }])).toMatchObject({
      fields: [{ path: 'edits.0.edit' }],
    });
    expect(await bench.edit([{}])).toMatchObject({ fields: [{ path: 'edits.0.edit' }] });
    expect(await bench.edit([{ deleteZone: bench.pageId }])).toMatchObject({ code: 'NOT_FOUND' });
    const taken = { createZone: { id: bench.pageId, imageId: bench.pageId, ...UPPER_LEFT } };
    expect(await bench.edit([taken])).toMatchObject({ fields: [{ path: 'edits.0.id' }] });
    const odd = { createZone: { id: 'zone', imageId: bench.pageId, ...UPPER_LEFT } };
    expect(await bench.edit([odd])).toMatchObject({ fields: [{ path: 'edits.0.id' }] });
    expect(await bench.edit([bench.zoned('Far', UPPER_LEFT, bench.document.id)])).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await bench.changesOf()).toEqual([]);
  });

  it('answer the same for every id that the draft does not know, whether something has it or not', async () => {
    await bench.start();
    const other = await (await seed(bench.loupe).organization()).user();
    const foreign = await (await other.folder()).document(await jpegPicture(5));
    const ids = [foreign.id, foreign.imageIds[0], bench.pageId, bench.document.id, newId(), newId()];
    const create = (id = '') => [
      { createZone: { id, imageId: bench.pageId, name: 'Stalls', ...UPPER_LEFT } },
    ];
    const answers: unknown[] = [];
    for (const id of ids) answers.push(await bench.edit(create(id)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ path: 'edits.0.id' }] });
    // One that the draft made and deleted comes back, once, and in this draft alone.
    const id = idOf(await bench.edit([bench.zoned('Stalls')]));
    expect(await bench.edit(create(id))).toEqual(answers[0]);
    await bench.edit([{ deleteZone: id }]);
    expect(await bench.edit(create(id))).toMatchObject({ edited: [{ id }] });
    expect(await bench.edit(create(id))).toEqual(answers[0]);
    await bench.edit([{ deleteZone: id }]);
    await bench.discard();
    await bench.start();
    expect(await bench.edit(create(id))).toEqual(answers[0]);
  });

  it('leave room for no more than a hundred zones on a page', async () => {
    await bench.start();
    await bench.edit(Array.from({ length: 100 }, (_, at) => bench.zoned(`Zone ${at}`)));
    expect(await bench.edit([bench.zoned('One more')])).toMatchObject({
      fields: [{ path: 'edits.0.imageId' }],
    });
  });

  it('are shown by a preview link where it shows the draft', async () => {
    await bench.start();
    const id = idOf(await bench.edit([bench.zoned('Stalls')]));
    await bench.edit([bench.titled('The stalls', id)]);
    const code = await bench.previewCode();
    const answer = await bench.asGuest(
      `query ($code: String!, $id: ID!) { sharedPreview(code: $code) {
        pages { zones { id } drafted: zones(inDraft: true) { id name } }
        readerPreview(elementId: $id, inDraft: true) { title } } }`,
      { code, id },
    );
    expect(answer).toMatchObject({
      data: {
        sharedPreview: {
          pages: [
            { zones: [], drafted: [{ id, name: 'Stalls' }] },
            { zones: [], drafted: [] },
          ],
          readerPreview: { title: 'The stalls' },
        },
      },
    });
  });
});

describe('another organization', () => {
  it('neither sees nor changes the zones of a draft', async () => {
    await bench.start();
    const id = idOf(await bench.edit([bench.zoned('Stalls')]));
    const stranger = await (await seed(bench.loupe).organization()).user();
    const own = await (await stranger.folder()).document(await jpegPicture(92));
    await bench.start(stranger, own.id);
    for (const edit of [
      bench.zoned('Mine', UPPER_LEFT),
      { updateZone: { id, patch: { name: 'Mine' } } },
      { deleteZone: id },
      bench.titled('Mine', id),
    ]) {
      expect(await bench.edit([edit], stranger, own.id)).toMatchObject({ code: 'NOT_FOUND' });
    }
    const seen = await bench.ask(
      'query ($id: ID!, $page: ID!) { readerPreview(elementId: $id, inDraft: true) { title } node(id: $page) { id } }',
      { id, page: bench.pageId },
      stranger,
    );
    expect(JSON.stringify(seen)).not.toContain('Spring');
    expect(seen).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] });
  });
});
