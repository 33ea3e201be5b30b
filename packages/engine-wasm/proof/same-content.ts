/**
 * Whether pages of one design are distinguished: by keypoints alone, by the module with the pictures of a pack, and by the server. Of each
 * design two pages are known and one is not; a photo of each is asked.
 *
 *   bin/loupe-node --import tsx packages/engine-wasm/proof/same-content.ts [--designs 40]
 *
 * Ends with 1 where more than a hundredth of the module's answers differ from the server's.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { isRecognized } from '../../../src/engine-host/types.js';
import { mayBeAsked, relativesAmong } from '../../../src/packs/pack-comparisons.js';
import { comparesContent, type KnownPictures } from '../src/compare-content.js';
import type { ComparedHits } from '../src/pack-hit.js';
import type { GrayPixels } from '../src/wasm-module.js';
import { drawPage, photograph, someCorners } from './drawn.js';
import { SameQuestions } from './same-questions.js';

const { values } = parseArgs({ options: { designs: { type: 'string', default: '40' } } });
const designs = Number(values.designs);
const [WIDTH, HEIGHT] = [612, 768];
const SHARES = [0.25, 0.5, 0.75, 0.9];
/** As the server keeps pictures of references. */
const QUALITY = 80;

/** The page of a design whose lower part is its own. */
function pageOf(design: number, member: number, share: number): GrayPixels {
  const shared = drawPage(design + 1, WIDTH, HEIGHT);
  if (member === 0) return shared;
  const own = drawPage(10_000 * member + design, WIDTH, HEIGHT);
  const border = Math.round(HEIGHT * share) * WIDTH;
  const data = Uint8Array.from(shared.data, (value, at) => (at < border ? value : (own.data[at] ?? 0)));
  return { ...shared, data };
}

const jpegOf = async ({ data, width, height }: GrayPixels): Promise<Buffer> =>
  sharp(data, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .jpeg({ quality: QUALITY })
    .toBuffer();

const cpuMs = async <T>(work: () => Promise<T>): Promise<readonly [T, number]> => {
  const before = process.cpuUsage();
  const answer = await work();
  const { user, system } = process.cpuUsage(before);
  return [answer, (user + system) / 1000];
};
const median = (numbers: readonly number[], share = 0.5): string =>
  (numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * share)] ?? 0).toFixed(1);

let [asked, differing] = [0, 0];
const [searching, comparing, again]: [number[], number[], number[]] = [[], [], []];
for (const share of SHARES) {
  const known = Array.from({ length: 2 * designs }, (_, i) => pageOf(Math.floor(i / 2), i % 2, share));
  const same = await SameQuestions.prepare(known.length, known);
  const module = await same.open(readFileSync(new URL('../module/loupe.wasm', import.meta.url)));
  const jpegs = new Map<number, Buffer>();
  for (const [i, page] of known.entries()) jpegs.set(i + 1, await jpegOf(page));
  // As a pack is made: of pages that others look like.
  const pictures: KnownPictures = new Map(
    (
      await Promise.all(
        [...jpegs].map(async ([key, jpeg]) => {
          const hits = await same.hitsAlike(key);
          const relatives = relativesAmong(hits, (other) => jpegs.has(other));
          return mayBeAsked(hits) ? [[key, { jpeg, width: WIDTH, height: HEIGHT, relatives }] as const] : [];
        }),
      )
    ).flat(),
  );
  const serverHits = same.contentCheck(jpegs);
  const compares = comparesContent(module, pictures);
  const counts = [0, 1, 2].map(() => ({ keypoints: 0, module: 0, server: 0, wrong: 0, shown: 0 }));
  for (let i = 0; i < 3 * designs; i++) {
    const [design, member] = [Math.floor(i / 3), i % 3];
    const page = pageOf(design, member, share);
    const photo = photograph(page, someCorners(i + 1), {
      seed: i + 1,
      noise: 4 + (i % 4) * 8,
      glare: i % 5 === 0,
    });
    const own = member < 2 ? 2 * design + member + 1 : 0;
    const [{ hits }, searchMs] = await cpuMs(async () =>
      Promise.resolve(module.recognize(photo, { closer: true, mostHits: 20 })),
    );
    const mayCompare = hits.some((hit) => hit.isRecognized && pictures.has(hit.key));
    const ask = async (): Promise<ComparedHits> => (mayCompare ? compares(photo, hits) : { hits });
    const [compared, compareMs] = await cpuMs(ask);
    const [, againMs] = await cpuMs(ask);
    if (mayCompare) {
      searching.push(searchMs);
      comparing.push(compareMs);
      again.push(againMs);
    }
    const answered = compared.hits.filter((hit) => hit.isRecognized).map(({ key }) => key);
    const server = (await serverHits(photo)).filter(isRecognized).map(({ key }) => key);
    const count = counts[member];
    if (count === undefined) continue;
    const before = hits.filter((hit) => hit.isRecognized).map(({ key }) => key);
    count.keypoints += Number(before[0] === own || (own === 0 && before.length > 0));
    count.module += Number(answered[0] === own || (own === 0 && answered.length > 0));
    count.server += Number(server[0] === own || (own === 0 && server.length > 0));
    count.wrong += Number(own > 0 && answered.length > 0 && answered[0] !== own);
    count.shown += Number(answered.length > 0 && compared.shown?.get(answered[0] ?? 0) === true);
    asked += 1;
    if (answered.join() !== server.join()) differing += 1;
  }
  const bytes = [...pictures.values()].reduce((sum, { jpeg }) => sum + jpeg.length, 0);
  console.log(
    `${share * 100} % shared: ${pictures.size} of ${known.length} pages have pictures, ${Math.round(bytes / Math.max(1, pictures.size))} bytes each`,
  );
  for (const [member, { keypoints, module: byModule, server, wrong, shown }] of counts.entries())
    console.log(
      `  ${member < 2 ? `known page ${member + 1} named` : 'unknown page taken for a known one'}: keypoints ${keypoints}, module ${byModule}, server ${server} of ${designs}${member < 2 ? `; another ${wrong}` : ''}; sure ${shown}`,
    );
  same.close();
}
console.log(`answers other than the server's: ${differing} of ${asked}`);
console.log(
  `a frame that is compared, median and 95 %, ms: searched ${median(searching)}, ${median(searching, 0.95)}; compared ${median(comparing)}, ${median(comparing, 0.95)}; compared again ${median(again)}, ${median(again, 0.95)}`,
);
process.exitCode = differing > 0.01 * asked ? 1 : 0;
