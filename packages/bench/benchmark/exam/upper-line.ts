/** SIFT and RANSAC on the true pair: the most that comparing with everything could find. */
import { readFile } from 'node:fs/promises';
import type { Raster } from '@loupe-print/engine';
import sharp from 'sharp';

import type { Homography } from '../../simulation/photo/homography.js';
import type { PeersAddon, SiftPair } from '../peers/native-addon.js';
import type { ExamCache } from './exam-cache.js';

/** This many inliers of a homography with the true reference are no accident. */
export const ENOUGH_INLIERS = 15;
const LONGEST_SIDE_PX = 1024;

export interface UpperLine {
  readonly inliers: number;
  /** Fractions of the query from fractions of the reference; null where none was found. */
  readonly queryFromReference: Homography | null;
}

/** What SIFT says of a picture and the references that it shows: of the one with most inliers. */
export async function upperLineOf(
  addon: PeersAddon,
  cache: ExamCache,
  question: { readonly id: string; readonly picture: Buffer },
  truths: readonly { readonly id: string; readonly file: string }[],
): Promise<UpperLine> {
  let best: UpperLine = { inliers: 0, queryFromReference: null };
  for (const { id, file } of truths) {
    const kept = await cache.bytes('sift', `${question.id}\n${id}`, async () => {
      const [query, reference] = [await grayOf(question.picture), await grayOf(await readFile(file))];
      const pair = await addon.siftPair(query, reference);
      return Buffer.from(JSON.stringify(onFractions(pair, query, reference)));
    });
    const found = JSON.parse(kept.toString()) as UpperLine;
    if (found.inliers > best.inliers) best = found;
  }
  return best;
}

async function grayOf(picture: Buffer): Promise<Raster> {
  const { data, info } = await sharp(picture)
    .autoOrient()
    .flatten({ background: '#fff' })
    .resize({ width: LONGEST_SIDE_PX, height: LONGEST_SIDE_PX, fit: 'inside', withoutEnlargement: true })
    .grayscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return { data, width, height, channels: 1, originalWidth: width, originalHeight: height };
}

function onFractions(
  { inliers, queryFromReference: h }: SiftPair,
  query: Raster,
  reference: Raster,
): UpperLine {
  if (h === null) return { inliers, queryFromReference: null };
  const scaled = h.map((value, i) => {
    const row = Math.floor(i / 3);
    const column = i % 3;
    const from = column === 0 ? reference.width : column === 1 ? reference.height : 1;
    const to = row === 0 ? query.width : row === 1 ? query.height : 1;
    return (value * from) / to;
  });
  return { inliers, queryFromReference: scaled };
}
