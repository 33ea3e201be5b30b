/**
 * `npm run console:tour`: pictures of every screen of the console, filled with the demo's content, for docs/console.md:
 * light, dark, and as wide as a phone.
 */
import { mkdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { DemoHttpClient } from '../../demo/loader/http-client.js';
import { loadDemo } from '../../demo/loader/loader.js';
import { toJpeg } from '../../demo/paint/rgb-image.js';
import { renderMagazinePage } from '../../demo/print/magazine.js';
import { simulatePhoto } from '../../demo/simulation/photo-simulator.js';
import { startTestBrowser, type TestBrowser } from '../../test/kit/browser.js';
import { seed } from '../../test/kit/seed.js';
import type { SeededUser } from '../../test/kit/seed-user.js';

const FOLDER = fileURLToPath(new URL('../../docs/console/', import.meta.url));
const QUALITY = 62;

/** How a screen is taken, and how wide its picture is. */
const VIEWS = [
  { suffix: '', viewport: 'desk', colorScheme: 'light', widthPx: 1000 },
  { suffix: '-dark', viewport: 'desk', colorScheme: 'dark', widthPx: 700 },
  { suffix: '-phone', viewport: 'phone', colorScheme: 'light', widthPx: 280 },
] as const;

interface Content {
  readonly magazineId: string;
  readonly coverId: string;
  /** The page with two zones. */
  readonly recipeId: string;
  readonly photo: Buffer;
  /** Two proofs of a page, one of them with a mistake. */
  readonly prints: readonly Buffer[];
}

interface Stop {
  readonly name: string;
  readonly path: (content: Content) => string;
  /** Brings the screen to what the picture is to show. */
  readonly prepare?: (page: Page, content: Content) => Promise<void>;
}

const RECIPE_PAGE = 4;

const SCANNER = {
  ApplicationName: 'Loupe demo',
  ApplicationVersion: '1.0.0',
  DeviceName: 'Simulated phone',
  DeviceSystemVersion: '1.0',
  SdkVersion: '1.0.0',
};

const STOPS: readonly Stop[] = [
  {
    name: 'library',
    path: () => '/library',
    prepare: async (page) => {
      await page.getByRole('list', { name: 'Content' }).getByRole('link', { name: 'Printed matter' }).click();
      await page.getByRole('link', { name: 'Poster: Night of the owls' }).waitFor();
    },
  },
  { name: 'document', path: ({ magazineId, recipeId }) => `/documents/${magazineId}?page=${recipeId}` },
  { name: 'zones', path: ({ recipeId }) => `/pages/${recipeId}` },
  { name: 'preview', path: ({ coverId }) => `/pages/${coverId}/preview` },
  {
    name: 'try',
    path: () => '/try',
    prepare: async (page, { photo }) => {
      const file = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo };
      await page.locator('input[type=file]').first().setInputFiles(file);
      await page.waitForResponse((response) => response.url().endsWith('/graphql'));
    },
  },
  { name: 'statistics', path: () => '/statistics' },
  {
    name: 'compare',
    path: () => '/compare',
    prepare: async (page, { prints }) => {
      for (const [index, buffer] of prints.entries()) {
        const file = { name: `proof-${index + 1}.jpg`, mimeType: 'image/jpeg', buffer };
        await page.locator('main input[type=file]').first().setInputFiles(file);
      }
    },
  },
  { name: 'administration', path: () => '/administration' },
  { name: 'trash', path: () => '/trash' },
];

async function fill(browser: TestBrowser): Promise<{ user: SeededUser; content: Content }> {
  const { loupe } = browser;
  const organization = await seed(loupe).organization({ name: 'Lisière Éditions', credit: 500 });
  const user = await organization.user({ mail: 'claire@lisiere.example' });
  const client = new DemoHttpClient(loupe.url);
  await client.login(organization.apiKey, user.userName, user.password);
  await loadDemo(client, organization.id, (text) => console.log(text));
  const query = `query ($id: ID!) { organization(id: $id) { documents(first: 10, isRecursive: true) {
    nodes { id images { id order zoneCount } } } } }`;
  const answer = (await user.send('POST', '/graphql', {
    json: { query, variables: { id: organization.id } },
  })) as {
    data: {
      organization: { documents: { nodes: { id: string; images: { id: string; zoneCount: number }[] }[] } };
    };
  };
  const documents = answer.data.organization.documents.nodes;
  const magazine = documents.find(({ images }) => images.some(({ zoneCount }) => zoneCount > 0));
  const recipe = magazine?.images.find(({ zoneCount }) => zoneCount > 0);
  if (magazine === undefined || recipe === undefined) throw new Error('The demo has no page with zones.');
  const photos: Buffer[] = [];
  for (const index of [0, 1, 2, RECIPE_PAGE, RECIPE_PAGE]) {
    const { jpeg } = await simulatePhoto(await renderMagazinePage(index), {
      seed: 14 + index,
      strength: 'medium',
    });
    photos.push(jpeg);
    const form = new FormData();
    form.append('query', JSON.stringify({ Language: 'en-US' }));
    form.append('file', new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' }), 'photo.jpg');
    await fetch(`${loupe.url}/api/EnrichedImages`, {
      method: 'POST',
      headers: { ...SCANNER, ApiKey: organization.apiKey },
      body: form,
    });
  }
  const photo = photos.at(-1);
  if (photo === undefined) throw new Error('No photo was made.');
  const proof = await toJpeg(await renderMagazinePage(RECIPE_PAGE - 1));
  const { width = 0, height = 0 } = await sharp(proof).metadata();
  const patch = Buffer.from(
    `<svg width="${Math.round(width / 6)}" height="${Math.round(height / 40)}"><rect width="100%" height="100%" fill="#fbf6ea"/></svg>`,
  );
  const mistaken = await sharp(proof)
    .composite([{ input: patch, left: Math.round(width * 0.1), top: Math.round(height * 0.56) }])
    .jpeg()
    .toBuffer();
  // Something for the trash.
  const folder = await user.folder({ name: 'Last year' });
  const old = await folder.document(await toJpeg(await renderMagazinePage(3)), { name: 'Lisière no. 10' });
  await user.send('DELETE', `/api/documents/${old.id}`);
  return {
    user,
    content: {
      magazineId: magazine.id,
      coverId: magazine.images[0]?.id ?? recipe.id,
      recipeId: recipe.id,
      photo,
      prints: [proof, mistaken],
    },
  };
}

async function take(page: Page, name: string, widthPx: number): Promise<void> {
  const png = await page.screenshot({ animations: 'disabled' });
  await sharp(png).resize({ width: widthPx }).webp({ quality: QUALITY }).toFile(`${FOLDER}${name}.webp`);
}

/** Screens show something to wait for by their title; what they read comes within the quiet of the network. */
async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
}

await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
const browser = await startTestBrowser({ loupe: { environment: { LOUPE_LOG_LEVEL: 'error' } } });
try {
  const { user, content } = await fill(browser);
  for (const { suffix, viewport, colorScheme, widthPx } of VIEWS) {
    const start = await browser.open('/', { viewport, colorScheme });
    await settle(start);
    await take(start, `start${suffix}`, widthPx);
    await start.context().close();
    for (const { name, path, prepare } of STOPS) {
      const page = await browser.open(path(content), { as: user, viewport, colorScheme });
      await settle(page);
      await prepare?.(page, content);
      await settle(page);
      await take(page, `${name}${suffix}`, widthPx);
      await page.context().close();
      console.log(`${name}${suffix}`);
    }
  }
} finally {
  await browser.close().catch((error: unknown) => console.error(error));
}
