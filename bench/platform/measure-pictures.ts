/**
 * Measures picture mode with many pictures in one organization (by default 100,000 rows, each of 5,000 pictures
 * repeated), in a folder of its own. Rows are written directly, since 100,000 uploads would take an hour; what is
 * measured goes through the services.
 *
 *   npm run measure:pictures -- [rows] [distinct pictures]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { operator, type Viewer } from '../../src/access/viewer.js';
import { createApp } from '../../src/app.js';
import { readConfig } from '../../src/config.js';
import type { UploadedFile } from '../../src/media/uploaded-file.js';
import { makePicture } from '../../test/kit/rasters.js';
import { measure } from './measure.js';
import { writePictureRows } from './picture-rows.js';

const [rows = 100_000, distinct = Math.min(5_000, rows)] = process.argv.slice(2).map(Number);
const RUNS = 20;
const folder = await mkdtemp(join(tmpdir(), 'loupe-pictures-'));
const config = { ...readConfig({ LOUPE_DATA: folder, LOUPE_PORT: '0' }), modifyPort: null, queryPort: null };
const open = () => createApp(config, { logger: pino({ level: 'silent' }) });

function rgbOf(seed: number) {
  const { data, width, height } = makePicture(seed, 320, 240);
  const rgb = Buffer.alloc(data.length * 3);
  for (const [at, gray] of data.entries()) rgb.set([gray, (gray * (seed % 7)) / 7, 255 - gray], at * 3);
  const size = { width, height, originalWidth: width, originalHeight: height };
  return { data: rgb, channels: 3 as const, ...size };
}

/** A photo of a picture: turned a little, smaller, recompressed. */
async function photoOf(seed: number): Promise<Buffer> {
  const { data, width, height, channels } = rgbOf(seed);
  const image = sharp(data, { raw: { width, height, channels } });
  return image.rotate(5).resize(480).jpeg({ quality: 70 }).toBuffer();
}

let app = await open();
try {
  const input = { name: 'Pictures', languageCode: 'en-US' };
  const { id, apiKey } = await app.services.organizations.create(operator, input);
  await writePictureRows(app.services, { organizationId: id, rows, distinct, rgbOf });
  const seeds = Array.from({ length: RUNS }, (_, run) => (run * 37 + 5) % distinct);
  const photos = await Promise.all(seeds.map(photoOf));
  const reader: Viewer = (await app.services.auth.viewerOfApiKey(apiKey ?? '')) ?? { kind: 'anonymous' };
  const photo = (run: number): Promise<UploadedFile> => {
    const bytes = photos[run] ?? Buffer.alloc(0);
    return app.services.uploads.receiveBytes(bytes, { maxBytes: bytes.length });
  };
  let found = 0;
  const byPhoto = async (run: number, keywords: readonly string[] = []) => {
    const { pictures } = await app.services.pictureSearch.byPhoto(reader, await photo(run), { keywords });
    const names = pictures.map(({ name }) => Number(name.split(' ')[1]) % distinct);
    if (names.includes(seeds[run] ?? -1)) found += 1;
  };
  const byColor = async (run: number, keywords: readonly string[] = []) =>
    app.services.pictureSearch.byColorOfPhoto(reader, await photo(run), { keywords });
  console.log(`${rows} rows of ${distinct} pictures`);
  await measure('first search by photo ever, building the index', 1, () => byPhoto(0));
  await measure('stopping the server, saving the index', 1, () => app.close());
  app = await open();
  await measure('first search by photo after a restart', 1, () => byPhoto(0));
  await measure('first search by color after a restart', 1, () => byColor(0));
  found = 0;
  await measure('search by photo', RUNS, (run) => byPhoto(run));
  console.log(`found ${found} of ${RUNS}`);
  await measure('search by photo among 1 % (a keyword)', RUNS, (run) => byPhoto(run, ['of-100']));
  await measure('search by photo among 50 % (a keyword)', RUNS, (run) => byPhoto(run, ['of-2']));
  await measure('search by color', RUNS, (run) => byColor(run));
  await measure('search by color among 1 % (a keyword)', RUNS, (run) => byColor(run, ['of-100']));
  await measure('search by color among 50 % (a keyword)', RUNS, (run) => byColor(run, ['of-2']));
  let after: string | null = null;
  await measure('page of 100', 50, async () => {
    const page = await app.services.pictures.list(operator, id, { after });
    after = page.at(-1)?.objectId ?? null;
  });
  await measure('count', 5, () => app.services.organizations.get(operator, id, { countPictures: true }));
  console.log(`memory ${Math.round(process.memoryUsage.rss() / 1024 / 1024)} MB`);
} finally {
  await app.close();
  await rm(folder, { recursive: true, force: true });
}
