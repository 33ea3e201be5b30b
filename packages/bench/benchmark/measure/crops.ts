/** Queries that nothing may match: crops of pictures that are no references, turned, resized and recompressed. */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';

import type { Random } from '../../random.js';

const MIN_SIDE_PX = 160;

/** A crop of 30 to 100 % of each side, turned by up to 15 degrees, 500 to 1000 px, JPEG of quality 40 to 90. */
export async function makeCrop(file: string, random: Random): Promise<Buffer> {
  const source = sharp(await readFile(file)).autoOrient();
  const { data, info } = await source.flatten({ background: '#fff' }).toBuffer({ resolveWithObject: true });
  const side = (full: number): number =>
    Math.min(full, Math.max(MIN_SIDE_PX, Math.round(full * random.between(0.3, 1))));
  const width = side(info.width);
  const height = side(info.height);
  const left = Math.floor(random.next() * (info.width - width + 1));
  const top = Math.floor(random.next() * (info.height - height + 1));
  const longer = Math.round(random.between(500, 1000));
  const turned = await sharp(data)
    .extract({ left, top, width, height })
    .rotate(random.between(-15, 15), { background: '#888' })
    .toBuffer();
  return sharp(turned)
    .resize({ width: longer, height: longer, fit: 'inside' })
    .jpeg({ quality: Math.round(random.between(40, 90)) })
    .toBuffer();
}
