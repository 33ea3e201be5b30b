/**
 * Measures picture mode with many pictures in one organization (by default 100,000 rows, each picture of 5,000 repeated),
 * in a folder of its own. Rows are written directly; what is measured goes through the services.
 *
 *   npm run measure:pictures -- [rows] [distinct pictures]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { operator, type Viewer } from '../src/access/viewer.js';
import { createApp } from '../src/app.js';
import { readConfig } from '../src/config.js';
import { Application } from '../src/engine/application.entity.js';
import { Reference } from '../src/engine/reference.entity.js';
import { newId } from '../src/ids.js';
import { Picture } from '../src/pictures/picture.entity.js';
import { makePicture } from '../test/addon/pictures.js';

const [rows = 100_000, distinct = Math.min(5_000, rows)] = process.argv.slice(2).map(Number);
const BATCH = 250;
const folder = await mkdtemp(join(tmpdir(), 'loupe-pictures-'));
const config = { ...readConfig({ LOUPE_DATA: folder, LOUPE_PORT: '0' }), modifyPort: null, queryPort: null };
const app = await createApp(config, { logger: pino({ level: 'silent' }) });
const { services } = app;

function rgbOf(seed: number) {
  const { data, width, height } = makePicture(seed, 320, 240);
  const rgb = Buffer.alloc(data.length * 3);
  for (const [at, gray] of data.entries()) rgb.set([gray, (gray * (seed % 7)) / 7, 255 - gray], at * 3);
  const size = { width, height, originalWidth: width, originalHeight: height };
  return { data: rgb, channels: 3 as const, ...size };
}

/** Milliseconds: median and the slowest of several runs, and the process's own CPU time of one. */
async function measure(what: string, times: number, work: (run: number) => Promise<unknown>): Promise<void> {
  const wallMs: number[] = [];
  const before = process.cpuUsage();
  for (let run = 0; run < times; run += 1) {
    const start = performance.now();
    await work(run);
    wallMs.push(performance.now() - start);
  }
  const { user, system } = process.cpuUsage(before);
  wallMs.sort((a, b) => a - b);
  const median = wallMs[Math.floor(times / 2)] ?? 0;
  const cpuMs = (user + system) / 1000 / times;
  console.log(
    `${what}: median ${median.toFixed(1)} ms, slowest ${(wallMs.at(-1) ?? 0).toFixed(1)} ms, CPU ${cpuMs.toFixed(1)} ms`,
  );
}

async function writeRows(organizationId: string): Promise<void> {
  const applicationId = await services.database.transaction(
    async ({ em }) => (await services.applications.createFor(em, organizationId, 'pictures')).id,
  );
  const dnas: { dna: Buffer; keypointCount: number }[] = [];
  for (let at = 0; at < distinct; at += 8) {
    const seeds = Array.from({ length: Math.min(8, distinct - at) }, (_, i) => at + i);
    dnas.push(...(await Promise.all(seeds.map((seed) => services.vision.extract(rgbOf(seed), 'reference')))));
  }
  const now = new Date();
  const dates = { dateCreated: now, dateModified: now };
  for (let from = 0; from < rows; from += BATCH) {
    await services.database.transaction(async ({ em }) => {
      const batch = Array.from({ length: Math.min(BATCH, rows - from) }, (_, i) => from + i);
      const ids = batch.map(() => newId());
      await em.insertMany(
        Picture,
        batch.map((row, i) => ({
          id: ids[i] ?? '',
          objectId: newId().replaceAll('-', ''),
          organizationId,
          name: `Picture ${row}`,
          data: null,
          keywords: [],
          ...dates,
        })),
      );
      await em.insertMany(
        Reference,
        batch.map((row, i) => {
          const { dna, keypointCount } = dnas[row % dnas.length] ?? {
            dna: Buffer.alloc(0),
            keypointCount: 0,
          };
          const facts = { dna, keypointCount, gradeValue: null, gradeReason: null, keywords: [] };
          return {
            applicationId,
            externalId: ids[i] ?? '',
            sequence: row + 1,
            isPresent: true,
            ...facts,
            ...dates,
          };
        }),
      );
      await em.nativeUpdate(Application, { id: applicationId }, { sequence: from + batch.length });
    });
  }
}

try {
  const input = { name: 'Pictures', languageCode: 'en-US' };
  const { id, apiKey } = await services.organizations.create(operator, input);
  const reader: Viewer = (await services.auth.viewerOfApiKey(apiKey ?? '')) ?? { kind: 'anonymous' };
  await writeRows(id);
  const photoOf = async (seed: number) => {
    const { data, width, height, channels } = rgbOf(seed % distinct);
    const image = sharp(data, { raw: { width, height, channels } });
    const bytes = await image.rotate(5).resize(480).jpeg({ quality: 70 }).toBuffer();
    return services.uploads.receiveBytes(bytes, { maxBytes: bytes.length });
  };
  let found = 0;
  const byPhoto = async (run: number) => {
    const { pictures } = await services.pictureSearch.byPhoto(reader, await photoOf(run * 37 + 5));
    const names = pictures.map(({ name }) => Number(name.split(' ')[1]) % distinct);
    if (names.includes((run * 37 + 5) % distinct)) found += 1;
  };
  const byColor = async (run: number) => services.pictureSearch.byColorOfPhoto(reader, await photoOf(run));
  console.log(`${rows} rows of ${distinct} pictures`);
  await measure('first search by photo, opening the index', 1, byPhoto);
  found = 0;
  await measure('search by photo', 20, byPhoto);
  console.log(`found ${found} of 20`);
  await measure('first search by color, filling the table', 1, byColor);
  await measure('search by color', 20, byColor);
  let after: string | null = null;
  await measure('page of 100', 50, async () => {
    const page = await services.pictures.list(operator, id, { after });
    after = page.at(-1)?.objectId ?? null;
  });
  await measure('count', 5, () => services.organizations.get(operator, id, { countPictures: true }));
  console.log(`memory ${Math.round(process.memoryUsage.rss() / 1024 / 1024)} MB`);
} finally {
  await app.close();
  await rm(folder, { recursive: true, force: true });
}
