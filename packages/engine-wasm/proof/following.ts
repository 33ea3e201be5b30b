/**
 * A page that is followed through drawn films, beside a search in every picture: how many pictures show its outline, how far that is
 * from where the page was drawn, and what a picture costs, in processor time.
 *
 *   bin/loupe-node --import tsx packages/engine-wasm/proof/following.ts [--pages 1000] [--films 4] [--seed 0] [--pictures FOLDER]
 *
 * With `--pictures` those of a folder are the pages, the first ones by name.
 *
 * Ends with 1 where another page is followed in its place.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { outlineOf, shareOfPicture } from '../../../src/engine-host/plane.js';
import { FOLLOWED_SIDE_PX, SEARCH_EVERY_MS } from '../../scan/src/pace.js';
import type { GrayPixels, WasmModule } from '../src/wasm-module.js';
import { type Corners, drawPage, photograph } from './drawn.js';
import { FILM_KINDS, filmPicture, PICTURES, smaller } from './films.js';
import { SameQuestions } from './same-questions.js';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '1000' },
    films: { type: 'string', default: '4' },
    seed: { type: 'string', default: '0' },
    pictures: { type: 'string' },
  },
});

/** Pictures from a search to the next, at 30 a second. */
const SEARCH_EVERY = (30 * SEARCH_EVERY_MS) / 1000;
/** Of the picture: a page that has less of it has left. */
const LEFT = 0.01;

/** A pose is empty where the page was not found. */
interface Found {
  readonly pose: readonly number[];
  readonly ms: number;
}

const spent = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

function timed<T>(work: () => T): [T, number] {
  const before = spent();
  const answer = work();
  return [answer, spent() - before];
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;

function told(numbers: readonly number[], unit: string): string {
  const sorted = numbers.toSorted((a, b) => a - b);
  return `median ${at(sorted, 0.5).toFixed(1)} ${unit}, 95 % within ${at(sorted, 0.95).toFixed(1)} ${unit}`;
}

/** Mean distance of the corners from where they were drawn, in pixels of the picture. */
function errorOf(pose: readonly number[], corners: Corners, { width, height }: GrayPixels) {
  const distances = outlineOf(pose).map(([x, y], i) => {
    const [trueX, trueY] = corners[i] ?? [NaN, NaN];
    return Math.hypot((x - trueX) * width, (y - trueY) * height);
  });
  return distances.reduce((sum, one) => sum + one, 0) / distances.length;
}

function search(module: WasmModule, key: number, picture: GrayPixels): Found {
  const [{ hits }, ms] = timed(() => module.recognize(picture, { closer: false, mostHits: 10 }));
  return { pose: hits.find((one) => one.isRecognized && one.key === key)?.homography ?? [], ms };
}

class Tally {
  #shown = 0;
  readonly #errors: number[] = [];
  readonly #ms: number[] = [];

  note({ pose, ms }: Found, corners: Corners, picture: GrayPixels): void {
    this.#ms.push(ms);
    if (pose.length === 0) return;
    this.#shown++;
    this.#errors.push(errorOf(pose, corners, picture));
  }

  toString(): string {
    const share = ((100 * this.#shown) / Math.max(1, this.#ms.length)).toFixed(1);
    return `${share} % of ${this.#ms.length}; error ${told(this.#errors, 'px')}; ${told(this.#ms, 'ms')}`;
  }
}

async function picturesOf(folder: string, count: number): Promise<GrayPixels[]> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
  const found: GrayPixels[] = [];
  for (const name of names.filter((each) => /\.(jpe?g|png)$/i.test(each)).slice(0, count)) {
    const picture = sharp(join(folder, name)).resize(640, 640, { fit: 'inside' }).toColorspace('b-w');
    const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
    found.push({ data: new Uint8Array(data), width: info.width, height: info.height });
  }
  return found;
}

const given =
  values.pictures === undefined ? undefined : await picturesOf(values.pictures, Number(values.pages));
const pages = given?.length ?? Number(values.pages);
const same = await SameQuestions.prepare(pages, given);
const module = await same.open(readFileSync(new URL('../module/loupe.wasm', import.meta.url)));

/** Follows, and notes what that cost. */
function follow(key: number, before: readonly number[], picture: GrayPixels): Found {
  const small = smaller(picture, FOLLOWED_SIDE_PX);
  const [pose, ms] = timed(() => module.follow(key, before, small));
  return { pose: pose ?? [], ms };
}

for (const kind of FILM_KINDS) {
  const [searched, shown, followed] = [new Tally(), new Tally(), new Tally()];
  let stuck = 0;
  let others = 0;
  let gone = 0;
  for (let film = Number(values.seed); film < Number(values.seed) + Number(values.films); film++) {
    const key = 1 + ((film * 37) % pages);
    const page = same.pages[key - 1] ?? drawPage(key, 512, 640);
    let before: readonly number[] = [];
    for (let i = 0; i < PICTURES; i++) {
      const { picture, corners } = filmPicture(kind, page, film, i);
      const bySearch = search(module, key, picture);
      searched.note(bySearch, corners, picture);
      const isSearched = before.length === 0 || i % SEARCH_EVERY === 0;
      let now: Found = isSearched ? bySearch : { pose: [], ms: 0 };
      if (now.pose.length === 0 && before.length > 0) {
        const moved = follow(key, before, picture);
        followed.note(moved, corners, picture);
        now = { pose: moved.pose, ms: now.ms + moved.ms };
      }
      shown.note(now, corners, picture);
      before = now.pose;
      if (before.length > 0 && shareOfPicture(corners) < LEFT) gone++;
      if (before.length === 0 || i % SEARCH_EVERY !== 0) continue;
      // Another page in its very place, as where leaves are turned.
      const other = photograph(
        given?.[(film * 37 + 11) % pages] ?? drawPage(700_000 + film, 512, 640),
        corners,
        { seed: i, noise: 10 },
      );
      others++;
      if (follow(key, before, other).pose.length > 0) stuck++;
    }
  }
  console.log(`${kind}: searched for in every picture: ${String(searched)}`);
  console.log(`${kind}: followed between searches: ${String(shown)}`);
  console.log(`${kind}: of these, pictures without a search: ${String(followed)}`);
  if (stuck > 0 || gone > 0) process.exitCode = 1;
  if (kind === 'leaves') console.log(`${kind}: outlined in ${gone} pictures that it has left`);
  console.log(`${kind}: ${stuck} of ${others} pictures of another page in its place were taken for it`);
}
same.close();
