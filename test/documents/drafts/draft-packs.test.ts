/** Packs of drafts: what readers will get, for the camera of users who try it, and nothing is kept or counted. */
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type * as wasm from '../../../packages/engine-wasm/src/index.js';
import { elementsOf, memberOf, textMember } from '../../kit/json.js';
import { drawPicture, jpegPicture } from '../../kit/pictures.js';
import { seed } from '../../kit/seed.js';
import { gray, openPack } from '../../recognition/pack-reading.js';
import { scan } from '../../rest/support/scans.js';
import { draftBench, idOf, LOWER_RIGHT, UPPER_LEFT } from './draft-bench.js';

const bench = draftBench();
const FIELDS = 'draftPack { pageCount expiresAt publicKey base64 }';
const QUERY = `query ($id: ID!) { ${FIELDS.replace('draftPack', 'draftPack(documentId: $id)')} }`;
const SHARED = `query ($code: String!) { sharedPreview(code: $code) { ${FIELDS} } }`;

async function opened(answered: unknown): Promise<wasm.OpenPack> {
  const pack = memberOf(answered, 'draftPack');
  return openPack(Buffer.from(textMember(pack, 'base64'), 'base64'), textMember(pack, 'publicKey'));
}

const packOf = async (id = bench.document.id) => opened(memberOf(await bench.ask(QUERY, { id }), 'data'));
const photoOf = async (picture: number) => drawPicture(picture).resize(440).jpeg({ quality: 80 }).toBuffer();
const seenIn = async (pack: wasm.OpenPack, picture = 31) =>
  pack.recognize(await gray(await photoOf(picture)), { language: 'en-US' });
const scanned = async () => (await scan(bench.loupe, bench.organization.apiKey, await photoOf(31))).image;

