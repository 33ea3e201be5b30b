/** Folders of many pictures on the command line: they go to a server as imports. */
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operator } from '../../src/access/viewer.js';
import { packed } from '../../src/cli/packed-files.js';
import { stepsOfArchive } from '../../src/engine/imports/import-plan.js';
import { startTestApp, type TestApp } from '../kit/app.js';
import { runLoupe } from '../kit/command.js';
import { elementsOf, textMember } from '../kit/json.js';
import { jpegPicture } from '../kit/pictures.js';

/** Pictures are read on a busy machine. */
const patienceMs = 120_000;
const COUNT = 100;
const key = 'key-of-the-catalog';
let server: TestApp;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loupe-folder-'));
  server = await startTestApp();
  await server.app.services.applications.create(operator, { kind: 'mobile', key });
  await mkdir(join(folder, 'shelf'));
  for (let at = 0; at < COUNT; at += 1) {
    await writeFile(join(folder, 'shelf', `${at}.jpg`), await jpegPicture(at + 1, 200, 150));
  }
  await writeFile(join(folder, 'shelf', '7.jpg'), 'no picture');
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const loupe = (...words: string[]) =>
  runLoupe([...words, '--server', server.url, '--key', key, '--json'], {});

describe('a folder of many pictures', { timeout: patienceMs }, () => {
  it('is one import, with a row for each picture under its path', async () => {
    const before = await readdir(tmpdir());
    const added = await loupe('add', folder, '--keyword', 'all', '--no-duplicates');
    expect(added).toMatchObject({ exitCode: 4, error: '100 pictures: 99 added, 1 refused\n' });
    const rows = elementsOf(added.json());
    expect(new Set(rows.map((row) => textMember(row, 'id'))).size).toBe(COUNT);
    expect(rows.filter((row) => textMember(row, 'state') === 'refused')).toMatchObject([
      { id: 'shelf/7.jpg', note: expect.stringMatching(/not a picture/) },
    ]);
    expect((await loupe('count')).json()).toMatchObject({ references: COUNT - 1 });
    expect((await loupe('imports')).json()).toMatchObject([{ total: COUNT, added: COUNT - 1 }]);
    const left = (await readdir(tmpdir())).filter((name) => name.startsWith('loupe-add-'));
    expect(left.filter((name) => !before.includes(name))).toEqual([]);
  });

  it('goes one by one where only that does what is wished', async () => {
    const kept = await loupe('add', folder, '--resume');
    expect(elementsOf(kept.json()).filter((row) => textMember(row, 'state') === 'kept')).toHaveLength(
      COUNT - 1,
    );
    expect((await loupe('imports')).json()).toHaveLength(1);
  });

  it('is packed in parts when it is large', async () => {
    const files = Array.from({ length: 5 }, (_, at) => ({
      path: `${at}.jpg`,
      id: `${at}.jpg`,
      isDna: false,
      read: async () => Buffer.alloc(400, at),
    }));
    const parts: string[][] = [];
    for await (const archive of packed(files, 1000)) {
      const names: string[] = [];
      for await (const { fileName } of stepsOfArchive(archive)) names.push(fileName);
      parts.push(names);
    }
    expect(parts).toEqual([
      ['0.jpg', '1.jpg', '2.jpg'],
      ['3.jpg', '4.jpg'],
    ]);
  });
});
