import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';

import { writeCopies } from '../benchmark/sets/copies.js';
import { readDatasetFolder } from '../benchmark/sets/folder.dataset.js';
import { SharedText } from '../benchmark/sets/page-text.js';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** A number of words that no other text has. */
const sentence = (prefix: string, count: number): string =>
  Array.from({ length: count }, (_, i) => `${prefix}${LETTERS[i % 26]}${LETTERS[Math.floor(i / 26)]}`).join(
    ' ',
  );
const page = (text: string) => ({ file: '', text });

test('pages share content when a sentence of one stands in the other, whatever the header says', () => {
  const header = 'The manual of things, chapter one, page 7';
  const shared = new SharedText([page(`${header} ${sentence('x', 60)}`)]);
  expect(shared.isSharedBy(page(`${header.replace('7', '8')} ${sentence('y', 60)}`))).toBe(false);
  expect(shared.isSharedBy(page(`${sentence('y', 60)} ${sentence('x', 20)}`))).toBe(true);
  expect(shared.isSharedBy(page('too little to tell'))).toBe(true);
});

test('pages that say nearly the same are copies of each other', () => {
  const text = sentence('x', 100);
  const half = `${sentence('x', 50)} ${sentence('y', 50)}`;
  const shared = new SharedText([page(`${text} page 7`), page(`Edition two ${text} page 9`), page(half)]);
  expect(shared.copiesOf(0)).toEqual([1]);
  expect(shared.copiesOf(2)).toEqual([]);
});

test('a reference of another set that shows the same picture is a right answer, one that differs is not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-copies-'));
  const draw = async (path: string, left: number, quality: number): Promise<void> => {
    const [width, height] = [480, 560];
    const pixels = Buffer.alloc(width * height, 255);
    for (let i = 0; i < 14; i++) {
      const start = ((i * 37) % 530) * width + ((left + i * 97) % 400);
      for (let y = 0; y < 30; y++) pixels.fill(i * 9, start + y * width, start + y * width + 60);
    }
    await sharp(pixels, { raw: { width, height, channels: 1 } })
      .jpeg({ quality })
      .toFile(path);
  };
  for (const set of ['books', 'others']) mkdirSync(join(folder, set));
  await draw(join(folder, 'books', 'a.jpg'), 0, 90);
  await draw(join(folder, 'books', 'b.jpg'), 170, 90);
  await draw(join(folder, 'others', 'same.jpg'), 0, 40);
  const refs = ['a', 'b'].map((id) => ({ id, file: `${id}.jpg` }));
  const queries = refs.map(({ id, file }) => ({ file, ref: id }));
  writeFileSync(join(folder, 'books', 'manifest.json'), JSON.stringify({ refs, queries }));
  writeFileSync(join(folder, 'others', 'list.json'), JSON.stringify({ files: ['same.jpg'] }));
  expect(await writeCopies(folder, readDatasetFolder(folder))).toBe(1);
  expect(readDatasetFolder(folder).queries.map(({ truths }) => truths)).toEqual([
    ['books/a', 'others/same.jpg'],
    ['books/b'],
  ]);
});