describe('a pack of a draft', () => {
  it('answers with what the draft holds while readers get what they got', async () => {
    await bench.document.action({ nodeId: bench.pageId, name: 'Call' });
    await bench.start();
    await bench.edit([bench.titled('Summer'), bench.added('Book a table')]);
    const before = elementsOf(await bench.user.send('GET', `/api/documents/${bench.document.id}/matches`));
    const pack = await packOf();
    expect(pack.head).toMatchObject({ pageCount: 2, version: 1 });
    expect(Date.parse(pack.head.expiresAt) - Date.parse(pack.head.madeAt)).toBe(60 * 60 * 1000);
    const [hit] = await seenIn(pack);
    expect(hit).toMatchObject({
      id: bench.pageId,
      shown: { title: 'Summer', actions: [{ name: 'Call' }, { name: 'Book a table' }] },
    });
    expect((await seenIn(pack, 33)).length).toBe(0);
    const after = elementsOf(await bench.user.send('GET', `/api/documents/${bench.document.id}/matches`));
    expect(after).toEqual(before);
    expect(await scanned()).toMatchObject({ Title: 'Spring' });
    const { packs } = bench.loupe.app.services;
    expect(await packs.list(await bench.user.viewer(), bench.document.id)).toEqual([]);
    await bench.discard();
    expect((await seenIn(await packOf()))[0]).toMatchObject({ shown: { title: 'Spring' } });
  });

  it('is refused for more pages and zones than somebody waits for', async () => {
    await bench.start();
    const small = { positionXPercent: 1, positionYPercent: 1, widthPercent: 5, heightPercent: 5 };
    for (const imageId of bench.document.imageIds) {
      const zones = Array.from({ length: 100 }, (_, at) => bench.zoned(`Zone ${at}`, small, imageId));
      await bench.edit(zones);
    }
    expect(await bench.ask(QUERY, { id: bench.document.id })).toMatchObject({
      errors: [
        {
          message: expect.stringContaining('more than 200 pages and zones') as unknown,
          extensions: { code: 'CONFLICT' },
        },
      ],
    });
  });

  it('has zones that the draft adds and moves where they will be, and none that it deletes', async () => {
    const made = { ImageId: bench.pageId, PositionX: 5, PositionY: 5, Width: 40, Height: 40 };
    const moved = textMember(await bench.user.send('POST', '/api/Zones', { json: made }), 'Id');
    await bench.document.action({ nodeId: moved, name: 'Moved' });
    await bench.start();
    await bench.edit([{ updateZone: { id: moved, patch: LOWER_RIGHT } }]);
    const added = idOf(await bench.edit([bench.zoned('New', UPPER_LEFT)]));
    await bench.edit([bench.added('Added', added)]);
    const pack = await packOf();
    const hits = await seenIn(pack);
    expect(hits.map(({ id }) => id).toSorted()).toEqual([added, moved].toSorted());
    // The page itself answers nothing while it has zones.
    expect(hits[0]!.zones.map(({ id }) => id)).toContain(moved);
    const cut = await gray(
      await drawPicture(31)
        .png()
        .toBuffer()
        .then(async (page) => lowerRight(page)),
    );
    expect((await pack.recognize(cut))[0]).toMatchObject({
      id: moved,
      shown: { actions: [{ name: 'Moved' }] },
    });

    await bench.edit([{ deleteZone: moved }, { deleteZone: added }]);
    expect((await seenIn(await packOf()))[0]).toMatchObject({ id: bench.pageId, shown: { title: 'Spring' } });
  });

  it('is made of a document that is not active, also for guests who have its preview link', async () => {
    const own = await (await bench.user.folder()).document(await jpegPicture(33), { status: 'Inactive' });
    await own.title('Not live yet');
    expect((await seenIn(await packOf(own.id), 33))[0]).toMatchObject({ shown: { title: 'Not live yet' } });
    const code = await bench.previewCode();
    const shared = async () => memberOf(await bench.asGuest(SHARED, { code }), 'data');
    expect((await seenIn(await opened(memberOf(await shared(), 'sharedPreview'))))[0]).toMatchObject({
      id: bench.pageId,
    });
    const other = await (await seed(bench.loupe).organization()).user();
    const id = bench.document.id;
    expect(await bench.ask(QUERY, { id }, other)).toMatchObject({
      errors: [{ extensions: { code: 'NOT_FOUND' } }],
    });
    expect(await bench.asGuest(QUERY, { id })).toMatchObject({
      errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
    });
  });

  it('is a file over REST that nobody on the way keeps', async () => {
    const { id } = bench.document;
    const path = `/services/Packs/Draft?documentId=${id}`;
    const headers = { Authorization: `Bearer ${bench.user.token}` };
    const response = await fetch(`${bench.loupe.url}${path}`, { headers });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="draft-${id}.loupepack"`,
      'cache-control': 'no-store',
    });
    const { publicKey } = bench.loupe.app.services.packs;
    const pack = await openPack(Buffer.from(await response.arrayBuffer()), publicKey);
    expect((await seenIn(pack))[0]).toMatchObject({ id: bench.pageId });
    const none = await (await bench.user.folder()).document(await blankPage());
    const refused = await fetch(`${bench.loupe.url}${path.replace(id, none.id)}`, { headers });
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({
      Message: expect.stringContaining('can be recognized yet') as string,
    });
  });

  it('says why there is none', async () => {
    const { id } = await (await bench.user.folder()).document(await blankPage());
    expect(await bench.ask(QUERY, { id })).toMatchObject({
      errors: [{ message: expect.stringContaining('can be recognized yet') as string }],
    });
  });
});

const blankPage = async () =>
  sharp({ create: { width: 400, height: 500, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer();

async function lowerRight(page: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(page).metadata();
  return sharp(page)
    .extract({
      left: Math.round(width / 2),
      top: Math.round(height / 2),
      width: Math.round(width * 0.45),
      height: Math.round(height * 0.45),
    })
    .png()
    .toBuffer();
}
