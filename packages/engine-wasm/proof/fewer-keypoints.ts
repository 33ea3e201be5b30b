/**
 * Recall that packs of fewer keypoints a page cost: the same photos asked of whole references and of smaller ones.
 *
 *   bin/loupe-node --import tsx packages/engine-wasm/proof/fewer-keypoints.ts [--pages 1000] [--photos 400]
 *     [--sets FOLDER --only smvs_dvd,forms --fill distractors,bookcovers] [--keypoints 500,300]
 *
 * With `--sets`, pictures of one's own stand for the drawn ones: each set is a folder with `manifest.json` (`refs`: id, file; `queries`:
 * file, ref, alts), and pictures below the folders of `--fill` make the references as many as `--pages`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { addon, type NativeIndex, VOCABULARY_PATH } from '../../../src/engine-host/native.js';
import { fewerKeypoints } from '../../../src/engine-host/indexes/fewer-keypoints.js';
import { segmentOf } from '../../../src/engine-host/indexes/packed-segment.js';
import { isRecognized, type Raster } from '../../../src/engine-host/types.js';
import { drawPage } from './drawn.js';
import { drawnQuestion } from './same-questions.js';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '1000' },
    photos: { type: 'string', default: '400' },
    sets: { type: 'string' },
    only: { type: 'string', default: '' },
    fill: { type: 'string', default: '' },
    keypoints: { type: 'string', default: '500,300' },
  },
});
const REFERENCE_PX = 1024;
const PHOTO_PX = 960;
const pages = Number(values.pages);

interface Asked {
  readonly set: string;
  /** Keys of references that it shows; none for one that nothing may match. */
  readonly keys: ReadonlySet<number>;
  readonly photo: Raster;
}

const rasterOf = (data: Uint8Array, width: number, height: number): Raster => ({
  data: Buffer.from(data),
  width,
  height,
  channels: 1,
  originalWidth: width,
  originalHeight: height,
});

async function grayOf(file: string, side: number): Promise<Raster> {
  const picture = sharp(file).rotate().resize(side, side, { fit: 'inside', withoutEnlargement: true });
  const { data, info } = await picture.grayscale().raw().toBuffer({ resolveWithObject: true });
  return rasterOf(data, info.width, info.height);
}

async function* drawn(): AsyncGenerator<Raster> {
  for (let i = 0; i < pages; i++) {
    const { data, width, height } = drawPage(i + 1, 512, 640);
    yield rasterOf(data, width, height);
  }
}

async function* drawnPhotos(): AsyncGenerator<Asked> {
  for (let i = 0; i < Number(values.photos); i++) {
    const { key, photo } = drawnQuestion(pages, i);
    const set = key === 0 ? 'drawn, unknown' : 'drawn';
    yield {
      set,
      keys: new Set(key === 0 ? [] : [key]),
      photo: rasterOf(photo.data, photo.width, photo.height),
    };
  }
}

interface Manifest {
  readonly refs: readonly { readonly id: string; readonly file: string }[];
  readonly queries: readonly {
    readonly file: string;
    readonly ref: string | null;
    readonly alts?: readonly string[];
  }[];
}

const names = (list: string) => list.split(',').filter((name) => name !== '');

/** Files of references in the order of their keys, and the photos. */
function ofSets(folder: string): {
  readonly files: readonly string[];
  readonly photos: () => AsyncGenerator<Asked>;
} {
  const keys = new Map<string, number>();
  const files: string[] = [];
  const asked: { set: string; file: string; keys: Set<number> }[] = [];
  for (const set of names(values.only)) {
    const { refs, queries } = JSON.parse(
      readFileSync(join(folder, set, 'manifest.json'), 'utf8'),
    ) as Manifest;
    for (const { id, file } of refs) keys.set(`${set} ${id}`, files.push(join(folder, set, file)));
    for (const { file, ref, alts = [] } of queries) {
      const shown = [...(ref === null ? [] : [ref]), ...alts];
      const known = shown.flatMap((id) => keys.get(`${set} ${id}`) ?? []);
      asked.push({
        set: ref === null ? `${set}, unknown` : set,
        file: join(folder, set, file),
        keys: new Set(known),
      });
    }
  }
  for (const set of names(values.fill))
    for (const name of readdirSync(join(folder, set), { recursive: true, encoding: 'utf8' }).toSorted())
      if (files.length < pages && /\.(?:jpe?g|png)$/i.test(name)) files.push(join(folder, set, name));
  async function* photos() {
    for (const { file, ...about } of asked) yield { ...about, photo: await grayOf(file, PHOTO_PX) };
  }
  return { files, photos };
}

async function* read(files: readonly string[]): AsyncGenerator<Raster> {
  for (const file of files) yield await grayOf(file, REFERENCE_PX);
}

const engine = new addon.Engine({ vocabularyPath: VOCABULARY_PATH, threads: 1 });
const real = values.sets === undefined ? null : ofSets(values.sets);
const dnas: Buffer[] = [];
for await (const raster of real === null ? drawn() : read(real.files))
  dnas.push((await engine.extract(raster, 'reference')).dna);
const variants: { readonly most: number; readonly index: NativeIndex; readonly bytes: number }[] = [];
for (const most of names(values.keypoints).map(Number)) {
  const references = dnas.map((dna, i) => ({ key: i + 1, dna: fewerKeypoints(dna, most) }));
  const index = engine.createIndex();
  await index.apply(references);
  await index.compact('everything');
  async function* all() {
    yield references;
  }
  variants.push({ most, index, bytes: (await segmentOf(engine, all())).length });
}
console.log(`${dnas.length} references`);
for (const { most, bytes } of variants)
  console.log(`${most} keypoints: ${(bytes / dnas.length / 1000).toFixed(1)} KB a page`);

interface Count {
  asked: number;
  found: number;
  foundAtOnce: number;
  wrong: number;
}
const counts = new Map<string, Count>();
for await (const { set, keys, photo } of real === null ? drawnPhotos() : real.photos()) {
  for (const { most, index } of variants) {
    const name = `${set}, ${most} keypoints`;
    const count = counts.get(name) ?? { asked: 0, found: 0, foundAtOnce: 0, wrong: 0 };
    counts.set(name, count);
    const look = async (secondTry: boolean) =>
      (await engine.search([index], { picture: photo }, { limit: 10, secondTry })).hits
        .filter(isRecognized)
        .map(({ key }) => key);
    const [once, all] = [await look(false), await look(true)];
    count.asked += 1;
    count.foundAtOnce += once.some((key) => keys.has(key)) ? 1 : 0;
    count.found += all.some((key) => keys.has(key)) ? 1 : 0;
    count.wrong += all.some((key) => !keys.has(key)) ? 1 : 0;
  }
}
for (const [name, { asked, found, foundAtOnce, wrong }] of counts)
  console.log(`${name}: ${found} of ${asked} found, ${foundAtOnce} by the first look; ${wrong} wrong`);
for (const { index } of variants) index.close();
engine.close();
