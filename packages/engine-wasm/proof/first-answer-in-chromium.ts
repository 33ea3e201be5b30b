/**
 * How long a page is in view before `<loupe-scan>` names it, in Chromium: its camera shows a film of pages that are moved before it and come to
 * rest, with an empty table between them. Each picture of the film bears its number, so that the page knows which one it shows.
 *
 *   npm run scan:build && bin/loupe-node --import tsx packages/engine-wasm/proof/first-answer-in-chromium.ts [--pages 1000] [--films 40]
 *
 * Times are those of the clock, from the moment at which Chromium shows the first picture with half of what will be in view, to the
 * event `found`. Ends with 1 where a page is taken for another one.
 */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { readVocabularyId } from '../../../src/engine-host/indexes/packed-segment.js';
import type { PackContent } from '../../../src/packs/pack-content.js';
import { packFile, PackSigner } from '../../../src/packs/pack-file.js';
import { percentile } from '../../bench/benchmark/statistics.js';
import type { GrayPixels } from '../src/wasm-module.js';
import { approachOf, inViewAt, pictureAt } from './approach.js';
import { drawPage, photograph } from './drawn.js';
import { SameQuestions } from './same-questions.js';

const { values } = parseArgs({
  options: { pages: { type: 'string', default: '1000' }, films: { type: 'string', default: '40' } },
});
const PAGES = Number(values.pages);
const FILMS = Number(values.films);
/** Pictures a second of Chromium's camera, of a table before each page, and with it. */
const RATE = 30;
const TABLE = 20;
const SHOWN = 50;
/** Side of the squares that are the bits of a picture's number, in its upper left corner. */
const BIT_PX = 16;
const BITS = 13;
const PAUSE_MS = 5000;

const keyOf = (film: number): number => 1 + ((film * 37) % PAGES);

/** Writes the number of a picture into it. */
function numbered(picture: GrayPixels, number: number): GrayPixels {
  const data = picture.data.slice();
  for (let bit = 0; bit < BITS; bit++)
    for (let y = 0; y < BIT_PX; y++)
      data.fill(
        ((number >> bit) & 1) * 255,
        y * picture.width + bit * BIT_PX,
        y * picture.width + (bit + 1) * BIT_PX,
      );
  return { ...picture, data };
}

const jpegOf = async ({ data, width, height }: GrayPixels): Promise<Buffer> =>
  sharp(data, { raw: { width, height, channels: 1 } })
    .toColourspace('srgb')
    .jpeg({ quality: 90 })
    .toBuffer();

/** @returns the film, and the number of the first picture of each page in which half of it is in view */
async function film(pages: readonly GrayPixels[]): Promise<{ mjpeg: Buffer; inView: readonly number[] }> {
  const pictures: Buffer[] = [];
  const inView: number[] = [];
  const nowhere = { data: new Uint8Array(1), width: 1, height: 1 };
  const away = [
    [2, 2],
    [3, 2],
    [3, 3],
    [2, 3],
  ] as const;
  const corners = away.map(([x, y]): [number, number] => [x, y]);
  const add = async (picture: GrayPixels) => pictures.push(await jpegOf(numbered(picture, pictures.length)));
  for (let number = 0; number < FILMS; number++) {
    for (let i = 0; i < TABLE; i++)
      await add(photograph(nowhere, corners, { seed: number * TABLE + i, noise: 10 }));
    const approach = approachOf(pages[keyOf(number) - 1] ?? drawPage(keyOf(number), 512, 640), number);
    inView.push(pictures.length + Math.ceil((inViewAt(approach) / 1000) * RATE));
    for (let i = 0; i < SHOWN; i++) await add(pictureAt(approach, (i * 1000) / RATE));
  }
  return { mjpeg: Buffer.concat(pictures), inView };
}

/** A signed pack of the pages, each with its key for a title. */
function packOf(segments: readonly Buffer[], signer: PackSigner): Buffer {
  const shownAs = (title: string) => ({
    en: { languageCode: 'en', title, titleStyle: null, actions: [] },
  });
  const content: PackContent = {
    elements: Array.from({ length: PAGES }, (_, i) => ({
      ...{ id: `page ${i + 1}`, pageId: `page ${i + 1}`, documentId: 'document' },
      ...{ place: null, autoTrigger: false, shownUntil: null, shown: shownAs(String(i + 1)) },
    })),
    references: Array.from({ length: PAGES }, (_, i) => ({
      ...{ key: i + 1, sequence: 1, chunk: 0, element: i, hasRelatives: false },
    })),
  };
  const facts = {
    ...{ id: 'pages', version: 1, organizationId: 'organization', name: 'Pages', languages: ['en'] },
    ...{ madeAt: '2026-01-01T00:00:00Z', expiresAt: '2100-01-01T00:00:00Z', pageCount: PAGES },
    vocabularyId: readVocabularyId(),
  };
  const chunks = [
    ...segments.map((bytes) => ({ kind: 'segment' as const, bytes })),
    { kind: 'content' as const, bytes: Buffer.from(JSON.stringify(content)) },
  ];
  return Buffer.concat(packFile(facts, chunks, signer));
}

