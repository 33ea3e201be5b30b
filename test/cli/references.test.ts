import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operator } from '../../src/access/viewer.js';
import { startTestApp, type TestApp } from '../kit/app.js';
import { type CommandResult, runLoupe } from '../kit/command.js';
import { textMember } from '../kit/json.js';
import { flatPicture, jpegPicture } from '../kit/pictures.js';
import { zipOf } from '../kit/files/zips.js';

/** Pictures are read on a busy machine. */
const patienceMs = 120_000;

const key = 'key-of-the-catalog';
let server: TestApp;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loupe-references-'));
  server = await startTestApp();
  await server.app.services.applications.create(operator, { kind: 'mobile', key });
  for (const [index, id] of ['one.jpg', 'spring/two.jpg', 'spring/three.jpg'].entries()) {
    await writeFile(join(folder, `${index}.jpg`), await jpegPicture(index + 40));
    const words = ['--keyword', id.startsWith('spring') ? 'spring' : 'winter'];
    await writeFile(join(folder, `${index}.zip`), await zipOf({ [id]: await jpegPicture(index + 40) }));
    await loupe('add', join(folder, `${index}.zip`), ...words);
  }
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const loupe = (...words: string[]): Promise<CommandResult> =>
  runLoupe([...words, '--server', server.url, '--key', key], {});
const idsOf = (result: CommandResult) => (result.json() as readonly { id: string }[]).map(({ id }) => id);

