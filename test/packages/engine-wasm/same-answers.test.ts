/**
 * The module of browsers gives the answers of the native engine: signatures' bytes, decisions, distances and places to the last
 * digit, over drawn pages and photos. Seconds; many more questions in `npm run proof -- wasm`.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readNote, staleness } from '../../../scripts/wasm/note.mjs';
import { hasVectors } from '../../../packages/engine-wasm/src/wasm-module.js';
import {
  answersOf,
  describedBy,
  drawnQuestion,
  SameQuestions,
} from '../../../packages/engine-wasm/proof/same-questions.js';

let same: SameQuestions;

beforeAll(async () => {
  same = await SameQuestions.prepare(40);
});

afterAll(() => {
  same.close();
});

test('the built modules belong to the sources that are here', () => {
  expect(staleness()).toEqual([]);
});

test('the modules need nothing of a page but a clock', () => {
  for (const { imports } of Object.values(readNote().files as Record<string, { imports: string[] }>)) {
    expect(imports).toEqual([
      'env.emscripten_notify_memory_growth',
      'wasi_snapshot_preview1.clock_time_get',
      'wasi_snapshot_preview1.proc_exit',
    ]);
  }
  expect(hasVectors()).toBe(true);
});

// Without vectors it takes four times as long, and differs in few places.
test.each([
  ['loupe.wasm', 24],
  ['loupe-plain.wasm', 6],
])('%s gives signatures and answers of the native engine, digit by digit', async (name, questions) => {
  const module = await same.open(
    readFileSync(new URL(`../../../packages/engine-wasm/module/${name}`, import.meta.url)),
  );
  let found = 0;
  for (let i = 0; i < questions; i++) {
    const { photo } = drawnQuestion(40, i);
    expect(describedBy(module, photo, 'query').equals(await same.describe(photo, 'query'))).toBe(true);
    const native = await same.recognize(photo);
    expect(answersOf(module.recognize(photo, { closer: true, mostHits: 10 }))).toEqual(native);
    found += native.some((hit) => ['Clone', 'Match'].includes(hit.decision)) ? 1 : 0;
  }
  // Without thumbnails, which a module that cannot decode them lacks silently, next to nothing is recognized.
  expect(found).toBeGreaterThan(questions / 2);
  for (const page of same.pages.slice(0, 3))
    expect(describedBy(module, page, 'reference').equals(await same.describe(page, 'reference'))).toBe(true);
});
