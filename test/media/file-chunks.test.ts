import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chunksOfFile, type Pacing } from '../../src/media/blobs/file-chunks.js';

const MB = 1024 * 1024;
let folder: string;
let path: string;
const bytes = Buffer.alloc(3 * MB + 17, 'not all the same ');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loupe-chunks-'));
  path = join(folder, 'file');
  await writeFile(path, bytes);
});
afterAll(() => rm(folder, { recursive: true }));

async function read(pacing?: Pacing): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of chunksOfFile(path, pacing)) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

test('a file comes whole, and one without bytes as none', async () => {
  expect((await read()).equals(bytes)).toBe(true);
  await writeFile(join(folder, 'empty'), '');
  for await (const chunk of chunksOfFile(join(folder, 'empty'))) expect(chunk).toBeNull();
});

test('who paces it waits for as long as the bytes are early, and not where taking them takes longer', async () => {
  let time = 0;
  const waits: number[] = [];
  const wait = async (ms: number) => void (waits.push(ms), (time += ms));
  await read({ mostBytesPerSecond: MB, wait, now: () => time });
  expect(waits.map(Math.round)).toEqual([1000, 1000, 1000]);
  waits.length = 0;
  await read({ mostBytesPerSecond: MB, wait, now: () => (time += 2000) });
  expect(waits).toEqual([]);
});
