/** A pack holds no pictures: where only a part of what is in view was found again, its answer is in doubt. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawPage, photograph, someCorners } from '../../../packages/engine-wasm/proof/drawn.js';
import { SameQuestions } from '../../../packages/engine-wasm/proof/same-questions.js';
import { isConfirmedInPart } from '../../../packages/engine-wasm/src/open-pack.js';
import type { GrayPixels, ModuleHit, WasmModule } from '../../../packages/engine-wasm/src/wasm-module.js';

const PAGES = 12;
let same: SameQuestions;
let module: WasmModule;

beforeAll(async () => {
  same = await SameQuestions.prepare(PAGES);
  module = await same.open(
    readFileSync(new URL('../../../packages/engine-wasm/module/loupe.wasm', import.meta.url)),
  );
});

afterAll(() => {
  same.close();
});

/** Hits of the module for photos of pages, each of which is as `shown` makes it. */
function hitsOf(shown: (page: GrayPixels, key: number) => GrayPixels): readonly ModuleHit[] {
  return same.pages.flatMap((page, at) => {
    const photo = photograph(shown(page, at + 1), someCorners(at + 1), { seed: at + 1, glare: at % 2 === 0 });
    const { hits } = module.recognize(photo, { closer: true, mostHits: 5 });
    return hits.filter(({ isRecognized, key }) => isRecognized && key === at + 1);
  });
}

test('a page that is there is not in doubt', () => {
  expect(hitsOf((page) => page).map(isConfirmedInPart)).toEqual(Array.from({ length: PAGES }, () => false));
});

test('most pages whose lower half is another one are', () => {
  const found = hitsOf((page, key) => {
    const other = drawPage(500_000 + key, page.width, page.height);
    const border = (page.height / 2) * page.width;
    return { ...page, data: page.data.map((value, at) => (at < border ? value : (other.data[at] ?? 0))) };
  });
  expect(found.length).toBeGreaterThan(0);
  expect(found.filter(isConfirmedInPart).length).toBeGreaterThan(found.length / 2);
});