describe('references of a server on the command line', { timeout: patienceMs }, () => {
  it('are listed in order of their addition, by keyword, up to a number or all of them', async () => {
    const all = await loupe('list', '--json');
    expect(idsOf(all)).toEqual(['one.jpg', 'spring/two.jpg', 'spring/three.jpg']);
    expect(all.json()).toMatchObject([{ keywords: ['winter'], grade: 5 }, {}, {}]);
    expect(idsOf(await loupe('list', '--keyword', 'spring', '--limit', '1', '--json'))).toEqual([
      'spring/two.jpg',
    ]);
    const ids = await loupe('list', '--ids', '--all', '--limit', '1');
    expect(ids.out).toBe('one.jpg\nspring/two.jpg\nspring/three.jpg\n');
    expect((await loupe('list', '--ids', '--json')).json()).toHaveLength(3);
    expect((await loupe('list')).out).toContain('spring/three.jpg');
    expect(await loupe('list', '--keyword', 'nobody')).toMatchObject({
      exitCode: 0,
      out: 'No references.\n',
    });
    expect(await loupe('list', '--limit', 'many')).toMatchObject({ exitCode: 2, out: '' });
  });

  it('are read and counted', async () => {
    expect((await loupe('get', 'spring/two.jpg', '--json')).json()).toMatchObject({
      id: 'spring/two.jpg',
      keywords: ['spring'],
      gradeReason: 'good',
    });
    expect((await loupe('get', 'one.jpg')).out).toMatch(/Keywords +winter\n/);
    const absent = await loupe('get', 'nowhere.jpg');
    expect(absent).toMatchObject({ exitCode: 3, out: '' });
    expect(absent.error).toContain('nowhere.jpg');
    expect((await loupe('count', '--json')).json()).toEqual({ references: 3, images: 3 });
    expect((await loupe('count')).out).toMatch(/References +3\n/);
  });

  it('get keywords and lose them', async () => {
    const keywords = async (...words: string[]) => {
      const result = await loupe('keywords', 'one.jpg', ...words, '--json');
      return { exitCode: result.exitCode, ...(result.exitCode === 0 ? (result.json() as object) : {}) };
    };
    expect(await keywords()).toEqual({ exitCode: 0, id: 'one.jpg', keywords: ['winter'] });
    const changed = await keywords('--add', 'poster', '--add', 'winter', '--remove', 'absent');
    expect(changed).toMatchObject({ keywords: ['winter', 'poster'] });
    expect(await keywords('--remove', 'winter')).toMatchObject({ keywords: ['poster'] });
    expect(await keywords('--set', 'a', '--set', 'b')).toMatchObject({ keywords: ['a', 'b'] });
    expect(await keywords('--clear')).toMatchObject({ keywords: [] });
    for (const words of [
      ['--set', 'a', '--add', 'b'],
      ['--set', 'a', '--clear'],
      ['--clear', '--remove', 'a'],
      ['--add', 'a', '--remove', 'a'],
      ['--add', 'a;b'],
    ])
      expect({ words, ...(await keywords(...words)) }).toEqual({ words, exitCode: 2 });
    expect(await keywords()).toMatchObject({ keywords: [] });
  });

  it('are switched off and on, and listed by that and by the beginning of their ids', async () => {
    expect((await loupe('deactivate', 'spring/two.jpg')).out).toMatch(/^Switched +1\n$/);
    expect(idsOf(await loupe('list', '--inactive', '--json'))).toEqual(['spring/two.jpg']);
    expect(idsOf(await loupe('list', '--prefix', 'spring/', '--json'))).toHaveLength(2);
    const again = await loupe('activate', 'spring/two.jpg', 'absent', '--json');
    expect(again.exitCode).toBe(4);
    expect(again.json()).toEqual({ isActive: true, switched: 1, unknown: ['absent'] });
    expect((await loupe('list', '--inactive')).out).toBe('No references.\n');
    expect((await loupe('activate')).exitCode).toBe(2);
  });

  it('get metadata and lose it, and are listed and found by it', async () => {
    const metadata = async (...words: string[]) => {
      const result = await loupe('metadata', 'one.jpg', ...words, '--json');
      return result.exitCode === 0 ? (result.json() as { metadata: unknown }).metadata : result.exitCode;
    };
    expect(await metadata()).toBeNull();
    const set = ['--set', 'price=12.5', '--set', 'language=de', '--set', 'isbn="978"', '--set', 'sold=true'];
    expect(await metadata(...set)).toEqual({ price: 12.5, language: 'de', isbn: '978', sold: true });
    expect((await loupe('metadata', 'one.jpg')).out).toMatch(/price +12\.5\n/);
    expect((await loupe('get', 'one.jpg')).out).toMatch(/Metadata +\{/);
    for (const words of [
      ['--where', 'price>=12.5', '--where', 'price<13'],
      ['--where', 'isbn="978"'],
      ['--where', 'language=fr', '--where', 'language=de'],
      ['--without-keyword', 'spring'],
      ['--any-keyword', 'spring', '--any-keyword', 'none', '--where', 'sold=true'],
    ]) {
      const expected = words.includes('--any-keyword') ? [] : ['one.jpg'];
      expect({ words, ids: idsOf(await loupe('list', ...words, '--json')) }).toEqual({
        words,
        ids: expected,
      });
      expect({ words, ids: idsOf(await loupe('search', ...words, '--json')) }).toEqual({
        words,
        ids: expected,
      });
    }
    expect(await metadata('--remove', 'price', '--remove', 'isbn', '--set', 'sold=')).toEqual({
      language: 'de',
      sold: '',
    });
    for (const words of [
      ['--set', 'price'],
      ['--set', '=1'],
      ['--clear', '--set', 'a=1'],
      ['--set', 'a=1', '--remove', 'a'],
    ])
      expect({ words, exitCode: await metadata(...words) }).toEqual({ words, exitCode: 2 });
    for (const where of ['price', '>1', 'price>true', 'price=null'])
      expect((await loupe('list', '--where', where)).exitCode).toBe(2);
    expect((await loupe('list', '--where', 'a=1', '--where', 'a>1')).exitCode).toBe(2);
    expect(await metadata('--clear')).toBeNull();
  });

  it('are added with metadata, counted when they are recognized, and reported where they are the same', async () => {
    const copy = join(folder, 'copy.jpg');
    await writeFile(copy, await jpegPicture(40));
    const at = ['--metadata', 'price=3', '--metadata', 'note=a copy'];
    expect((await loupe('add', copy, ...at)).exitCode).toBe(0);
    await loupe('search', copy);
    const { metadata, recognitionCount } = (await loupe('get', 'copy.jpg', '--json')).json() as Record<
      string,
      unknown
    >;
    expect({ metadata, recognitionCount }).toEqual({
      metadata: { price: 3, note: 'a copy' },
      recognitionCount: 1,
    });
    const report = await loupe('duplicates', '--json');
    expect(idsOf(report)).toEqual(['one.jpg', 'copy.jpg']);
    expect((await loupe('duplicates')).out).toContain('copy.jpg');
    await loupe('delete', 'copy.jpg', '--yes');
    expect((await loupe('duplicates')).out).toBe('No duplicates.\n');
  });

  it('are deleted by name and from a file, and what is not there is named', async () => {
    expect(await loupe('delete', 'one.jpg')).toMatchObject({ exitCode: 2, out: '' });
    expect(await loupe('delete', '--yes')).toMatchObject({ exitCode: 2, out: '' });
    expect(await loupe('delete', '--from', join(folder, 'absent.txt'), '--yes')).toMatchObject({
      exitCode: 3,
    });
    const file = join(folder, 'ids.txt');
    await writeFile(file, 'spring/two.jpg\r\n\nnowhere.jpg\n');
    const deleted = await loupe('delete', 'one.jpg', '--from', file, '--yes', '--json');
    expect(deleted.exitCode).toBe(4);
    expect(deleted.json()).toEqual({ removed: ['one.jpg', 'spring/two.jpg'], unknown: ['nowhere.jpg'] });
    expect(idsOf(await loupe('list', '--json'))).toEqual(['spring/three.jpg']);
    expect((await loupe('delete', 'spring/three.jpg', '--yes')).out).toMatch(/^Deleted +1\n$/);
  });

  it('are worked on with a server and a key alone', async () => {
    for (const words of [
      ['list'],
      ['get', 'x'],
      ['count'],
      ['keywords', 'x'],
      ['metadata', 'x'],
      ['duplicates'],
      ['imports'],
    ]) {
      const { exitCode, error } = await runLoupe(words, {});
      expect({ words, exitCode }).toEqual({ words, exitCode: 2 });
      expect(error).toContain('--server');
    }
    const at = ['--server', server.url, '--key', 'of-nobody'];
    expect((await runLoupe(['count', ...at], {})).exitCode).toBe(3);
  });
});

describe('imports on the command line', { timeout: patienceMs }, () => {
  it('are listed, and reported file by file', async () => {
    const zip = join(folder, 'mixed.zip');
    await writeFile(zip, await zipOf({ 'a.jpg': await jpegPicture(7), 'plain.jpg': await flatPicture() }));
    await loupe('add', zip);
    const listed = await loupe('imports', '--json');
    expect(listed.json()).toMatchObject([{ state: 'Done', total: 2, added: 1, refused: 1 }, {}, {}, {}]);
    expect((await loupe('imports')).out).toContain('Done');
    const id = textMember((listed.json() as unknown[])[0], 'id');
    const report = await loupe('imports', id, '--wait', '--json');
    expect(report.exitCode).toBe(4);
    expect(report.json()).toMatchObject({
      id,
      lines: [
        { imageId: 'a.jpg', code: null },
        { imageId: 'plain.jpg', code: 'IMAGE_TOO_SIMPLE' },
      ],
    });
    const refused = await loupe('imports', id, '--refused');
    expect(refused.out).toContain('plain.jpg');
    expect(refused.out).not.toContain('a.jpg ');
    expect((await loupe('imports', '--refused')).exitCode).toBe(2);
    expect((await loupe('imports', 'nonsense')).exitCode).toBe(3);
  });
});
