/**
 * Measures the museum of the examples with many works: how long it takes to fill it in three languages, how large its pack is, which
 * photos of its works the engine of browsers recognizes by it, and how fast the page opens and recognizes without a network.
 *
 *   npm run measure:museum -- [--works 300] [--screenshots FOLDER]
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import sharp from 'sharp';
import { VOCABULARY_PATH } from '../../../../src/engine-host/native.js';
import { startTestBrowser } from '../../../../test/kit/browser.js';
import { seed } from '../../../../test/kit/seed.js';
import { OpenPack, WasmModule } from '../../../engine-wasm/src/index.js';
import { percentile } from '../../benchmark/statistics.js';
import { simulatePhoto } from '../../simulation/photo-simulator.js';
import { makePage } from '../../simulation/synthetic-set.js';

const { values } = parseArgs({
  options: { works: { type: 'string', default: '300' }, screenshots: { type: 'string' } },
});
const inRoot = (...path: readonly string[]) =>
  join(fileURLToPath(new URL('../../../../', import.meta.url)), ...path);
const WORKS = Number(values.works);
/** Works that nobody has filled in, to see whether they are taken for one that is known. */
const STRANGERS = Math.ceil(WORKS / 10);
const VISITS = 5;
const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'loupe-museum-'));
const kindOf = (number: number) => (['photo', 'photo', 'illustration'] as const)[number % 3] ?? 'photo';
const work = async (number: number) => makePage(kindOf(number), 7000 + number);

async function photoOf(number: number): Promise<Buffer> {
  const strength = (['easy', 'medium', 'hard'] as const)[Math.floor(number / 3) % 3] ?? 'easy';
  return (await simulatePhoto(await work(number), { strength, seed: number + 1 })).jpeg;
}

async function grayOf(photo: Buffer) {
  const small = sharp(photo).resize(960, 960, { fit: 'inside' }).grayscale().raw();
  const { data, info } = await small.toBuffer({ resolveWithObject: true });
  return { data: new Uint8Array(data), width: info.width, height: info.height };
}

const titles = (number: number) => ({
  'en-US': `Work ${number}`,
  'de-DE': `Werk ${number}`,
  'fr-FR': `Œuvre ${number}`,
});
const seconds = (began: number) => ((performance.now() - began) / 1000).toFixed(1);

const list = [];
for (let i = 0; i < WORKS; i++) {
  await writeFile(join(folder, `${i}.jpg`), await work(i));
  const guides = Object.fromEntries(
    Object.keys(titles(i)).map((code) => [code, `https://guide.example/${i}/${code}`]),
  );
  list.push({ file: `${i}.jpg`, titles: titles(i), guides });
}
await writeFile(join(folder, 'works.json'), JSON.stringify(list));
const shown = await sharp(await photoOf(0))
  .resize(640, 480, { fit: 'cover' })
  .jpeg()
  .toBuffer();
