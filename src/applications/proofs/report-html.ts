/** A comparison as one HTML file that needs nothing else. */
import type { FractionBox } from '../../vision/types.js';
import type { PageDifference } from './page-differences.js';
import type { Picture } from './compared-pdfs.js';
import type { Crop, ReportContent, ReportedPage } from './report-content.js';
import {
  describeCounts,
  describePage,
  LIMIT_OF_RESOLUTION,
  limitsOf,
  nameOfPage,
  verdictOf,
} from './report-words.js';

const STYLE = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:72rem;margin:2rem auto;padding:0 1rem}
h1{margin-bottom:.25rem}.verdict{font-size:1.25rem;font-weight:600}
.pages{display:grid;grid-template-columns:repeat(auto-fill,minmax(8rem,1fr));gap:1rem;padding:0;list-style:none}
.pages a{display:block;color:inherit;text-decoration:none}.pages img{width:100%;border:1px solid #8888}
.status{font-size:.85rem}.changed .status,.inserted .status,.removed .status,.moved .status{color:#b3123c;font-weight:600}
@media (prefers-color-scheme:dark){.changed .status,.inserted .status,.removed .status,.moved .status{color:#ff7d9c}}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:1rem}.pair figure{margin:0;min-width:0}
.shown{position:relative;overflow:hidden;line-height:0}.shown img{width:100%;height:auto;border:1px solid #8888;box-sizing:border-box}
.mark{position:absolute;min-width:6px;min-height:6px;outline:2px solid #d6204e;outline-offset:3px;border-radius:1px}
.mark b{position:absolute;left:-5px;bottom:calc(100% + 5px);padding:0 5px;color:#fff;background:#b3123c;font:700 12px/18px system-ui,sans-serif;border-radius:9px}
section{margin-top:3rem;border-top:1px solid #8888}ol.differences{padding:0;list-style:none}
ol.differences>li{margin:1.5rem 0;break-inside:avoid}.limit{font-style:italic}
`;

export function htmlReport({ names, date, comparison, pages }: ReportContent): string {
  const [first, second] = names.map(escape);
  const shown = pages.filter(({ page }) => page.status !== 'unchanged' || page.isMoved);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>Comparison of ${first} and ${second}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Comparison of two PDFs</h1>
<p>First file: ${first}, ${comparison.referencePageCount} pages<br>Second file: ${second}, ${comparison.queryPageCount} pages<br>${date.toISOString()}</p>
<p class="verdict">${escape(verdictOf(comparison))}</p>
<p>Pages: ${escape(describeCounts(comparison))}.</p>
<p class="limit">${LIMIT_OF_RESOLUTION}</p>
<h2>Pages</h2>
<ul class="pages">
${pages.map((page, at) => overviewOf(page, at)).join('\n')}
</ul>
${shown.map((page) => sectionOf(page, pages.indexOf(page))).join('\n')}
</body>
</html>
`;
}

function overviewOf({ page, thumbnails }: ReportedPage, at: number): string {
  const thumbnail = thumbnails.query ?? thumbnails.reference;
  const isShown = page.status !== 'unchanged' || page.isMoved;
  const picture = thumbnail === null ? '' : `<img src="${dataUrl(thumbnail.jpeg)}" alt="" loading="lazy">`;
  const text = `${picture}${escape(nameOfPage(page))}<br><span class="status">${escape(describePage(page))}</span>`;
  const classes = [page.status, ...(page.isMoved ? ['moved'] : [])].join(' ');
  return `<li class="${classes}">${isShown ? `<a href="#p${at}">${text}</a>` : text}</li>`;
}

function sectionOf({ page, thumbnails, sides, crops }: ReportedPage, at: number): string {
  const heading = `<h2>${escape(nameOfPage(page))}: ${escape(describePage(page))}</h2>`;
  const limits = limitsOf(page).map((limit) => `<p class="limit">${escape(limit)}</p>`);
  const body =
    sides === null
      ? pairOf(simple(thumbnails.reference, 'first'), simple(thumbnails.query, 'second'))
      : pairOf(
          figureOf(
            sides.reference,
            'First file',
            marksOf(page.differences, (one) => one.inReference),
          ),
          figureOf(
            sides.query,
            'Second file',
            marksOf(page.differences, (one) => one.inQuery),
          ),
        );
  const list = page.differences.map((difference, at) => {
    const crop = crops[at];
    const pictures =
      crop === undefined
        ? ''
        : pairOf(cropOf(crop.reference, 'First file'), cropOf(crop.query, 'Second file'));
    return `<li>${headOf(difference)}${pictures}</li>`;
  });
  return `<section id="p${at}">${heading}${limits.join('')}${body}${
    list.length === 0 ? '' : `<ol class="differences">${list.join('\n')}</ol>`
  }</section>`;
}

function headOf({ number, kind, deltaE, sentence }: PageDifference): string {
  const color = deltaE === null ? '' : `, ΔE ${deltaE.toFixed(1)}`;
  return `<h3>${number}. ${kind}${color}</h3><p>${escape(sentence)}</p>`;
}

const pairOf = (first: string, second: string): string => `<div class="pair">${first}${second}</div>`;

function simple(thumbnail: Picture | null, which: string): string {
  return thumbnail === null
    ? `<p>Not in the ${which} file.</p>`
    : `<figure><img src="${dataUrl(thumbnail.jpeg)}" alt="The page in the ${which} file"></figure>`;
}

function figureOf({ jpeg, width, height }: Picture, caption: string, marks: string): string {
  return `<figure><div class="shown"><img src="${dataUrl(jpeg)}" width="${width}" height="${height}" alt="${caption}" loading="lazy">${marks}</div><figcaption>${caption}</figcaption></figure>`;
}

function cropOf(crop: Crop, caption: string): string {
  return figureOf(crop, caption, `<span class="mark" style="${placeOf(crop.mark)}"></span>`);
}

function marksOf(
  differences: readonly PageDifference[],
  boxOf: (difference: PageDifference) => FractionBox,
): string {
  return differences
    .map((one) => `<span class="mark" style="${placeOf(boxOf(one))}"><b>${one.number}</b></span>`)
    .join('');
}

function placeOf({ left, top, width, height }: FractionBox): string {
  const percent = (value: number): string => `${(100 * value).toFixed(2)}%`;
  return `left:${percent(left)};top:${percent(top)};width:${percent(width)};height:${percent(height)}`;
}

const dataUrl = (jpeg: Buffer): string => `data:image/jpeg;base64,${jpeg.toString('base64')}`;

/** Names of files and words of strangers become text. */
function escape(text: string): string {
  const names: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (letter) => names[letter] ?? letter);
}
