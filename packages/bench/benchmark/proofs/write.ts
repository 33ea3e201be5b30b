/** Writes pairs of proofs into a folder: two JPEGs each, and `pairs.json` with what was changed. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

import { toJpeg } from '../../paint/rgb-image.js';
import { rasterizePdfPage } from '../../print/draw/pdf-rasterizer.js';
import { createRandom, seedOf } from '../../random.js';
import { capture } from './capture.js';
import { drawPair } from './page.js';
import { CAPTURES, CHANGE_NAMES, HALVES, type ProofSpec } from './spec.js';

const LISTED = z.object({
  name: z.string(),
  half: z.enum(HALVES),
  capture: z.enum(CAPTURES),
  change: z.enum(CHANGE_NAMES).nullable(),
  dpi: z.number(),
  textPt: z.number(),
  places: z.array(z.tuple([z.number(), z.number(), z.number(), z.number()])),
});
export type ListedProof = z.infer<typeof LISTED>;

/** Pairs that lie there already are kept. */
export async function writeProofs(
  folder: string,
  specs: readonly ProofSpec[],
  onProgress: (done: number) => void = () => undefined,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const listed: ListedProof[] = [];
  for (const spec of specs) {
    const { name, half, change, dpi, textPt } = spec;
    const { before, after, places } = await drawPair(spec);
    if (!existsSync(join(folder, `${name}-b.jpg`))) {
      const width = Math.round((spec.size[0] * dpi) / 72);
      const random = createRandom(seedOf(spec.seed, 'capture'));
      const reference = await rasterizePdfPage(before, 0, width);
      const query = await rasterizePdfPage(after, 0, width);
      await writeFile(join(folder, `${name}-a.jpg`), await toJpeg(reference, random.integer(60, 95)));
      await writeFile(join(folder, `${name}-b.jpg`), await capture(query, spec.capture, random));
    }
    listed.push({
      name,
      half,
      capture: spec.capture,
      change,
      dpi,
      textPt,
      places: places.map((p) => [...p]),
    });
    onProgress(listed.length);
  }
  await writeFile(join(folder, 'pairs.json'), JSON.stringify(listed, null, 1));
}

export async function listProofs(folder: string): Promise<readonly ListedProof[]> {
  return z.array(LISTED).parse(JSON.parse(await readFile(join(folder, 'pairs.json'), 'utf8')));
}
