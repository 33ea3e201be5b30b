import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findContradictions, indexPage, readRecords } from '../../scripts/docs/decision-records.mjs';
import { findDeadEnds } from '../../scripts/docs/markdown-links.mjs';
import { FIGURE_PAGES, isStale, saysStale } from '../../scripts/docs/figures.mjs';
import { inRoot, rootDir } from '../../scripts/setup/paths.mjs';

const records = inRoot('docs/decisions');

/** Pages of the project's own folders, from the root. */
function pages(): string[] {
  const below = codeFolders().flatMap((folder) =>
    readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  );
  return [...readdirSync(rootDir), ...below].filter(
    (path) => path.endsWith('.md') && !/(^|\/)(node_modules|third_party|build)\//.test(path),
  );
}

function codeFolders(): string[] {
  return readdirSync(rootDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^[a-z]/.test(entry.name))
    .map(({ name }) => name)
    .filter((name) => !['data', 'dist', 'build', 'coverage', 'node_modules'].includes(name));
}

describe('the documentation', () => {
  it('leads nowhere that does not exist', () => {
    const folders = codeFolders();
    const deadEnds = pages()
      .filter((page) => !page.startsWith('docs/decisions/0'))
      .flatMap((page) => findDeadEnds(rootDir, page, folders));
    expect(deadEnds).toEqual([]);
  });

  it('has links in decision records that lead somewhere', () => {
    // Records stay as they were written: code that they mention may have moved since, their headers may not be wrong.
    const deadEnds = pages()
      .filter((page) => page.startsWith('docs/decisions/0'))
      .flatMap((page) => findDeadEnds(rootDir, page, ['no-folder']));
    expect(deadEnds).toEqual([]);
  });

  it('lets users run its lines with what `npm start` has installed', () => {
    const { scripts } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const forUsers = ['README.md', 'docs/by-http.md', 'docs/your-first-page.md', 'docs/operations.md'];
    const named = forUsers.flatMap((page) =>
      [...readFileSync(inRoot(page), 'utf8').matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name),
    );
    expect(named.length).toBeGreaterThan(1);
    // tsx comes with `npm test`.
    expect(named.filter((name) => scripts[name]?.includes('tsx') !== false)).toEqual([]);
  });

  it.each(FIGURE_PAGES)(
    'says in %s whether its code has changed since it was measured: npm run docs:figures',
    (page) => {
      expect(saysStale(page)).toBe(isStale(page));
    },
  );

  it('has decision records whose headers are complete, agree with each other, and name code that exists', () => {
    const { records: all, faults } = readRecords(records);
    expect(all.length).toBeGreaterThan(20);
    expect(all.length).toBeLessThanOrEqual(32);
    expect([...faults, ...findContradictions(all, rootDir)]).toEqual([]);
  });

  it('has an index of the decision records that is up to date', () => {
    const { records: all } = readRecords(records);
    expect(readFileSync(join(records, 'README.md'), 'utf8')).toBe(indexPage(all));
  });
});

describe('the check of the documentation', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'loupe-docs-'));
    mkdirSync(join(folder, 'src'));
    writeFileSync(join(folder, 'src/code.ts'), '');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const record = (number: string, header: string) =>
    writeFileSync(join(folder, `${number}-a-record.md`), `# ${number} A record\n\n${header}\n`);
  const faultsOf = () => {
    const { records: all, faults } = readRecords(folder);
    return [...faults, ...findContradictions(all, folder)];
  };

  it('reports a record that another one supersedes and that does not say so', () => {
    record('0001', 'Area: index · Status: accepted · Code: `src/code.ts`');
    record('0002', 'Area: index · Status: accepted · Supersedes: 0001 · Code: `src/code.ts`');
    expect(faultsOf()).toEqual(['0002-a-record.md: supersedes 0001, which does not say so of 0002']);
    record('0001', 'Area: index · Status: superseded by 0002 · Code: `src/code.ts`');
    expect(faultsOf()).toEqual([]);
  });

  it('reports code that is gone, missing fields, and an area or a status that it does not know', () => {
    record('0001', 'Area: index · Status: accepted · Code: `src/gone.ts`');
    record('0002', 'Area: index · Status: obsolete · Code: `src/code.ts`');
    record('0003', 'Status: accepted · Code: `src/code.ts`');
    record('0004', 'Area: a · Status: accepted · Code: `src/code.ts`');
    expect(faultsOf()).toEqual([
      '0002-a-record.md: the status is none of accepted, changed by NNNN, superseded by NNNN',
      '0003-a-record.md: the third line has no Area',
      expect.stringMatching(/^0004-a-record.md: the area is none of benchmark, /),
      '0001-a-record.md: src/gone.ts is gone',
    ]);
  });

  it('reports links to files, headings and code that do not exist', () => {
    writeFileSync(join(folder, 'other.md'), '# A heading\n\n```\n# no heading\n```\n');
    writeFileSync(
      join(folder, 'page.md'),
      '[good](other.md#a-heading) [bad](other.md#no-heading) [gone](gone.md) `src/code.ts` `src/gone.ts` `src/dist/made-by-a-build.js`\n',
    );
    expect(findDeadEnds(folder, 'page.md', ['src'])).toEqual([
      'page.md: other.md#no-heading names no heading',
      'page.md: gone.md is gone',
      'page.md: src/gone.ts is gone',
    ]);
  });
});
