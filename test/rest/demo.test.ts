import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DemoElement, DemoLanguage, DemoZone } from '../../demo/content/content.types.js';
import { DemoHttpClient } from '../../demo/loader/http-client.js';
import { loadDemo } from '../../demo/loader/loader.js';
import { demoMagazine } from '../../demo/content/magazine.content.js';
import { renderMagazinePage } from '../../packages/bench/print/magazine.js';
import { createImage, decodeImage, type RgbImage } from '../../packages/bench/paint/rgb-image.js';
import { type PhotoStrength, strengthRanges } from '../../packages/bench/simulation/photo/strength.js';
import { simulatePhoto } from '../../packages/bench/simulation/photo-simulator.js';
import { demoPoster } from '../../demo/content/poster.content.js';
import { printPoster } from '../../packages/bench/print/poster.js';
import { takeUnrelatedPhoto } from '../../packages/bench/simulation/unrelated.js';
import { startTestApp, type TestApp } from '../kit/app.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import { lengthOfStory } from '../kit/seed/stories.js';

const strengths = lengthOfStory<readonly PhotoStrength[]>({
  short: ['hard'],
  long: Object.keys(strengthRanges) as PhotoStrength[],
});
const SEED = 11;

interface Seen {
  readonly status: number;
  readonly title: string | null;
  readonly actionNames: readonly string[];
}

let loupe: TestApp;
let organization: SeededOrganization;

beforeAll(async () => {
  loupe = await startTestApp();
  organization = await seed(loupe).organization();
  const user = await organization.user();
  const client = new DemoHttpClient(loupe.url);
  await client.login(organization.apiKey, user.userName, user.password);
  await loadDemo(client, organization.id, () => undefined);
});

afterAll(async () => loupe.close());

async function scan(photo: Buffer, language: DemoLanguage): Promise<Seen> {
  const form = new FormData();
  form.append('query', JSON.stringify({ Language: language }));
  form.append('file', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg');
  const response = await fetch(`${loupe.url}/api/EnrichedImages`, {
    method: 'POST',
    headers: {
      ApiKey: organization.apiKey,
      ApplicationName: 'Test',
      ApplicationVersion: '1',
      DeviceName: 'Simulated phone',
      DeviceSystemVersion: '1',
      SdkVersion: '1',
    },
    body: form,
  });
  if (response.status !== 200) return { status: response.status, title: null, actionNames: [] };
  const { Title, Actions } = (await response.json()) as { Title: string; Actions: { Name: string }[] };
  return { status: 200, title: Title, actionNames: Actions.map(({ Name }) => Name) };
}

async function photograph(page: RgbImage, strength: PhotoStrength, photoSeed = SEED): Promise<Buffer> {
  return (await simulatePhoto(page, { strength, seed: photoSeed })).jpeg;
}

function namesOf(elements: readonly DemoElement[], language: DemoLanguage): string[] {
  return elements.flatMap(({ actions }) => actions.map(({ name }) => name[language])).sort();
}

/** The part of a page that a zone frames. */
function cut(page: RgbImage, zone: DemoZone): RgbImage {
  const left = Math.round((page.width * zone.positionXPercent) / 100);
  const top = Math.round((page.height * zone.positionYPercent) / 100);
  const part = createImage(
    Math.round((page.width * zone.widthPercent) / 100),
    Math.round((page.height * zone.heightPercent) / 100),
  );
  for (let y = 0; y < part.height; y++) {
    const from = ((top + y) * page.width + left) * 3;
    part.data.set(page.data.subarray(from, from + part.width * 3), y * part.width * 3);
  }
  return part;
}

const wholePages = demoMagazine.pages.filter(({ zones }) => zones.length === 0);
const zonedPage = demoMagazine.pages.find(({ zones }) => zones.length > 0)!;

describe.each(strengths)('a %s photo', (strength) => {
  test.each(wholePages)('of the page "$name" answers its title and actions', async (page) => {
    const photo = await photograph(await renderMagazinePage(page.pageIndex), strength);
    const seen = await scan(photo, 'en-US');
    expect(seen.title).toBe(page.title['en-US']);
    expect([...seen.actionNames].sort()).toEqual(namesOf([page, demoMagazine], 'en-US'));
  });

  test('of the poster answers its title', async () => {
    const photo = await photograph(await decodeImage(await printPoster()), strength);
    expect(await scan(photo, 'en-US')).toMatchObject({
      status: 200,
      title: demoPoster.pages[0]!.title['en-US'],
    });
  });
});

test.each(zonedPage.zones)(
  'a photo of the zone "$name" answers the actions of the zone, its page and its document',
  async (zone) => {
    const photo = await photograph(cut(await renderMagazinePage(zonedPage.pageIndex), zone), 'easy');
    const seen = await scan(photo, 'en-US');
    expect(seen.title).toBe(zone.title['en-US']);
    expect([...seen.actionNames].sort()).toEqual(namesOf([zone, zonedPage, demoMagazine], 'en-US'));
  },
);

test('the same photo answers in the language that the reader asks for', async () => {
  const [page] = wholePages;
  const photo = await photograph(await renderMagazinePage(page!.pageIndex), 'medium');
  const seen = await scan(photo, 'fr-FR');
  expect(seen.title).toBe(page!.title['fr-FR']);
  expect([...seen.actionNames].sort()).toEqual(namesOf([page!, demoMagazine], 'fr-FR'));
});

test('photos of something else are answered with 204', async () => {
  for (let photoSeed = 0; photoSeed < 6; photoSeed++) {
    expect((await scan(await takeUnrelatedPhoto(photoSeed), 'en-US')).status).toBe(204);
  }
});

test('a restart keeps the documents and still recognizes them', async () => {
  loupe = await loupe.restart();
  const [page] = wholePages;
  const photo = await photograph(await renderMagazinePage(page!.pageIndex), 'medium', SEED + 1);
  expect((await scan(photo, 'en-US')).title).toBe(page!.title['en-US']);
});
