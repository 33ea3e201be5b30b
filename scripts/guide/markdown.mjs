/** A page of the guide from its Markdown: the body as HTML, its headings, and its text by section for the search. */
import { posix } from 'node:path';
import MarkdownIt from 'markdown-it';

const parser = new MarkdownIt({ html: false, linkify: false });

/** The address of a heading, as GitHub forms it: links between pages hold in both places. */
function slugOf(text, used) {
  const base = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
  const count = used.get(base) ?? 0;
  used.set(base, count + 1);
  return count === 0 ? base : `${base}-${count}`;
}

const textOf = (token) =>
  (token.children ?? [])
    .map(({ type, content }) => (type === 'softbreak' ? ' ' : type === 'image' ? '' : content))
    .join('');

/** Where a link between pages leads on the site. */
function siteAddress(href, file) {
  if (/^[a-z]+:|^#/i.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const markdown = path.endsWith('/') ? `${path}README.md` : path;
  const isFirst = posix.join(posix.dirname(file), markdown) === 'README.md';
  const page = isFirst ? markdown.replace('README.md', 'index.html') : markdown.replace(/\.md$/, '.html');
  return anchor === undefined ? page : `${page}#${anchor}`;
}

function mendLinks(children, file) {
  let isLeft = false;
  for (const token of children) {
    if (token.type === 'link_open') {
      const href = token.attrGet('href') ?? '';
      const address = leavesSite(href, file) ? null : siteAddress(href, file);
      isLeft = address === null;
      if (address !== null) token.attrSet('href', address);
    }
    if (token.type === 'image') token.attrSet('loading', 'lazy');
    if (!isLeft || !token.type.startsWith('link_')) continue;
    if (token.type === 'link_close') isLeft = false;
    token.tag = 'span';
    token.attrs = null;
  }
}

/** Sources lie above the documentation. */
const leavesSite = (href, file) =>
  !/^[a-z]+:|^#/i.test(href) && posix.join(posix.dirname(file), href).startsWith('../');

/** Alignment by a class: the site's policy refuses styles in attributes. */
function alignByClass(token) {
  const align = /text-align:(\w+)/.exec(token.attrGet('style') ?? '')?.[1];
  if (align === undefined) return;
  token.attrs = token.attrs.filter(([name]) => name !== 'style');
  token.attrJoin('class', `to-${align}`);
}

/**
 * @param {string} source
 * @param {string} file of the page below docs
 */
export function renderPage(source, file) {
  const tokens = parser.parse(source, {});
  const used = new Map();
  const headings = [];
  const sections = [];
  let title = '';
  for (const [at, token] of tokens.entries()) {
    if (token.children) mendLinks(token.children, file);
    alignByClass(token);
    if (token.type === 'heading_open') {
      const text = textOf(tokens[at + 1]);
      const slug = slugOf(text, used);
      const level = Number(token.tag.slice(1));
      token.attrSet('id', slug);
      title ||= text;
      if (level === 2 || level === 3) headings.push({ level, text, slug });
      sections.push({ heading: text, slug: level === 1 ? '' : slug, text: '' });
    } else if (
      (token.type === 'inline' && tokens[at - 1].type !== 'heading_open') ||
      token.type === 'fence'
    ) {
      const section = sections.at(-1) ?? sections[sections.push({ heading: '', slug: '', text: '' }) - 1];
      section.text += ` ${token.type === 'fence' ? token.content : textOf(token)}`;
    }
  }
  const html = parser.renderer
    .render(tokens, parser.options, {})
    .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>');
  return { title, html, headings, sections };
}
