/**
 * How often the module answers with a page that a picture does not show: unrelated film, and pages that nobody has added of designs of
 * which one page is known: a pack holds no pictures of these, and small content is not compared.
 *
 *   bin/loupe-node --import tsx packages/engine-wasm/proof/false-answers.ts [--pages 1000] [--frames 2000] [--siblings 200]
 *
 * Ends with 1 where the film is answered.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isConfirmedInPart } from '../src/open-pack.js';
import type { GrayPixels } from '../src/wasm-module.js';
import { type Corners, drawPage, photograph, someCorners } from './drawn.js';
import { SameQuestions } from './same-questions.js';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '1000' },
    frames: { type: 'string', default: '2000' },
    siblings: { type: 'string', default: '200' },
  },
});
const pages = Number(values.pages);
const same = await SameQuestions.prepare(pages);
const module = await same.open(readFileSync(new URL('../module/loupe.wasm', import.meta.url)));

/** Of the page of phones: five frames a second, one of them looked at more closely. */
const FRAMES_A_SECOND = 5;
const FRAMES_A_SCENE = 25;

/** A frame of a film of pages that nobody has added, of empty tables between them, with the camera moving. */
function frame(number: number): GrayPixels {
  const scene = Math.floor(number / FRAMES_A_SCENE);
  const share = (number % FRAMES_A_SCENE) / FRAMES_A_SCENE;
  const from = someCorners(3 * scene + 1);
  const to = someCorners(3 * scene + 2);
  const corners: Corners = from.map(([x, y], i) => {
    const [toX, toY] = to[i] ?? [x, y];
    return [x + (toX - x) * share * 0.3, y + (toY - y) * share * 0.3];
  });
  // Every fourth scene is a table without a page.
  const page = scene % 4 === 3 ? blank : drawPage(300_000 + scene, 512, 640);
  return photograph(page, corners, {
    seed: number,
    width: 640,
    height: 480,
    noise: 12,
    glare: scene % 3 === 0,
  });
}

const blank: GrayPixels = { data: new Uint8Array(512 * 640).fill(180), width: 512, height: 640 };

let falseFrames = 0;
for (let i = 0; i < Number(values.frames); i++) {
  const closer = i % FRAMES_A_SECOND === 0;
  const { hits } = module.recognize(frame(i), { closer, mostHits: 10 });
  if (hits.some(({ isRecognized }) => isRecognized)) falseFrames++;
  if (i % 1000 === 999) console.log(`${i + 1} of ${values.frames} frames`);
}
console.log(`film: ${falseFrames} of ${values.frames} frames answered with a page that is not there`);
process.exitCode = falseFrames === 0 ? 0 : 1;

/** A known page whose lower part is of another page: what differs between pages of one design. */
function sibling(key: number, sharedShare: number): GrayPixels {
  const own = same.pages[key - 1] ?? blank;
  const other = drawPage(500_000 + key, own.width, own.height);
  const border = Math.round(own.height * sharedShare) * own.width;
  return {
    ...own,
    data: Uint8Array.from(own.data, (value, at) => (at < border ? value : (other.data[at] ?? 0))),
  };
}

for (const sharedShare of Number(values.siblings) > 0 ? [0.25, 0.5, 0.75, 0.9, 1] : []) {
  let [answered, inDoubt] = [0, 0];
  for (let i = 0; i < Number(values.siblings); i++) {
    const key = 1 + ((i * 7) % pages);
    const photo = photograph(sibling(key, sharedShare), someCorners(i + 1), { seed: i + 1 });
    const { hits } = module.recognize(photo, { closer: true, mostHits: 10 });
    const found = hits.filter(({ isRecognized }) => isRecognized);
    if (found.length > 0) answered++;
    if (found.some(isConfirmedInPart)) inDoubt++;
  }
  console.log(
    `unknown pages that share ${sharedShare * 100} % with a known one: ${answered} of ${values.siblings} taken for it, ${inDoubt} of these in doubt`,
  );
}
same.close();