await writeFile(join(folder, 'camera.mjpeg'), Buffer.concat(Array<Buffer>(30).fill(shown)));
await run(process.execPath, ['scripts/packages/build-client.mjs'], { cwd: inRoot() });
const browser = await startTestBrowser({
  args: [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${join(folder, 'camera.mjpeg')}`,
  ],
});
try {
  const organization = await seed(browser.loupe).organization({ credit: WORKS + 10 });
  const user = await organization.user();
  const { packs, publishableKeys } = browser.loupe.app.services;
  const key = await publishableKeys.create(await user.viewer(), {
    organizationId: organization.id,
    name: 'Guide',
  });

  let began = performance.now();
  const { stdout } = await run(
    process.execPath,
    ['examples/museum/fill.ts', join(folder, 'works.json'), join(folder, 'museum.loupepack')],
    {
      cwd: inRoot(),
      env: {
        ...process.env,
        LOUPE_URL: browser.loupe.url,
        LOUPE_USER: user.userName,
        LOUPE_PASSWORD: user.password,
        LOUPE_API_KEY: organization.apiKey,
        LOUPE_PUBLISHABLE_KEY: key.key,
      },
    },
  );
  console.log(`filled in ${seconds(began)} s: ${stdout.trim().split('\n').at(-1) ?? ''}`);
  const file = await readFile(join(folder, 'museum.loupepack'));
  console.log(
    `${WORKS} works: ${(file.length / 1e6).toFixed(1)} MB, ${(file.length / WORKS / 1000).toFixed(1)} KB each`,
  );

  const module = await WasmModule.start(await readFile(inRoot('packages/engine-wasm/module/loupe.wasm')));
  module.setVocabulary(await readFile(VOCABULARY_PATH));
  began = performance.now();
  const pack = await OpenPack.open(module, file, packs.publicKey);
  console.log(`opened in ${(performance.now() - began).toFixed(0)} ms, checked by its SHA-256`);
  const counts = { found: 0, atOnce: 0, wrong: 0, strangers: 0 };
  for (let i = 0; i < WORKS + STRANGERS; i++) {
    const gray = await grayOf(await photoOf(i));
    const title = i < WORKS ? titles(i)['fr-FR'] : null;
    const [once] = await pack.recognize(gray, { language: 'fr' });
    const [hit] = await pack.recognize(gray, { language: 'fr', closer: true });
    if (hit !== undefined && hit.shown?.title !== title) counts[i < WORKS ? 'wrong' : 'strangers'] += 1;
    if (i < WORKS && hit?.shown?.title === title) counts.found += 1;
    if (i < WORKS && once?.shown?.title === title) counts.atOnce += 1;
  }
  console.log(
    `${counts.found} of ${WORKS} works recognized by a photo each, ${counts.atOnce} by the first look, ${counts.wrong} as another; ` +
      `${counts.strangers} of ${STRANGERS} unknown ones taken for one`,
  );

  await run(process.execPath, ['scripts/packages/build-scan.mjs'], { cwd: inRoot() });
  const files = new Map<string, Buffer>([['/museum.loupepack', file]]);
  const dist = inRoot('packages/scan/dist');
  for (const name of ['loupe-scan.js', 'worker.js']) files.set(`/${name}`, await readFile(join(dist, name)));
  for (const name of await readdir(join(dist, 'engine')))
    files.set(`/engine/${name}`, await readFile(join(dist, 'engine', name)));
  for (const name of ['museum.css', 'museum.js', 'keep.js'])
    files.set(`/${name}`, await readFile(inRoot('examples/museum', name)));
  const html = await readFile(inRoot('examples/museum/index.html'), 'utf8');
  files.set('/', Buffer.from(html.replace('PUBLIC KEY OF THE SERVER', packs.publicKey)));
  files.set('/favicon.ico', Buffer.alloc(0));
  const types: Readonly<Record<string, string>> = {
    '': 'text/html',
    '.css': 'text/css',
    '.js': 'text/javascript',
    '.wasm': 'application/wasm',
  };
  const site = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname;
    response.setHeader('Content-Type', types[extname(path)] ?? 'application/octet-stream');
    response.writeHead(files.has(path) ? 200 : 404).end(files.get(path));
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const page = await browser.open('about:blank', {
    context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'fr-FR' },
    isFirstVisit: true,
    expects: new RegExp(`foreign host: ${origin}|ERR_INTERNET_DISCONNECTED|ERR_FAILED`),
  });
  // When the scanner is ready, and when it has found a work, in milliseconds of the page.
  await page.addInitScript(() => {
    for (const name of ['ready', 'found'])
      globalThis.addEventListener(
        name,
        () => ((globalThis as unknown as Record<string, number>)[`at-${name}`] ??= performance.now()),
        true,
      );
  });
  const timesOf = async () => {
    await page.getByRole('heading', { name: titles(0)['fr-FR'], exact: true }).waitFor();
    return page.evaluate(() =>
      ['ready', 'found'].map((name) => (globalThis as unknown as Record<string, number>)[`at-${name}`] ?? 0),
    );
  };
  await page.goto(`${origin}/`);
  const first = await timesOf();
  await page.getByText('Cette page marche désormais sans réseau.').waitFor();
  await page.context().setOffline(true);
  const visits: number[][] = [];
  for (let i = 0; i < VISITS; i++) {
    await page.reload();
    visits.push([...(await timesOf())]);
  }
  const median = (place: number) =>
    percentile(
      visits.map((visit) => visit[place] ?? 0).toSorted((a, b) => a - b),
      0.5,
    );
  console.log(
    `first visit: ready in ${first[0]?.toFixed(0) ?? ''} ms, a work in ${first[1]?.toFixed(0) ?? ''} ms; ` +
      `without a network: ready in ${median(0).toFixed(0)} ms, a work in ${median(1).toFixed(0)} ms (medians of ${VISITS})`,
  );
  if (values.screenshots !== undefined) {
    await mkdir(values.screenshots, { recursive: true });
    await page.screenshot({ path: join(values.screenshots, 'museum-300.png') });
  }
  site.closeAllConnections();
  site.close();
} finally {
  await browser.close();
  await rm(folder, { recursive: true });
}
