/** Frames of a camera that searches over the engine's ports name their stream: they are looked at as the frames before allow. */
import { beforeEach, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import type { Query } from '../../src/engine-host/searching.js';
import type { SearchOptions, SearchResult } from '../../src/engine-host/types.js';
import { Vision } from '../../src/engine-host/vision.js';
import { changedPicture, drawPicture, jpegPicture } from '../kit/pictures.js';
import { seed, type SeededApplication } from '../kit/seed.js';
import { MovableClock } from '../kit/seed/seed-clock.js';
import { useTestApp } from '../kit/use-app.js';
import { GraphqlClient } from '../graphql/support.js';
import { EngineClient, type Fields } from '../rest/support/engine-client.js';

type Look = 'quick' | 'usual' | 'closer' | 'from the side, too';

const looks: Look[] = [];

class RecordingVision extends Vision {
  override search(indexIds: readonly string[], query: Query, options: SearchOptions): Promise<SearchResult> {
    const { secondTry = true, fromTheSide = true, quick = false } = options;
    const first = quick ? 'quick' : 'usual';
    looks.push(secondTry ? (fromTheSide ? 'from the side, too' : 'closer') : first);
    return super.search(indexIds, query, options);
  }
}

const clock = new MovableClock();
const loupe = useTestApp({ clock, openVision: (options) => new RecordingVision(options) });
let client: EngineClient;
let application: SeededApplication;
let graphql: GraphqlClient;

beforeEach(async () => {
  client = new EngineClient(loupe);
  const organization = await seed(loupe).organization();
  application = await organization.application();
  const { token } = await organization.user();
  graphql = new GraphqlClient(loupe.url, { authorization: `Bearer ${token}` });
  await client.add(application.key, 'page', await jpegPicture(1));
  looks.length = 0;
});

/** Looks that a search took. */
async function looksOf(search: () => Promise<unknown>): Promise<readonly Look[]> {
  const from = looks.length;
  await search();
  return looks.slice(from);
}

const searchOverV2 = async (image: Buffer, fields: Fields) => client.search(application.key, image, fields);
const idsOf = async (image: Buffer, fields: Fields) =>
  (await searchOverV2(image, fields)).images?.map(({ id }) => id);
/** Every one shows something else that is not there. */
let nextUnknown = 100;
const unknown = () => jpegPicture((nextUnknown += 1));

const surfaces: Readonly<Record<string, (stream: string, image: Buffer) => Promise<unknown>>> = {
  'version 2': (stream, image) => searchOverV2(image, { stream_id: stream }),
  'version 3': async (streamId, image) => {
    const form = new FormData();
    form.append('streamId', streamId);
    form.append('image', new Blob([new Uint8Array(image)], { type: 'image/jpeg' }));
    const { status } = await fetch(`${loupe.url}/api/v3/engine/applications/${application.id}/search`, {
      method: 'POST',
      headers: { 'Application-Key': application.key },
      body: form,
    });
    expect(status).toBe(200);
  },
  GraphQL: async (streamId, image) => {
    const variables = { app: application.id, image: null, streamId };
    const { data } = await graphql.upload(SEARCH, variables, {
      image: { bytes: image, type: 'image/jpeg', name: 'frame.jpg' },
    });
    expect(data).toEqual({ searchReferences: { __typename: 'ReferenceSearchResult' } });
  },
};

const SEARCH = `mutation ($app: ID!, $image: Upload, $streamId: String) {
  searchReferences(input: { applicationId: $app, image: $image, streamId: $streamId }) { __typename ... on Problem { message } }
}`;

const SET_QUICK_FIRST = `mutation ($id: ID!, $quickFirst: Boolean) {
  updateApplication(input: { id: $id, patch: { settings: { quickFirst: $quickFirst } } }) {
    ... on Application { settings { quickFirst } }
    ... on Problem { message }
  }
}`;

describe.each(Object.entries(surfaces))('the frames of a stream over %s', (name, search) => {
  it('are looked at quickly first, then closer once in two seconds, and every third time from the side', async () => {
    const frame = async (stream = 'camera') => looksOf(async () => search(stream, await unknown()));
    expect(await frame()).toEqual(['quick']);
    expect(await frame()).toEqual(['closer']);
    expect(await frame()).toEqual(['quick']);
    expect(await frame(`another of ${name}`)).toEqual(['quick']);
    clock.forward({ seconds: 1 });
    expect(await frame()).toEqual(['usual']);
    clock.forward({ seconds: 1 });
    expect(await frame()).toEqual(['closer']);
    clock.forward({ seconds: 2 });
    expect(await frame()).toEqual(['from the side, too']);
    expect(await frame()).toEqual(['quick']);
  });
});

describe('a frame', () => {
  const camera = { stream_id: 'camera' };

  it('without a stream, or with a blank for one, stands alone', async () => {
    const alone: readonly Fields[] = [{}, {}, { stream_id: ' ' }, { stream_id: '' }];
    for (const fields of alone) {
      expect(await looksOf(async () => idsOf(await unknown(), fields))).toEqual(['from the side, too']);
    }
  });

  it('of one application says nothing of another, nor does one that asks for one look or for all', async () => {
    await idsOf(await unknown(), camera);
    await idsOf(await unknown(), camera);
    for (const [second_try, look] of [
      ['true', 'closer'],
      ['false', 'quick'],
    ] as const) {
      const fields = { ...camera, second_try };
      expect(await looksOf(async () => idsOf(await unknown(), fields))).toEqual([look]);
    }
    const other = await (await seed(loupe).organization()).application();
    await client.add(other.key, 'page', await jpegPicture(1));
    const search = async () => client.search(other.key, await unknown(), camera);
    expect(await looksOf(search)).toEqual(['quick']);
    expect(await looksOf(search)).toEqual(['closer']);
  });

  it('that is the file before it is answered as that was, until a reference comes or goes', async () => {
    const photo = await changedPicture(1);
    expect(await idsOf(photo, camera)).toEqual(['page']);
    expect(await looksOf(async () => expect(await idsOf(photo, camera)).toEqual(['page']))).toEqual([]);
    clock.forward({ seconds: 2 });
    expect(await looksOf(async () => expect(await idsOf(photo, camera)).toEqual(['page']))).toEqual([
      'closer',
    ]);
    expect(await idsOf(photo, { ...camera, keywords: 'other' })).toEqual([]);
    expect(await idsOf(photo, camera)).toEqual(['page']);
    await client.add(application.key, 'page', await jpegPicture(2));
    expect(await idsOf(photo, camera)).toEqual([]);
    await client.add(application.key, 'again', await jpegPicture(1));
    expect(await idsOf(photo, camera)).toEqual(['again']);
  });

  it('of a still scene without anything known is not searched for until a closer look may follow', async () => {
    const scene = drawPicture(7, 960, 720);
    let noise = 0;
    const still = async () => {
      noise += 1;
      const grain = await sharp({
        create: {
          width: 960,
          height: 720,
          channels: 3,
          background: '#808080',
          noise: { type: 'gaussian', mean: 128, sigma: 2 + (noise % 3) },
        },
      })
        .png()
        .toBuffer();
      const bytes = await scene.clone().png().toBuffer();
      return sharp(bytes)
        .composite([{ input: grain, blend: 'soft-light' }])
        .jpeg({ quality: 85 })
        .toBuffer();
    };
    expect(await looksOf(async () => idsOf(await still(), camera))).toEqual(['quick']);
    expect(await looksOf(async () => idsOf(await still(), camera))).toEqual(['closer']);
    expect(await looksOf(async () => idsOf(await still(), camera))).toEqual([]);
    // A page that is laid into it is seen at once.
    const page = await sharp(await jpegPicture(1)).toBuffer();
    const withPage = await sharp(await still())
      .composite([{ input: page, left: 200, top: 150 }])
      .jpeg()
      .toBuffer();
    expect(await idsOf(withPage, camera)).toEqual(['page']);
    await idsOf(await still(), camera);
    expect(await looksOf(async () => idsOf(await still(), camera))).toEqual([]);
    clock.forward({ seconds: 2 });
    expect(await looksOf(async () => idsOf(await still(), camera))).toEqual(['closer']);
  });

  it('that a quick look finds something in is looked at as usual, too, and the next ones at once', async () => {
    const found = async (side: number) => {
      const page = await sharp(await jpegPicture(1))
        .resize(side)
        .toBuffer();
      const photo = await sharp({ create: { width: 960, height: 720, channels: 3, background: '#777' } })
        .composite([{ input: page, left: 100, top: 100 }])
        .jpeg()
        .toBuffer();
      return looksOf(async () => expect(await idsOf(photo, camera)).toEqual(['page']));
    };
    expect(await found(400)).toEqual(['quick', 'usual']);
    expect(await found(420)).toEqual(['closer']);
    expect(await found(440)).toEqual(['closer']);
  });

  it('of an application that is looked at quickly first is answered by what a quick look finds', async () => {
    const patch = async (quickFirst: boolean | null) => {
      const { data } = await graphql.run(SET_QUICK_FIRST, { id: application.id, quickFirst });
      expect(data).toEqual({ updateApplication: { settings: { quickFirst } } });
    };
    await patch(true);
    const known = async (fields: Fields) =>
      looksOf(async () => expect(await idsOf(await changedPicture(1), fields)).toEqual(['page']));
    expect(await known({})).toEqual(['quick']);
    expect(await known(camera)).toEqual(['quick']);
    expect(await known(camera)).toEqual([]);
    expect(await known({ ...camera, second_try: 'true' })).toEqual([]);
    expect(await looksOf(async () => idsOf(await unknown(), {}))).toEqual(['quick', 'from the side, too']);
    expect(await looksOf(async () => idsOf(await unknown(), { second_try: 'false' }))).toEqual([
      'quick',
      'usual',
    ]);
    await patch(null);
    expect(await known({})).toEqual(['from the side, too']);
  });

  it('of a stream with too long a name is refused', async () => {
    const { status } = await searchOverV2(await unknown(), { stream_id: 'x'.repeat(201) });
    expect(status.code).toBeLessThan(0);
    expect(status.message).toContain('stream_id');
  });
});
