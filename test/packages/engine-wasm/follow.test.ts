/** A page that was found is followed from picture to picture, and lost where it is not any more. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawPage, photograph, someCorners } from '../../../packages/engine-wasm/proof/drawn.js';
import { filmPicture, smaller } from '../../../packages/engine-wasm/proof/films.js';
import { SameQuestions } from '../../../packages/engine-wasm/proof/same-questions.js';
import type { GrayPixels, WasmModule } from '../../../packages/engine-wasm/src/wasm-module.js';
import { outlineOf } from '../../../src/engine-host/plane.js';

const KEY = 3;
const SIDE_PX = 400;
/** Of a picture of 960 pixels. */
const FEW_PIXELS = 8;

let same: SameQuestions;
let page: GrayPixels;

beforeAll(async () => {
  same = await SameQuestions.prepare(8);
  page = same.pages[KEY - 1] ?? drawPage(KEY, 512, 640);
});

afterAll(() => {
  same.close();
});

describe.each(['loupe.wasm', 'loupe-plain.wasm'])('%s', (name) => {
  let module: WasmModule;
  beforeAll(async () => {
    module = await same.open(
      readFileSync(new URL(`../../../packages/engine-wasm/module/${name}`, import.meta.url)),
    );
  });

  const searched = (picture: GrayPixels) =>
    module.recognize(picture, { closer: false, mostHits: 5 }).hits.find(({ isRecognized }) => isRecognized)
      ?.homography ?? [];

  const apart = (pose: readonly number[] | null, other: readonly number[], { width, height }: GrayPixels) =>
    outlineOf(pose ?? []).map(([x, y], i) => {
      const [otherX = NaN, otherY = NaN] = outlineOf(other)[i] ?? [];
      return Math.hypot((x - otherX) * width, (y - otherY) * height);
    });

  test('says where a search finds the page, in pictures of motion, tilt and glare', () => {
    for (const kind of ['motion', 'tilt', 'glare'] as const) {
      const before = searched(filmPicture(kind, page, 1, 40).picture);
      expect(before).toHaveLength(9);
      const { picture } = filmPicture(kind, page, 1, 42);
      const pose = module.follow(KEY, before, smaller(picture, SIDE_PX));
      expect(Math.max(...apart(pose, searched(picture), picture))).toBeLessThan(FEW_PIXELS);
    }
  });

  test('loses the page on an empty table, and where another page lies in its place', () => {
    const { picture, corners } = filmPicture('motion', page, 1, 40);
    const before = searched(picture);
    const lost = (shown: GrayPixels) =>
      module.follow(KEY, before, smaller(photograph(shown, corners, { seed: 5 }), SIDE_PX));
    expect(lost({ data: new Uint8Array(512 * 640).fill(180), width: 512, height: 640 })).toBeNull();
    for (let other = 0; other < 4; other++) expect(lost(drawPage(900 + other, 512, 640))).toBeNull();
  });

  test('follows nothing that the pack does not hold, nor from a pose that cannot be', () => {
    const { picture } = filmPicture('motion', page, 1, 40);
    const small = smaller(picture, SIDE_PX);
    expect(module.follow(77, searched(picture), small)).toBeNull();
    expect(module.follow(KEY, [0, 0, 0, 0, 0, 0, 0, 0, 0], small)).toBeNull();
    expect(module.follow(KEY, [NaN, 0, 0, 0, NaN, 0, 0, 0, 1], small)).toBeNull();
    const elsewhere = photograph(page, someCorners(99), { seed: 9 });
    expect(module.follow(KEY, [0.1, 0, 0.9, 0, 0.1, 0.9, 0, 0, 1], smaller(elsewhere, SIDE_PX))).toBeNull();
  });
});
