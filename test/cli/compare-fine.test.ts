import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLocalRecognition } from '../../src/app/command-services.js';
import { runCli } from '../../src/cli/program.js';
import { readConfig } from '../../src/config.js';
import { jpegPicture } from '../kit/pictures.js';

describe('loupe compare --fine', { timeout: 120_000 }, () => {
  let folder: string;
  let pair: readonly [string, string];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'loupe-fine-'));
    pair = [join(folder, 'one.jpg'), join(folder, 'marked.png')];
    const original = await jpegPicture(1);
    const mark = { create: { width: 40, height: 30, channels: 3, background: '#ff0000' } } as const;
    await writeFile(pair[0], original);
    await writeFile(
      pair[1],
      await sharp(original)
        .composite([{ input: mark, left: 200, top: 150 }])
        .png()
        .toBuffer(),
    );
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const compare = (...settings: string[]) => run('--fine', '--json', ...settings);

  async function run(...settings: string[]) {
    const printed = { out: '', error: '' };
    const exitCode = await runCli(['compare', ...pair, ...settings], {
      config: () => readConfig({ LOUPE_DATA: join(folder, 'no-server') }),
      open: () => Promise.reject(new Error('No database is needed here.')),
      openLocalRecognition: (config) => Promise.resolve(openLocalRecognition(config)),
      out: (text) => (printed.out += text),
      error: (text) => (printed.error += text),
    });
    return { exitCode, ...printed };
  }

  it('reports what is large and different enough, and in no place that is to be ignored', async () => {
    const found = async (...settings: string[]) =>
      JSON.parse((await compare(...settings)).out) as { fine: { differences: { deltaE: number }[] } };
    const [only, ...others] = (await found('--min-delta-e', '50', '--min-size', '20')).fine.differences;
    expect(only?.deltaE).toBeGreaterThan(50);
    expect(others).toEqual([]);
    for (const settings of [
      ['--min-size', '100'],
      ['--ignore', '0.4,0.4,0.15,0.15'],
      ['--ignore', '0.1,0.1,0.1,0.1', '0.4,0.4,0.15,0.15'],
    ]) {
      expect(await found(...settings)).toMatchObject({ fine: { score: 0, differences: [] } });
    }
    expect(await found('--sensitivity', 'photo')).toMatchObject({
      fine: { coverage: { sensitivity: 'photo' } },
    });
  });

  it('sets OpenCV’s ORB beside its own answer, on the same pictures', async () => {
    interface Answer {
      readonly inlierCount: number;
      readonly timeMs: number;
      readonly queryFromReference: readonly number[];
    }
    const found = await run('--baseline', 'orb', '--json');
    expect(found.exitCode).toBe(0);
    const { baseline, ...own } = JSON.parse(found.out) as Answer & {
      readonly baseline: Answer & { readonly name: string; readonly matchCount: number };
    };
    expect(baseline.name).toBe('orb');
    expect(baseline.matchCount).toBeGreaterThanOrEqual(baseline.inlierCount);
    // The second picture lies as the first one does.
    for (const { inlierCount, timeMs, queryFromReference } of [own, baseline]) {
      expect(inlierCount).toBeGreaterThan(20);
      expect(timeMs).toBeGreaterThan(0);
      for (const [at, entry] of [1, 0, 0, 0, 1, 0, 0, 0, 1].entries()) {
        expect(queryFromReference[at]).toBeCloseTo(entry, 1);
      }
    }
    const printed = await run('--baseline', 'orb');
    expect(printed.out).toMatch(/Loupe +\d+ inliers; \d+ ms with decoding; homography [-\d. ]+\n/);
    expect(printed.out).toMatch(/Baseline orb +\d+ inliers; .*; \d+ matches of \d+ keypoints\n/);
    expect((await run('--json')).out).not.toContain('baseline');
  });

  it('ends with 2 and names what makes no sense', async () => {
    for (const [name, value, message] of [
      ['--sensitivity', 'eagle', /proof, scan, photo/],
      ['--min-delta-e', '101', /0 to 100/],
      ['--min-delta-e', 'much', /number/],
      ['--min-size', '-1', /pixels/],
      ['--ignore', '0,0,1', /left,top,width,height/],
      ['--ignore', '0.5,0.5,0.6,0.1', /inside/],
      ['--baseline', 'eagle', /must be orb/],
    ] as const) {
      const ended = await compare(name, value);
      expect({ name, exitCode: ended.exitCode, out: ended.out }).toEqual({ name, exitCode: 2, out: '' });
      expect(ended.error).toMatch(message);
    }
  });
});