const HTML = (publicKey: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Scan</title>
  <script type="module" src="/loupe-scan.js"></script><loupe-scan pack="/pages.loupepack" public-key="${publicKey}"></loupe-scan>`;
const TYPES: Readonly<Record<string, string>> = {
  '': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

interface Seen {
  /** Numbers of pictures with the milliseconds at which they were shown first. */
  readonly shown: readonly (readonly [number, number])[];
  readonly found: readonly { readonly title: string; readonly at: number }[];
  readonly errors: readonly string[];
}

/** Runs in the page: notes each picture's number when it is shown, and what is found. Named functions inside would need a helper of the compiler. */
function watchFilm({ bits, bitPx }: { bits: number; bitPx: number }): void {
  const seen = { shown: [] as [number, number][], found: [] as unknown[], errors: [] as string[] };
  Object.assign(globalThis, { seen });
  const canvas = document.createElement('canvas');
  canvas.width = bits * bitPx;
  canvas.height = bitPx;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  globalThis.addEventListener(
    'ready',
    async () => {
      const video = document.querySelector('loupe-scan')?.shadowRoot?.querySelector('video');
      while (video != null) {
        await new Promise((resolve) => video.requestVideoFrameCallback(resolve));
        const now = performance.now();
        context?.drawImage(video, 0, 0);
        const pixels = context?.getImageData(0, bitPx / 2, bits * bitPx, 1).data;
        let number = 0;
        for (let bit = 0; bit < bits; bit++)
          if ((pixels?.[4 * (bit * bitPx + bitPx / 2)] ?? 0) > 127) number += 2 ** bit;
        if (seen.shown.at(-1)?.[0] !== number) seen.shown.push([number, now]);
      }
    },
    true,
  );
  globalThis.addEventListener(
    'found',
    (event) => {
      const { title } = (event as CustomEvent<{ title: string }>).detail;
      seen.found.push({ title, at: performance.now() });
    },
    true,
  );
  globalThis.addEventListener(
    'error',
    (event) => {
      const { detail } = event as Event as CustomEvent<{ message?: string } | undefined>;
      seen.errors.push(detail?.message ?? 'error');
    },
    true,
  );
}

/** Pictures and answers that the page noted while the film ran once, from picture 0 on. */
async function watch(camera: string, files: ReadonlyMap<string, Buffer>, seconds: number): Promise<Seen> {
  const site = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname;
    response.setHeader('Content-Type', TYPES[extname(path)] ?? 'application/octet-stream');
    response.writeHead(files.has(path) ? 200 : 404).end(files.get(path));
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium-headless-shell',
    args: [
      ...['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
      ...['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
      `--use-file-for-fake-video-capture=${camera}`,
    ],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, locale: 'en' });
    await page.addInitScript(watchFilm, { bits: BITS, bitPx: BIT_PX });
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    await page.waitForTimeout(seconds * 1000 + PAUSE_MS);
    return await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);
  } finally {
    await browser.close();
    site.closeAllConnections();
    site.close();
  }
}

const folder = await mkdtemp(join(tmpdir(), 'loupe-first-answer-'));
try {
  const same = await SameQuestions.prepare(PAGES);
  const segments = same.segments();
  const { pages } = same;
  same.close();
  const { mjpeg, inView } = await film(pages);
  const camera = join(folder, 'camera.mjpeg');
  await writeFile(camera, mjpeg);
  const signer = new PackSigner(Buffer.alloc(32, 5));
  const files = new Map([
    ['/', Buffer.from(HTML(signer.publicKey))],
    ['/pages.loupepack', packOf(segments, signer)],
    ['/favicon.ico', Buffer.alloc(0)],
  ]);
  const dist = fileURLToPath(new URL('../../scan/dist/', import.meta.url));
  for (const name of await readdir(dist, { recursive: true }))
    if (/\.(js|wasm|bin)$/.test(name)) files.set(`/${name}`, await readFile(join(dist, name)));
  const length = FILMS * (TABLE + SHOWN);
  const { shown, found, errors } = await watch(camera, files, length / RATE);
  for (const error of errors) console.log(error);

  const times: number[] = [];
  const counts = { seen: 0, wrong: 0 };
  for (const [number, first] of inView.entries()) {
    const end = (number + 1) * (TABLE + SHOWN);
    // The camera may have begun in the middle of it.
    const at = shown.findIndex(([picture]) => picture >= first && picture < end);
    const [, from = 0] = shown[at] ?? [];
    if (at < 1 || (shown[at]?.[0] ?? 0) > first + 2) continue;
    counts.seen += 1;
    const until = from + ((end - first) / RATE) * 1000;
    const answer = found.find((one) => one.at > (shown[at - 1]?.[1] ?? 0) - 500 && one.at < until);
    if (answer === undefined) continue;
    if (answer.title === String(keyOf(number))) times.push(Math.max(0, answer.at - from));
    else counts.wrong += 1;
  }
  const sorted = times.toSorted((a, b) => a - b);
  const rate = (1000 * (shown.length - 1)) / ((shown.at(-1)?.[1] ?? 0) - (shown[0]?.[1] ?? 0));
  console.log(
    `${times.length} of ${counts.seen} named, ${counts.wrong} as another; median ${percentile(sorted, 0.5).toFixed(0)} ms, 95 % within ` +
      `${percentile(sorted, 0.95).toFixed(0)} ms; ${rate.toFixed(1)} pictures a second were shown`,
  );
  process.exitCode = counts.wrong === 0 && times.length > 0 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true });
}
