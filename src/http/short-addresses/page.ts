/** Pages of short addresses as HTML: without programs, for every browser and printer of text. */
import type { PublisherView } from '../../organizations/publisher.service.js';
import type { ShownTarget } from '../../short-addresses/short-address-targets.js';
import type { Words } from './words.js';

interface PageOptions {
  readonly words: Words;
  readonly fileUrl: (fileId: string) => string;
  readonly actionUrl: (actionId: string) => string;
  readonly pageUrl: (order: number) => string;
}

const STYLE = `:root{color-scheme:light dark;font:1.05rem/1.5 system-ui,sans-serif}
body{margin:0 auto;max-width:34rem;padding:1.5rem 1rem 3rem;overflow-wrap:anywhere}
header{border-top:6px solid var(--brand,#7f8a99);padding-top:1rem}
h1,h2{font-size:1.4rem;line-height:1.25;margin:1rem 0}h2{font-size:1.1rem}
.logo{max-height:3rem;max-width:60%}.picture{display:block;max-width:100%;max-height:16rem;border-radius:.5rem}
ul{list-style:none;padding:0;margin:1rem 0}
.actions a{display:flex;gap:.75rem;align-items:center;min-height:2.75rem;padding:.35rem 1rem;margin:.6rem 0;border:1px solid #7f8a99;border-radius:.75rem;color:inherit;text-decoration:none;font-weight:600}
.actions a:focus-visible,.actions a:hover{outline:3px solid var(--brand,#3b6fd4);outline-offset:1px}
.actions img{width:1.75rem;height:1.75rem;object-fit:contain}
.pages{display:grid;grid-template-columns:repeat(auto-fill,minmax(6.5rem,1fr));gap:1rem}
.pages a{color:inherit;display:block;min-height:2.75rem}.pages img{display:block;width:100%;border:1px solid #7f8a99;border-radius:.35rem}
pre{white-space:pre-wrap;font:inherit}footer{margin-top:2.5rem;display:flex;gap:1.5rem}footer a{color:inherit;min-height:2.75rem}`;

/** Offers of an address: titles, actions and pages to choose from. */
export function offersPage(shown: ShownTarget, publisher: PublisherView, options: PageOptions): string {
  const { parts, pages, single } = shown;
  const { words, fileUrl } = options;
  const [first] = parts;
  const title = first?.enrichment.title ?? shown.documentName;
  const logo =
    publisher.logoFileId === null
      ? ''
      : `<img class="logo" src="${safe(fileUrl(publisher.logoFileId))}" alt="${safe(publisher.name)}">`;
  const sections = parts.map(({ enrichment }, at) => {
    const actions = single === null ? enrichment.actions : [single];
    const own = enrichment.title ?? '';
    const heading = at === 0 ? `<h1>${safe(title)}</h1>` : own === title ? '' : `<h2>${safe(own)}</h2>`;
    const picture =
      enrichment.bigThumbnailFileId === null || (pages.length > 0 && actions.length === 0)
        ? ''
        : `<img class="picture" src="${safe(fileUrl(enrichment.bigThumbnailFileId))}" alt="">`;
    const links = actions.map((action) => {
      const icon = action.iconFileId === null ? '' : `<img src="${safe(fileUrl(action.iconFileId))}" alt="">`;
      return `<li><a rel="nofollow" href="${safe(options.actionUrl(action.id))}">${icon}<span>${safe(action.name)}</span></a></li>`;
    });
    const list = links.length === 0 ? '' : `<ul class="actions">${links.join('')}</ul>`;
    return `<section lang="${safe(enrichment.languageCode)}">${heading}${picture}${list}</section>`;
  });
  const color = publisher.color === null ? '' : ` style="--brand:${safe(publisher.color)}"`;
  const body = `<header${color}>${logo}</header><main${color}>${sections.join('')}${pageList(shown, options)}</main>${imprint(publisher, words)}`;
  return document(title, body, words);
}

export function messagePage(
  { title, text }: { readonly title: string; readonly text: string },
  words: Words,
): string {
  return document(title, `<header></header><main><h1>${safe(title)}</h1><p>${safe(text)}</p></main>`, words);
}

/** The text of an action that opens nothing. */
export function textPage(name: string, text: string, words: Words): string {
  return document(
    name,
    `<header></header><main><h1>${safe(name)}</h1><pre>${safe(text)}</pre></main>`,
    words,
  );
}

function pageList({ pages }: ShownTarget, { words, fileUrl, pageUrl }: PageOptions): string {
  if (pages.length === 0) return '';
  const links = pages.map(({ order, thumbnailFileId }) => {
    const picture =
      thumbnailFileId === null ? '' : `<img loading="lazy" src="${safe(fileUrl(thumbnailFileId))}" alt="">`;
    return `<li><a rel="nofollow" href="${safe(pageUrl(order))}">${picture}${safe(words.page(order))}</a></li>`;
  });
  return `<nav aria-label="${safe(words.pages)}"><ul class="pages">${links.join('')}</ul></nav>`;
}

function imprint({ imprintUrl, privacyUrl }: PublisherView, words: Words): string {
  const links = [
    [words.imprint, imprintUrl],
    [words.privacy, privacyUrl],
  ].flatMap(([name, url]) => (url == null ? [] : [`<a href="${safe(url)}">${safe(name ?? '')}</a>`]));
  return links.length === 0 ? '' : `<footer>${links.join('')}</footer>`;
}

function document(title: string, body: string, { language }: Words): string {
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${safe(title)}</title><style>${STYLE}</style></head>
<body>${body}</body></html>
`;
}

const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const safe = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);
