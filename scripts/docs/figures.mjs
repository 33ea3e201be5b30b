/**
 * Pages of figures, and whether the code behind them is still the one that was measured. `docs/benchmarks/measured.json`
 * keeps a hash of that code for each page; a page whose code has changed since says so below its title.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { inRoot } from '../setup/paths.mjs';
import { listFiles } from '../setup/stamps.mjs';

/** All of it but the fine comparison, which recognition never runs: no floor below it may include it. */
const ENGINE = ['native/core', 'src/engine-host'];
const COMPARISON = 'native/core/comparison';

/** The folders that each page measures. */
const CODE_OF = {
  'docs/benchmarks.md': ENGINE,
  'docs/benchmarks/clones.md': ENGINE,
  'docs/benchmarks/designs.md': ENGINE,
  'docs/benchmarks/exam.md': ENGINE,
  'docs/benchmarks/fine-comparison.md': [COMPARISON, 'native/core/registration', 'native/core/image'],
  'docs/benchmarks/npm-peers.md': ENGINE,
  'docs/benchmarks/pictures.md': ['src/pictures', ...ENGINE],
};

export const FIGURE_PAGES = Object.keys(CODE_OF);
const RECORD = 'docs/benchmarks/measured.json';
const STALE = '> **Stale.** The code behind these figures has changed since they were measured.\n\n';

/** Code without what cannot change a figure: comments, imports and white space. Names of files do not count. */
function essence(text) {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/^(import|export)\b[^;]*?\bfrom '[^']*';$/gm, '')
    .replace(/^#include .*$/gm, '')
    .replace(/\s+/g, ' ');
}

/** The baseline that users can ask for beside recognition is in no figure of these pages. */
const BASELINE = /(native\/core\/baseline\/|\/(native-)?baseline\.ts$)/;

/** A hash of the code that a page measures, as it is now. */
function codeHash(page) {
  const isCode = (path) => /\.(cc|h|ts)$/.test(path) && !/_test\.cc$/.test(path) && !BASELINE.test(path);
  const folders = CODE_OF[page];
  const isOfPage = (path) => folders.includes(COMPARISON) || !path.includes(`${COMPARISON}/`);
  const files = listFiles(folders.map((path) => inRoot(path))).filter(
    (path) => isCode(path) && isOfPage(path),
  );
  const parts = files.map((file) =>
    createHash('sha256')
      .update(essence(readFileSync(file, 'utf8')))
      .digest('hex'),
  );
  return createHash('sha256')
    .update([...new Set(parts)].sort().join())
    .digest('hex')
    .slice(0, 16);
}

const measured = () => JSON.parse(readFileSync(inRoot(RECORD), 'utf8'));

/** Whether the code of a page has changed since its figures were measured. */
export const isStale = (page) => measured()[page] !== codeHash(page);

export const saysStale = (page) => readFileSync(inRoot(page), 'utf8').includes(STALE);

/** Remembers that a page was measured with the code as it is. */
export function recordMeasured(page) {
  if (!(page in CODE_OF))
    throw new Error(`${page} is no page of figures; there are ${FIGURE_PAGES.join(', ')}.`);
  writeFileSync(inRoot(RECORD), `${JSON.stringify({ ...measured(), [page]: codeHash(page) }, null, 2)}\n`);
}

/** Writes or removes the mark below the title of each page. @returns {string[]} the stale ones */
export function markFigures() {
  for (const page of FIGURE_PAGES) {
    const text = readFileSync(inRoot(page), 'utf8');
    const plain = text.replace(STALE, '');
    const marked = isStale(page) ? plain.replace(/^(# .*\n\n)/, `$1${STALE}`) : plain;
    if (marked !== text) writeFileSync(inRoot(page), marked);
  }
  return FIGURE_PAGES.filter(isStale);
}
