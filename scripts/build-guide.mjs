/**
 * Builds the guide from `docs/` into dist/guide: pages that run below any address, without a script within them, and
 * compressed copies of their files. The folder appears complete or not at all.
 */
import './node/require.cjs';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative, sep } from 'node:path';
import { layout, pathOf } from './guide/layout.mjs';
import { renderPage } from './guide/markdown.mjs';
import { guideSite } from './setup/guide.mjs';
import { inRoot } from './setup/paths.mjs';
import { precompress } from './setup/precompress.mjs';
import { listFiles } from './setup/stamps.mjs';

const docs = inRoot('docs');
const draft = `${guideSite.folder}.draft`;

function write(path, content) {
  const file = join(draft, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/** Writes a file whose name holds a hash of what is in it. @returns the name */
function writeAsset(name, content) {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 10);
  const hashed = `${basename(name, extname(name))}-${hash}${extname(name)}`;
  write(`assets/${hashed}`, content);
  return hashed;
}

rmSync(draft, { recursive: true, force: true });
const files = listFiles([docs]).map((path) => relative(docs, path).split(sep).join('/'));
const pages = files
  .filter((file) => file.endsWith('.md'))
  .map((file) => ({
    file,
    page: renderPage(readFileSync(join(docs, file), 'utf8'), file),
  }));
const found = pages.flatMap(({ file, page }) =>
  page.sections.map(({ heading, slug, text }) => ({
    url: pathOf(file) + (slug === '' ? '' : `#${slug}`),
    page: page.title,
    heading,
    text: text.replace(/\s+/g, ' ').trim(),
  })),
);
const source = (name) => readFileSync(inRoot('scripts/guide', name), 'utf8');
const assets = {
  style: writeAsset('guide.css', source('guide.css')),
  script: writeAsset('search.js', source('search.js')),
  search: writeAsset('sections.json', JSON.stringify(found)),
};
for (const { file, page } of pages) write(pathOf(file), layout(page, file, assets));
for (const file of files.filter((name) => !name.endsWith('.md'))) {
  const copy = join(draft, file.replace(/^public\//, ''));
  mkdirSync(dirname(copy), { recursive: true });
  copyFileSync(join(docs, file), copy);
}
await precompress(draft);
rmSync(guideSite.folder, { recursive: true, force: true });
renameSync(draft, guideSite.folder);
