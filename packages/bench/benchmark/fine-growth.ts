/**
 * Measures how time and memory of a fine comparison grow with pictures, each size in a process of its own:
 *
 *   npx tsx packages/bench/benchmark/fine-growth.ts [--megapixels 2,9,25,50] [--capture proof|scan] [--given pixels|png|jpeg]
 *
 * A page of A4 with text of 10 points and one changed price, at the resolution that gives the size. Times are CPU times
 * of a thread, without decoding where pixels are given; memory is the process's peak, and what it grew by while it compared. Pixels of a
 * caller are held by Node and copied by the engine; those of a PNG are held by Node and read there; JPEGs are decoded in the engine
 * alone.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuUsage, memoryUsage, resourceUsage } from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import {
  addon,
  compareFinely,
  ImageDecoder,
  type Picture,
  VOCABULARY_PATH,
} from '@loupe-print/engine/internals';
import sharp from 'sharp';

import { toJpeg } from '../paint/rgb-image.js';
import { rasterizePdfPage } from '../print/draw/pdf-rasterizer.js';
import { createRandom } from '../random.js';
import { capture } from './proofs/capture.js';
import { drawPair } from './proofs/page.js';
import { CAPTURES, type Capture, type ProofSpec } from './proofs/spec.js';
import { decode } from './support/pair-sets.js';

const A4 = [595, 842] as const;
const MB = 1024 * 1024;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    megapixels: { type: 'string', default: '2,9,25,50' },
    capture: { type: 'string', default: 'proof' },
    given: { type: 'string', default: 'pixels' },
  },
});
const [folder] = positionals;
if (folder === undefined) await measureAll();
else await measureOne(folder);

async function measureAll(): Promise<void> {
  const kind = CAPTURES.find((known) => known === values.capture) ?? 'proof';
  console.log('megapixels  CPU s  s a megapixel  peak MB  grown by MB  regions');
  for (const megapixels of values.megapixels.split(',').map(Number)) {
    const at = await mkdtemp(join(tmpdir(), 'loupe-growth-'));
    try {
      await writePair(at, megapixels, kind);
      const args = ['--import', 'tsx', fileURLToPath(import.meta.url), at, '--given', values.given];
      const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
      if (status !== 0) throw new Error(stderr);
      console.log(stdout.trim());
    } finally {
      await rm(at, { recursive: true });
    }
  }
}

async function writePair(at: string, megapixels: number, kind: Capture): Promise<void> {
  const width = Math.round(Math.sqrt((megapixels * 1e6 * A4[0]) / A4[1]));
  const spec: ProofSpec = {
    name: 'growth',
    half: 'tune',
    seed: 7,
    layout: 'prices',
    fonts: ['Helvetica', 'Helvetica-Bold'],
    textPt: 10,
    dpi: (width * 72) / A4[0],
    size: A4,
    change: 'price',
    capture: kind,
  };
  const { before, after } = await drawPair(spec);
  await writeFile(join(at, 'a.jpg'), await toJpeg(await rasterizePdfPage(before, 0, width), 90));
  const query = await rasterizePdfPage(after, 0, width);
  await writeFile(join(at, 'b.jpg'), await capture(query, kind, createRandom(7)));
  for (const name of ['a', 'b'])
    await sharp(join(at, `${name}.jpg`))
      .png()
      .toFile(join(at, `${name}.png`));
}

async function measureOne(at: string): Promise<void> {
  const engine = new addon.Engine({ vocabularyPath: VOCABULARY_PATH, threads: 1 });
  const given = async (name: string): Promise<Picture> => {
    const bytes = await readFile(join(at, name));
    if (values.given === 'png')
      return new ImageDecoder({ maxPixels: 200e6, maxFileBytes: 1e9 }).picture(bytes);
    return values.given === 'jpeg' ? plainJpeg(bytes) : decode(bytes);
  };
  const ending = values.given === 'png' ? 'png' : 'jpg';
  const [reference, query] = [await given(`a.${ending}`), await given(`b.${ending}`)];
  const held = memoryUsage().rss;
  const before = cpuUsage();
  const { differences, coverage } = await compareFinely(engine, reference, query);
  const { user, system } = cpuUsage(before);
  const [seconds, megapixels] = [(user + system) / 1e6, coverage.comparedPixels / 1e6];
  // Linux counts the peak in kilobytes.
  const peak = resourceUsage().maxRSS * 1024;
  const cells = [
    megapixels.toFixed(1).padStart(10),
    seconds.toFixed(2).padStart(5),
    (seconds / megapixels).toFixed(3).padStart(13),
    (peak / MB).toFixed(0).padStart(7),
    ((peak - held) / MB).toFixed(0).padStart(11),
    String(differences.length).padStart(7),
  ];
  console.log(cells.join('  '));
  engine.close();
}

/** A file as the server gives it to the engine. */
function plainJpeg(jpeg: Buffer): Picture {
  const refused = () => Promise.reject(new Error('The engine does not take this for a plain JPEG.'));
  return { jpeg, orientation: 1, maxPixels: 200e6, luma: refused, color: refused };
}
