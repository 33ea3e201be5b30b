import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operator } from '../../src/access/viewer.js';
import { openLocalRecognition } from '../../src/app/command-services.js';
import { runCli } from '../../src/cli/program.js';
import { readConfig } from '../../src/config.js';
import { startTestApp, type TestApp } from '../kit/app.js';
import { jpegPicture } from '../kit/pictures.js';
import { tarOf } from '../kit/files/tars.js';
import { zipOf } from '../kit/files/zips.js';
import { runLoupe } from '../kit/command.js';

/** Pictures are read on a busy machine. */
const patienceMs = 120_000;

let folder: string;
let server: TestApp;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loupe-cli-'));
  server = await startTestApp();
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function add(...words: string[]) {
  const printed = { out: '', error: '' };
  const exitCode = await runCli(['add', ...words, '--json'], {
    config: () => readConfig({ LOUPE_DATA: join(folder, 'no-server') }),
    open: () => Promise.reject(new Error('No database is needed here.')),
    openLocalRecognition: (config) => Promise.resolve(openLocalRecognition(config)),
    out: (text) => (printed.out += text),
    error: (text) => (printed.error += text),
  });
  return { exitCode, ...printed, json: () => JSON.parse(printed.out) as unknown };
}

async function zipWith(manifest: string): Promise<string> {
  const path = join(folder, 'catalog.zip');
  const pictures = { 'a.jpg': await jpegPicture(77), 'b.jpg': await jpegPicture(78) };
  await writeFile(path, await zipOf({ ...pictures, 'manifest.csv': Buffer.from(manifest) }));
  return path;
}

const telling = (text: string) => expect.stringContaining(text) as string;

describe('`loupe add` of a ZIP with a manifest', { timeout: patienceMs }, () => {
  it('adds to a server and to a folder under the ids of the manifest, and reports its wrong lines', async () => {
    const key = 'key-of-manifests';
    const { applications, references } = server.app.services;
    const { id } = await applications.create(operator, { kind: 'mobile', key });
    const zip = await zipWith('file,id,keywords\na.jpg,shelf/first,spring\nlost.jpg,second,\na.jpg,third,\n');
    const lines = [
      { id: 'shelf/first', state: 'added' },
      { id: 'second', state: 'refused', note: telling('manifest.csv, line 3:') },
      { id: 'third', state: 'refused', note: telling('named at 2 already') },
      { id: 'b.jpg', state: 'added' },
    ];
    const there = await add(zip, '--server', server.url, '--key', key);
    expect(there.exitCode).toBe(4);
    expect(there.json()).toMatchObject(lines);
    const application = await applications.open(operator, id);
    expect(await references.get(application, 'shelf/first')).toMatchObject({ keywords: ['spring'] });
    const signatures = join(folder, 'signatures');
    expect((await add(zip, '--to', signatures)).json()).toMatchObject(lines);
    expect((await readFile(join(signatures, 'shelf', 'first.dna'))).length).toBeGreaterThan(100);
  });

  it('tries a TAR first, writes its report, adds it to a server and to a folder', async () => {
    const key = 'key-of-tars';
    const { id } = await server.app.services.applications.create(operator, { kind: 'mobile', key });
    const tar = join(folder, 'catalog.tar.gz');
    const files = [
      ['a.jpg', await jpegPicture(77)],
      ['bad.jpg', Buffer.from('bad')],
    ] as const;
    await writeFile(tar, gzipSync(await tarOf(files)));
    const at = ['--server', server.url, '--key', key];
    const report = join(folder, 'report.csv');
    const tried = await add(tar, '--dry-run', '--report', report, ...at);
    expect(tried.json()).toMatchObject([
      { id: 'a.jpg', state: 'good' },
      { id: 'bad.jpg', state: 'refused' },
    ]);
    expect((await readFile(report, 'utf8')).split('\n')[1]).toMatch(/^a\.jpg,good,/);
    expect(await server.app.services.referenceList.counts({ id })).toEqual({ references: 0, images: 0 });
    const added = await add(tar, '--no-duplicates', '--report', join(folder, 'report.jsonl'), ...at);
    expect(added.json()).toMatchObject([{ state: 'added' }, { state: 'refused' }]);
    const [line = ''] = (await readFile(join(folder, 'report.jsonl'), 'utf8')).split('\n');
    expect(JSON.parse(line)).toMatchObject({ id: 'a.jpg', state: 'added' });
    const [run] = await server.app.services.referenceImports.list({ id });
    const ended = await runLoupe(
      ['imports', run?.id ?? '', '--cancel', '--report', report, '--json', ...at],
      {},
    );
    expect(ended.json()).toMatchObject({ state: 'Done', isDryRun: false, added: 1, refused: 1 });
    expect(await readFile(report, 'utf8')).toContain('UNSUPPORTED_MEDIA');
    const locally = await add(tar, '--to', join(folder, 'of a tar'));
    expect(locally.json()).toMatchObject([{ state: 'added' }, { state: 'refused' }]);
    for (const words of [
      [tar, '--dry-run', '--to', join(folder, 'of a tar')],
      [folder, '--dry-run', ...at],
      [tar, '--report', 'report.txt', ...at],
    ])
      expect((await add(...words)).exitCode).toBe(2);
    await writeFile(tar, gzipSync(await tarOf(files)).subarray(0, 2000));
    expect((await add(tar, ...at)).error).toContain('cut off');
    expect((await add(tar, '--to', join(folder, 'of a tar'))).error).toContain('cut off');
  });

  it('writes nothing outside of the folder, and one DNA for each id', async () => {
    const zip = await zipWith('file,id,additional\na.jpg,../../out,\nb.jpg,b,true\n');
    const kept = await add(zip, '--to', join(folder, 'deep', 'signatures'));
    expect(kept.json()).toMatchObject([
      { id: '../../out', state: 'refused', note: telling('leads out of the folder') },
      { id: 'b', state: 'refused', note: telling('one DNA for each id') },
    ]);
    await expect(readFile(join(folder, 'out.dna'))).rejects.toThrow('ENOENT');
  });

  it('ends with 2 and the line when the manifest cannot be read, here and there', async () => {
    const key = 'key-of-a-refusal';
    await server.app.services.applications.create(operator, { kind: 'mobile', key });
    const zip = await zipWith('file,name\na.jpg,x\n');
    for (const place of [
      ['--server', server.url, '--key', key],
      ['--to', join(folder, 'never')],
    ]) {
      const refused = await add(zip, ...place);
      expect(refused.exitCode).toBe(2);
      expect(refused.error).toContain('manifest.csv, line 1: the column “name” is not known');
    }
  });
});
