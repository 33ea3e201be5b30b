import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../kit/use-app.js';
import { operator } from '../../src/access/viewer.js';
import { readConfig } from '../../src/config.js';
import { openLocalRecognition } from '../../src/app/command-services.js';
import { runCli } from '../../src/cli/program.js';
import { memberOf, textMember } from '../kit/json.js';
import { drawPicture, flatPicture, jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';
import { zipOf } from '../kit/files/zips.js';

/** Pictures are read on a busy machine. */
const patienceMs = 120_000;

let folder: string;
let catalog: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loupe-cli-'));
  catalog = join(folder, 'catalog');
  await mkdir(join(catalog, 'spring'), { recursive: true });
  await writeFile(join(catalog, 'one.jpg'), await jpegPicture(1));
  await writeFile(join(catalog, 'spring', 'two.png'), await drawPicture(2).png().toBuffer());
  await writeFile(join(folder, 'photo.jpg'), await changed(2));
  await writeFile(join(folder, 'other.jpg'), await jpegPicture(9));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const changed = (seed: number) => drawPicture(seed).rotate(5).resize(430).jpeg({ quality: 70 }).toBuffer();

/** The command in this process: no database, no server's folders. */
async function loupe(...words: string[]) {
  const printed = { out: '', error: '' };
  const exitCode = await runCli(words, {
    config: () => readConfig({ LOUPE_DATA: join(folder, 'no-server') }),
    open: () => Promise.reject(new Error('No database is needed here.')),
    openLocalRecognition: (config) => Promise.resolve(openLocalRecognition(config)),
    out: (text) => (printed.out += text),
    error: (text) => (printed.error += text),
  });
  return { exitCode, ...printed, json: () => JSON.parse(printed.out) as unknown };
}

describe('recognition on files, without a server', { timeout: patienceMs }, () => {
  it('extracts DNAs that are searched like the pictures themselves', async () => {
    const signatures = join(folder, 'signatures');
    const extracted = await loupe('extract', catalog, '--to', signatures, '--json');
    expect(extracted.error).toBe('');
    expect(extracted.json()).toMatchObject([{ grade: 5, reason: 'good' }, { grade: 5 }]);
    for (const place of [signatures, catalog]) {
      const found = await loupe('search', join(folder, 'photo.jpg'), '--in', place, '--json');
      expect(found.exitCode).toBe(0);
      expect(found.json()).toMatchObject([{ id: 'spring/two.png', decision: 'Match' }]);
    }
    const byDna = await loupe('search', join(signatures, 'one.jpg.dna'), '--in', signatures, '--json');
    expect(byDna.json()).toMatchObject([{ id: 'one.jpg', decision: 'Clone' }]);
    const queries = join(folder, 'queries');
    await loupe('extract', join(folder, 'photo.jpg'), '--to', queries, '--role', 'query');
    const byQuery = await loupe('search', join(queries, 'photo.jpg.dna'), '--in', signatures, '--json');
    const byPhoto = await loupe('search', join(folder, 'photo.jpg'), '--in', signatures, '--json');
    expect(byQuery.json()).toEqual(byPhoto.json());
    const similar = await loupe('search', join(folder, 'photo.jpg'), '--in', catalog, '--similar', '--json');
    expect(memberOf((similar.json() as unknown[])[0], 'id')).toBe('spring/two.png');
    const nothing = await loupe('search', join(folder, 'other.jpg'), '--in', signatures);
    expect(nothing).toMatchObject({ exitCode: 4, out: 'Nothing is found.\n' });
  });

  it('lists what was looked at and refused when asked, and looks closer unless told not to', async () => {
    const flags = ['--in', catalog, '--threshold', '1', '--json'];
    const refused = await loupe('search', join(folder, 'other.jpg'), ...flags, '--rejected');
    expect(refused.exitCode).toBe(4);
    const words = (refused.json() as unknown[]).map((hit) => textMember(hit, 'decision'));
    expect(words.every((word) => word !== 'Clone' && word !== 'Match')).toBe(true);
    const found = await loupe('search', join(folder, 'photo.jpg'), '--in', catalog, '--rejected', '--json');
    expect(found.exitCode).toBe(0);
    expect((found.json() as unknown[])[0]).toMatchObject({ id: 'spring/two.png', decision: 'Match' });
    const once = await loupe(
      'search',
      join(folder, 'photo.jpg'),
      '--in',
      catalog,
      '--no-second-try',
      '--json',
    );
    expect(once.json()).toMatchObject([{ id: 'spring/two.png', decision: 'Match' }]);
  });

  it('adds to a folder of DNAs, goes on where it stopped, and reports what is too plain', async () => {
    const signatures = join(folder, 'added');
    expect((await loupe('add', catalog, '--to', signatures)).exitCode).toBe(0);
    await writeFile(join(catalog, 'flat.png'), await flatPicture());
    const again = await loupe('add', catalog, '--to', signatures, '--resume', '--json');
    await rm(join(catalog, 'flat.png'));
    expect(again.exitCode).toBe(4);
    expect(again.json()).toMatchObject([
      { id: 'flat.png', state: 'refused' },
      { id: 'one.jpg', state: 'kept' },
      { id: 'spring/two.png', state: 'kept' },
    ]);
  });

  it('compares two pictures, reports what differs, and draws it', async () => {
    const [one, marked] = [join(catalog, 'one.jpg'), join(folder, 'marked.png')];
    const mark = { create: { width: 40, height: 30, channels: 3, background: '#ff0000' } } as const;
    await writeFile(
      marked,
      await sharp(await jpegPicture(1))
        .composite([{ input: mark, left: 200, top: 150 }])
        .png()
        .toBuffer(),
    );
    const drawn = join(folder, 'drawn');
    const overlay = join(folder, 'why.jpg');
    const found = await loupe(
      'compare',
      one,
      marked,
      '--fine',
      '--drawn',
      drawn,
      '--overlay',
      overlay,
      '--json',
    );
    // As with PDFs: a script shall not pass what differs.
    expect(found.exitCode).toBe(4);
    expect((await loupe('compare', one, one, '--fine')).exitCode).toBe(0);
    expect(memberOf(memberOf(found.json(), 'fine'), 'score') as number).toBeGreaterThan(0);
    for (const file of [overlay, `${drawn}-reference.jpg`, `${drawn}-query.jpg`]) {
      expect(await sharp(await readFile(file)).metadata()).toMatchObject({ format: 'jpeg' });
    }
    const unlike = await loupe('compare', one, join(folder, 'other.jpg'), '--fine');
    expect(unlike.exitCode).toBe(4);
    expect(unlike.out).toContain('Decision');
  });

  it('lists colors', async () => {
    const file = join(folder, 'red.png');
    await writeFile(
      file,
      await sharp({ create: { width: 50, height: 50, channels: 3, background: '#dc141e' } })
        .png()
        .toBuffer(),
    );
    expect((await loupe('colors', file)).out).toContain('DC141E@100');
  });

  it('ends with 2 or 3 and says what is wrong', async () => {
    for (const [words, exitCode] of [
      [['search', join(folder, 'photo.jpg')], 2],
      [['search', join(folder, 'photo.jpg'), '--in', catalog, '--limit', 'many'], 2],
      [['search', join(folder, 'photo.jpg'), '--in', catalog, '--threshold', '7'], 2],
      [['add', catalog], 2],
      [['add', catalog, '--server', 'http://127.0.0.1:9'], 2],
      [['extract', join(folder, 'nowhere.jpg')], 3],
      [['compare', join(folder, 'photo.jpg'), join(folder, 'nowhere.jpg')], 3],
      [['add', catalog, '--server', 'http://127.0.0.1:9', '--key', 'some-key'], 1],
    ] as const) {
      const ended = await loupe(...words);
      expect({ words, exitCode: ended.exitCode, out: ended.out }).toEqual({ words, exitCode, out: '' });
      expect(ended.error).toMatch(/^loupe: ./);
      if (exitCode === 3) expect(ended.error).toMatch(/nowhere.jpg was not found. Check the path.$/m);
    }
  });

  it('shows two examples in the help of every verb', async () => {
    for (const verb of ['add', 'search', 'compare', 'extract', 'colors']) {
      const { exitCode, out } = await loupe(verb, '--help');
      expect(exitCode).toBe(0);
      expect(out.split('Examples:')[1]?.trim().split('\n').length).toBeGreaterThanOrEqual(2);
    }
  });
});

describe('the same against a server', { timeout: patienceMs }, () => {
  const server = useTestApp();

  it('extracts signatures, lists colors and searches by them, by id and by keyword', async () => {
    await server.app.services.applications.create(operator, { kind: 'color', key: 'key-of-colors' });
    const at = ['--server', server.url, '--key', 'key-of-colors'];
    const signatures = join(folder, 'from-server');
    const extracted = await loupe('extract', catalog, '--to', signatures, ...at, '--json');
    expect(extracted.json()).toMatchObject([{ grade: 5, reason: 'good' }, { grade: 5 }]);
    const here = join(folder, 'from-here');
    await loupe('extract', catalog, '--to', here);
    expect(await readFile(join(signatures, 'one.jpg.dna'))).toEqual(
      await readFile(join(here, 'one.jpg.dna')),
    );
    expect((await loupe('add', here, ...at, '--keyword', 'dna', '--json')).json()).toMatchObject([
      { id: 'one.jpg', state: 'added', grade: null },
      { id: 'spring/two.png', state: 'added' },
    ]);
    const one = join(catalog, 'one.jpg');
    const colors = await loupe('colors', one, ...at, '--json');
    expect(colors.json()).toEqual((await loupe('colors', one, '--json')).json());
    const bad = join(folder, 'bad.jpg');
    await writeFile(bad, 'no picture');
    expect(await loupe('colors', one, bad, ...at)).toMatchObject({ exitCode: 4 });
    for (const words of [
      ['--id', 'one.jpg'],
      ['--color', 'FF6633@40', '--color', '112233'],
      ['--keyword', 'dna'],
    ]) {
      const found = await loupe('search', ...words, ...at, '--json');
      expect({ words, found: found.json() }).toMatchObject({
        words,
        found: [{ id: expect.any(String) }, { id: expect.any(String) }],
      });
    }
    expect((await loupe('search', '--id', 'one.jpg', '--color', '112233', ...at)).exitCode).toBe(2);
    expect((await loupe('search', '--in', here)).exitCode).toBe(2);
  });

  it('hands ZIPs to the server, and takes them apart without one', async () => {
    await server.app.services.applications.create(operator, { kind: 'mobile', key: 'key-of-the-zips' });
    const at = ['--server', server.url, '--key', 'key-of-the-zips'];
    const zip = join(folder, 'catalog.zip');
    await writeFile(
      zip,
      await zipOf({
        'one.jpg': await jpegPicture(1),
        'spring/two.png': await drawPicture(2).png().toBuffer(),
        'notes.txt': Buffer.from('no picture'),
      }),
    );
    const report = [
      { id: 'one.jpg', state: 'added', grade: 5 },
      { id: 'spring/two.png', state: 'added' },
      { id: 'notes.txt', state: 'refused', grade: null },
    ];
    const sent = await loupe('add', zip, ...at, '--keyword', 'zip', '--json');
    expect(sent.json()).toMatchObject(report);
    expect(sent.exitCode).toBe(4);
    const found = await loupe('search', join(folder, 'photo.jpg'), ...at, '--keyword', 'zip', '--json');
    expect(found.json()).toMatchObject([{ id: 'spring/two.png' }]);
    const signatures = join(folder, 'of-zip');
    expect((await loupe('add', zip, '--to', signatures, '--json')).json()).toMatchObject(report);
    const local = await loupe('search', join(folder, 'photo.jpg'), '--in', signatures, '--json');
    expect(local.json()).toMatchObject([{ id: 'spring/two.png' }]);
    expect((await loupe('add', zip, ...at, '--resume')).exitCode).toBe(2);
    expect((await loupe('add', join(folder, 'nowhere.zip'), ...at)).exitCode).toBe(3);
  });

  it('administers applications with the token of an administrator', async () => {
    const user = await (await seed(server).organization()).user();
    const at = ['--server', server.url, '--token', user.token];
    const made = await loupe('app', 'create', '--kind', 'brand', '--name', 'Logos', ...at, '--json');
    const id = textMember(made.json(), 'id');
    expect(made.json()).toMatchObject({ kind: 'brand', isActive: true, queryKey: null });
    expect((await loupe('app', 'disable', id, ...at, '--json')).json()).toMatchObject({ isActive: false });
    expect((await loupe('apps', 'enable', id, ...at, '--json')).json()).toMatchObject({ isActive: true });
    const rotated = (await loupe('app', 'rotate-keys', id, ...at, '--json')).json();
    expect(rotated).toMatchObject({ queryKey: null });
    expect(memberOf(rotated, 'modifyKey')).not.toBe(memberOf(made.json(), 'modifyKey'));
    expect((await loupe('apps', 'list', ...at)).out).toContain('Logos');
    expect((await loupe('apps', 'counters', id, ...at)).out).toBe('It was not used yet.\n');
    expect((await loupe('app', 'delete', id, '--yes', ...at)).out).toBe('Deleted Logos.\n');
    expect((await loupe('app', 'list', ...at, '--json')).json()).toEqual([]);
    expect((await loupe('app', 'counters', id, ...at)).exitCode).toBe(3);
    expect((await loupe('app', 'list', '--server', server.url)).exitCode).toBe(2);
    expect((await loupe('app', 'list', '--server', server.url, '--token', 'wrong')).exitCode).toBe(3);
  });

  it('adds, searches and compares with the key of an application', async () => {
    await server.app.services.applications.create(operator, { kind: 'mobile', key: 'key-of-the-server' });
    const at = ['--server', server.url, '--key', 'key-of-the-server'];
    const added = await loupe('add', catalog, ...at, '--keyword', 'all', '--json');
    expect(added.json()).toMatchObject([
      { id: 'one.jpg', state: 'added', grade: 5 },
      { id: 'spring/two.png', state: 'added' },
    ]);
    const resumed = await loupe('add', catalog, ...at, '--resume', '--json');
    expect(resumed.json()).toMatchObject([{ state: 'kept' }, { state: 'kept' }]);
    const found = await loupe('search', join(folder, 'photo.jpg'), ...at, '--keyword', 'all', '--json');
    // A copy as a whole: the server also compares its pixels.
    expect(found.json()).toMatchObject([{ id: 'spring/two.png', decision: 'Clone' }]);
    const pair = [join(catalog, 'one.jpg'), join(catalog, 'one.jpg')];
    expect((await loupe('compare', ...pair, ...at, '--fine', '--json')).json()).toMatchObject({
      decision: 'Clone',
      fine: { score: 0 },
    });
    const refused = await loupe(
      'search',
      join(folder, 'photo.jpg'),
      '--server',
      server.url,
      '--key',
      'wrong-key',
    );
    expect(refused.exitCode).toBe(3);
    expect(refused.error).toContain('Unknown application_key');
  });
});
