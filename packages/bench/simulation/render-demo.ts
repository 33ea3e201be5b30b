/**
 * Writes the demo's magazine (PDF and page pictures), its poster and sample photos into a folder, to look at:
 * `npm run demo:render -- <folder>`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { magazinePageCount, printMagazine, renderMagazinePage } from '../print/magazine.js';
import { decodeImage, toJpeg } from '../paint/rgb-image.js';
import { strengthRanges, type PhotoStrength } from './photo/strength.js';
import { simulatePhoto } from './photo-simulator.js';
import { printPoster } from '../print/poster.js';
import { makePage } from './synthetic-set.js';
import { takeUnrelatedPhoto } from './unrelated.js';

const unrelatedCount = 6;
/** A page that is not part of the demo, to add and recognize oneself. */
const LEAFLET_SEED = 2024;
const strengths = Object.keys(strengthRanges) as PhotoStrength[];

async function renderDemo(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const write = async (name: string, bytes: Buffer): Promise<void> => {
    await writeFile(join(folder, name), bytes);
    console.error(`wrote ${join(folder, name)}`);
  };
  await write('magazine.pdf', await printMagazine());
  const poster = await printPoster();
  await write('poster.jpg', poster);
  const sheets = [{ name: 'poster', pixels: await decodeImage(poster) }];
  for (let index = 0; index < magazinePageCount; index++) {
    const pixels = await renderMagazinePage(index);
    await write(`page-${index + 1}.jpg`, await toJpeg(pixels));
    sheets.push({ name: `page-${index + 1}`, pixels });
  }
  for (const [seed, { name, pixels }] of sheets.entries()) {
    for (const strength of strengths) {
      await write(`${name}-${strength}.jpg`, (await simulatePhoto(pixels, { strength, seed })).jpeg);
    }
  }
  const leaflet = await makePage('magazine', LEAFLET_SEED);
  await write('leaflet.jpg', leaflet);
  await write(
    'leaflet-photo.jpg',
    (await simulatePhoto(leaflet, { strength: 'medium', seed: LEAFLET_SEED })).jpeg,
  );
  for (let seed = 0; seed < unrelatedCount; seed++)
    await write(`unrelated-${seed}.jpg`, await takeUnrelatedPhoto(seed));
}

const folder = process.argv[2];
if (folder) await renderDemo(folder);
else {
  console.error('Name the folder to write to: npm run demo:render -- <folder>');
  process.exitCode = 2;
}
