/** The frame around a page of the guide: navigation, search, and what stands on the page. */
import { posix } from 'node:path';
import { navigation } from './navigation.mjs';

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** The address of a page on the site. */
export const pathOf = (file) => (file === 'README.md' ? 'index.html' : file.replace(/\.md$/, '.html'));

function navigationOf(current, base) {
  const link = ([title, file]) =>
    `<li><a href="${base}${pathOf(file)}"${file === current ? ' aria-current="page"' : ''}>${title}</a></li>`;
  return navigation
    .map(({ title, pages }) => `<h2>${title}</h2><ul>${pages.map(link).join('')}</ul>`)
    .join('');
}

function outlineOf(headings) {
  if (headings.length < 2) return '';
  const item = ({ level, text, slug }) =>
    `<li class="level-${level}"><a href="#${slug}">${escaped(text)}</a></li>`;
  return `<nav class="outline" aria-label="On this page"><h2>On this page</h2><ul>${headings.map(item).join('')}</ul></nav>`;
}

/**
 * @param page as `renderPage` makes it
 * @param {string} file below docs
 * @param {{ style: string, script: string, search: string }} assets by their names, which hold a hash
 */
export function layout(page, file, assets) {
  // Relative, so that the pages are of use below any address.
  const base = '../'.repeat(posix.dirname(file) === '.' ? 0 : file.split('/').length - 1) || './';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(page.title)} | Loupe</title>
<link rel="icon" href="${base}favicon.svg">
<link rel="stylesheet" href="${base}assets/${assets.style}">
<script type="module" src="${base}assets/${assets.script}"></script>
</head>
<body data-base="${base}" data-search="${base}assets/${assets.search}">
<a class="skip" href="#content">Skip to the page</a>
<header>
<a class="home" href="${base}index.html"><img src="${base}favicon.svg" alt="" width="24" height="24">Loupe</a>
<search><label for="query">Search the guide</label><input id="query" type="search" placeholder="Search" autocomplete="off" role="combobox" aria-expanded="false" aria-controls="results"><ul id="results" role="listbox" aria-label="Found in the guide" hidden></ul></search>
<a class="console" href="${base}../">Console</a>
</header>
<div class="columns">
<details class="pages" open><summary>Pages</summary><nav aria-label="Pages of the guide">${navigationOf(file, base)}</nav></details>
<main id="content" tabindex="-1">
${page.html}
</main>
${outlineOf(page.headings)}
</div>
</body>
</html>
`;
}
