import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MatcherProcess } from '../benchmark/matchers/matcher-process.js';
import { recallAt } from '../benchmark/matchers/matcher-run.js';
import { inRoot } from '../../../scripts/setup/paths.mjs';
import { writeSyntheticSet } from '../simulation/synthetic-set-writer.js';
import { runLoupe } from '../../../test/kit/command.js';

let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loupe-matchers-'));
  await writeSyntheticSet(at('sets/drawn'), {
    seed: 5,
    referenceCount: 6,
    queriesPerGroup: 1,
    kinds: ['magazine', 'photo'],
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const bench = (...words: readonly string[]) =>
  runLoupe(['bench', '--data', at('sets'), '--crops', '2', '--report', at('page.html'), ...words], {});

interface Answer {
  readonly runs: readonly {
    readonly name: string;
    readonly cuts: readonly { readonly limit: number; readonly right: number; readonly shown: number }[];
  }[];
}

describe('a matcher beside Loupe', () => {
  const toy = inRoot('examples/matchers/mean-colors.mjs');

  test('in JavaScript and in Python is asked the same questions, and all runs stand in one page', async () => {
    const python = ['--matcher-command', `python3 ${inRoot('examples/matchers/sizes.py')}`];
    const first = await bench(...python, '--matcher-name', 'sizes', '--matcher-result', at('sizes.json'));
    expect(first).toMatchObject({ exitCode: 0 });
    expect(first.out).toContain('Right, at most 5.0 % falsely accepted');
    const words = [
      '--matcher',
      toy,
      '--matcher-result',
      at('mean.json'),
      '--with',
      at('sizes.json'),
      '--json',
    ];
    const second = await bench(...words);
    expect({ exitCode: second.exitCode, error: second.error }).toMatchObject({ exitCode: 0 });
    const { runs } = second.json() as Answer;
    expect(runs.map(({ name }) => name)).toEqual(['mean-colors.mjs', 'Loupe', 'sizes']);
    const right = runs.map(({ cuts }) => cuts[0]?.right ?? 0);
    expect(right[1]).toBeGreaterThan(right[2] ?? 0);
    expect(new Set(runs.map(({ cuts }) => cuts[0]?.shown)).size).toBe(1);
    const page = await readFile(at('page.html'), 'utf8');
    for (const name of ['mean-colors.mjs', 'Loupe', 'sizes'])
      expect(page).toContain(`<th scope="row">${name}</th>`);
    expect(page).toContain('<svg');
    expect(page).not.toMatch(/(src|href)="?https?:/);
    const elsewhere = await bench('--with', at('sizes.json'), '--seed', '2', '--peer-queries', '1');
    expect(elsewhere.exitCode).toBe(1);
    expect(elsewhere.error).toMatch(/sizes\) answered other questions\. Run it with the same --data/);
  });

  test('and files that are no runs, or options that contradict each other, are refused before anything is measured', async () => {
    await writeFile(at('other.json'), '{"rows": []}');
    expect((await bench('--with', at('other.json'))).error).toMatch(/other\.json is no run of a matcher/);
    expect((await bench('--with', at('absent.json'))).error).toMatch(/cannot be read/);
    for (const words of [
      ['--matcher', toy, '--matcher-command', 'true'],
      ['--matcher', at('absent.mjs')],
      ['--matcher', toy, '--matcher-timeout', '0'],
    ]) {
      expect({ words, exitCode: (await bench(...words)).exitCode }).toEqual({ words, exitCode: 2 });
    }
  });
});

describe('what is wrong with a matcher is named', () => {
  /** A program that answers every line with the same text. */
  const always = (text: string) => `while read -r line; do printf '%s\\n' '${text}'; done`;
  const failure = async (
    source: { readonly command?: string; readonly module?: string },
    timeoutMs = 20_000,
  ) => {
    const matcher = MatcherProcess.start({ ...source, timeoutMs });
    try {
      await matcher.add('a', 'a.jpg');
      await matcher.search('a.jpg', 1);
    } catch (error) {
      return String(error);
    } finally {
      await matcher.close();
    }
    return 'none';
  };
  const hits = (...some: readonly object[]) => always(JSON.stringify({ hits: some }));

  test.each([
    ['hangs', 'sleep 600', /MATCHER_HANGS: No answer to "add" within 0\.3 s.*--matcher-timeout/],
    ['dies', 'echo broken >&2; exit 3', /MATCHER_DIED: .*exit code 3[^]*It wrote:\nbroken/],
    ['is no program', 'no-such-program-here', /MATCHER_DIED: .*exit code 127[^]*not found/],
    ['prints nonsense', always('hello'), /MATCHER_NONSENSE: A line is no JSON: hello.*standard error/],
    ['prints no hits', always('{}'), /MATCHER_NONSENSE: The answer must look like \{"hits"/],
    ['prints NaN', always('{"hits": [{"id": "a", "score": NaN}]}'), /MATCHER_NONSENSE/],
    ['scores by words', hits({ id: 'a', score: 'high' }), /MATCHER_NONSENSE/],
    [
      'speaks unasked',
      `printf '{}\\n{}\\n{}\\n'; sleep 600`,
      /MATCHER_NONSENSE: It wrote a line that nobody asked for/,
    ],
    ['names what is not there', hits({ id: 'b', score: 1 }), /MATCHER_OUT_OF_RANGE: a hit names "b"/],
    [
      'answers too much',
      hits({ id: 'a', score: 1 }, { id: 'a', score: 2 }),
      /MATCHER_OUT_OF_RANGE: it answered 2 hits/,
    ],
  ])('that %s', async (name, command, message) => {
    expect(await failure({ command }, name === 'hangs' ? 300 : 20_000)).toMatch(message);
  });

  test('of a module, also where it hangs without giving anybody a turn', async () => {
    const module = async (text: string, timeoutMs?: number) => {
      await writeFile(at('wrong.mjs'), text);
      return failure({ module: at('wrong.mjs') }, timeoutMs);
    };
    expect(await module('export const add = () => {};')).toMatch(
      /MATCHER_DIED[^]*exports no function search/,
    );
    expect(await module('throw new Error("no model here")')).toMatch(/MATCHER_DIED[^]*no model here/);
    const search = 'export const search = () => [{ id: "a", score: 1 }];';
    expect(await module(`export function add() { throw new Error("bad file"); } ${search}`)).toMatch(
      /MATCHER_DIED[^]*bad file/,
    );
    expect(await module(`export function add() { for (;;); } ${search}`, 1500)).toMatch(/MATCHER_HANGS/);
    expect(await module(`export const add = () => console.log("fine"); ${search}`)).toBe('none');
    const infinite = 'export const search = () => [{ id: "a", score: Infinity }];';
    expect(await module(`export const add = () => {}; ${infinite}`)).toMatch(/MATCHER_NONSENSE/);
  });
});

test('a matcher is cut where it accepts at most a share of what shows nothing', () => {
  const shown = [0.9, 0.8, 0.4, null].map((score, rank) => ({ isShown: true, isRight: rank !== 1, score }));
  const others = [0.5, 0.1, null, null].map((score) => ({ isShown: false, isRight: false, score }));
  const run = { answers: [...shown, ...others] };
  expect(recallAt(run, 0)).toMatchObject({ least: 0.8, right: 1, shown: 4, accepted: 0, notShown: 4 });
  expect(recallAt(run, 0.25)).toMatchObject({ least: 0.4, right: 2, accepted: 1 });
  expect(recallAt(run, 0.24)).toMatchObject({ right: 1, accepted: 0 });
  expect(recallAt({ answers: shown.map((each) => ({ ...each, score: null })) }, 0)).toMatchObject({
    least: null,
    right: 0,
  });
});
