/** Where the recognized page or zone lies in the photo, as front-ends draw it. */
import { beforeAll, expect, test } from 'vitest';
import { renderMagazinePage } from '../../packages/bench/print/magazine.js';
import { simulatePhoto, type SimulatedPhoto } from '../../packages/bench/simulation/photo-simulator.js';
import { applyHomography, type Point } from '../../packages/bench/simulation/photo/homography.js';
import { toJpeg, type RgbImage } from '../../packages/bench/paint/rgb-image.js';
import { useTestApp } from '../kit/use-app.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import type { SeededDocument } from '../kit/seed/seed-user.js';
import { GraphqlClient } from '../graphql/support.js';
import { device, newPublisher } from './publisher.js';

const loupe = useTestApp();
let organization: SeededOrganization;
let document: SeededDocument;
let page: RgbImage;

beforeAll(async () => {
  page = await renderMagazinePage(1);
  organization = await seed(loupe).organization();
  document = await (await (await organization.user()).folder()).document(await toJpeg(page, 92));
  await document.action();
});

const cornersOf = (
  { queryFromReference }: SimulatedPhoto,
  place = { x: 0, y: 0, width: 1, height: 1 },
): Point[] => {
  const { x, y, width, height } = place;
  const corners: Point[] = [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ];
  return corners.map((corner) => applyHomography(queryFromReference, corner));
};

const farthest = (outline: readonly Point[], truth: readonly Point[]) =>
  Math.max(...truth.map(([x, y], at) => Math.hypot(x - outline[at]![0], y - outline[at]![1])));

const scanByRest = async (photo: Buffer, headers: Record<string, string>) => {
  const form = new FormData();
  form.set('query', new Blob(['{"Language":"en-US"}'], { type: 'application/json' }));
  form.set('file', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg');
  const answer = await fetch(`${loupe.url}/api/EnrichedImages`, {
    method: 'POST',
    headers: {
      ApiKey: organization.apiKey,
      ApplicationName: 'Reader',
      ApplicationVersion: '1',
      DeviceName: 'Phone',
      DeviceSystemVersion: '14',
      SdkVersion: '1',
      ...headers,
    },
    body: form,
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

test.each([3, 4, 5, 6])(
  'GraphQL and REST answer the corners of the page in photo %d',
  async (seedOfPhoto) => {
    const photo = await simulatePhoto(page, { strength: 'easy', seed: seedOfPhoto });
    const client = new GraphqlClient(loupe.url, { apikey: organization.apiKey });
    const { data } = await client.upload(
      `mutation ($photo: Upload!) {
      recognize(input: { photo: $photo, languageCode: "en-US" }) {
        ... on EnrichedImage { id score photoShare outline { x y } }
        ... on Problem { message }
      }
    }`,
      {},
      { photo: { bytes: photo.jpeg, type: 'image/jpeg', name: 'photo.jpg' } },
    );
    const answer = data!['recognize'] as {
      id: string;
      photoShare: number;
      outline: { x: number; y: number }[];
    };
    expect(answer.id).toBe(document.imageIds[0]);
    const outline = answer.outline.map(({ x, y }): Point => [x, y]);
    expect(farthest(outline, cornersOf(photo))).toBeLessThan(0.03);
    expect(answer.photoShare).toBeGreaterThan(0.2);
    expect(answer.photoShare).toBeLessThanOrEqual(1);

    const { body } = await scanByRest(photo.jpeg, { WithOutline: 'true' });
    expect(body['Outline']).toEqual(answer.outline.map(({ x, y }) => ({ X: x, Y: y })));
  },
);

test('REST answers no outline unless it is asked for, and refuses what is neither true nor false', async () => {
  const { jpeg } = await simulatePhoto(page, { strength: 'easy', seed: 3 });
  expect((await scanByRest(jpeg, {})).body).not.toHaveProperty('Outline');
  expect((await scanByRest(jpeg, { WithOutline: 'False' })).body).not.toHaveProperty('Outline');
  const refused = await scanByRest(jpeg, { WithOutline: 'maybe' });
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toContain('send true or false');
});

test('of a zone the corners of the zone are answered, and without a photo none', async () => {
  const publisher = await newPublisher(loupe);
  const printed = await publisher.print(page);
  const place = { x: 0.25, y: 0.25, width: 0.5, height: 0.5 };
  const zone = await publisher.services.zones.create(publisher.editor, {
    imageId: printed.page.id,
    name: 'Middle',
    positionXPercent: 25,
    positionYPercent: 25,
    widthPercent: 50,
    heightPercent: 50,
  });
  await publisher.addLink(zone.id, 'zone');
  const photo = await simulatePhoto(page, { strength: 'easy', seed: 7 });
  const answer = await publisher.scan(photo.jpeg);
  expect(answer?.id).toBe(zone.id);
  expect(farthest(answer!.outline, cornersOf(photo, place))).toBeLessThan(0.03);
  const { recognition } = publisher.services;
  expect(await recognition.byId(publisher.reader, zone.id, 'en-US', device)).toMatchObject({ outline: [] });
});
