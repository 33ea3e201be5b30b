/**
 * Draws a match for the README: a page of the demo beside a simulated photo of it, with the engine's own box and points.
 * `npm run docs:match` writes docs/public/match.webp; the same sources give the same picture.
 */
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { openLocalRecognition } from '../../../src/app/command-services.js';
import { readConfig } from '../../../src/config.js';
import { toJpeg } from '../paint/rgb-image.js';
import { renderMagazinePage } from '../print/magazine.js';
import { simulatePhoto } from '../simulation/photo-simulator.js';

const OUT = fileURLToPath(new URL('../../../docs/public/match.webp', import.meta.url));
const PAGE = 2;
const PHOTO_SEED = 5;
const WIDTH_PX = 1100;

const pixels = await renderMagazinePage(PAGE);
const { jpeg: photo } = await simulatePhoto(pixels, { strength: 'hard', seed: PHOTO_SEED });
const recognition = openLocalRecognition(readConfig({ LOUPE_LOG_LEVEL: 'silent' }));
try {
  const { match, overlayJpeg } = await recognition.compare(await toJpeg(pixels), photo, {});
  if (match.decision !== 'Match') throw new Error(`The photo is no match of its page: ${match.decision}`);
  await sharp(overlayJpeg).resize({ width: WIDTH_PX }).webp({ quality: 70 }).toFile(OUT);
  process.stderr.write(`${match.inlierCount} points agree; wrote ${OUT}\n`);
} finally {
  await recognition.close();
}
