/** A comparison as one HTML file that needs nothing else. */
import type { FractionBox } from '../../engine-host/types.js';
import type { PageDifference } from '../page-difference.js';
import type { PdfComparison, Picture } from '../compared-pdfs.js';
import { partlyChanged, type TextPart } from '../changed-letters.js';
import type { ComparedFile, Decision } from '../comparison-record.js';
import type { Crop, ReportContent, ReportedPage } from './report-content.js';
import { isolatedName } from '../words/languages.js';
import { describePage, ignoredLine, limitsOf, nameOfPage, verdictOf, writtenDate } from '../words/pages.js';
import type { ProofWords } from '../words/proof-words.js';
import {
  alsoLines,
  boxLines,
  decisionLine,
  hashLine,
  recordLines,
  signatureLine,
  trimLine,
} from '../words/record-lines.js';
import { recordWords } from '../words/record-words.js';
import { kindOf, sentenceOf } from '../words/sentences.js';
import { sheetWords, wordsFor } from '../words/sheet-words.js';

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
.sheet{margin:0 0 1.5rem}.sheet svg{max-width:100%;max-height:26rem}.sheet rect{fill:none;stroke:#888;vector-effect:non-scaling-stroke}
.sheet text{text-anchor:middle;dominant-baseline:central;fill:currentColor}.sheet .changed,.sheet .inserted{fill:#d6204e33;stroke:#d6204e;stroke-width:2}
.sheet .removed{stroke:#d6204e;stroke-width:2;stroke-dasharray:5 4}
section{margin-top:3rem;border-top:1px solid #8888}ol.differences{padding:0;list-style:none}
ol.differences>li{margin:1.5rem 0;break-inside:avoid}.limit{font-style:italic}
code{overflow-wrap:anywhere}.place{font-size:.85rem}.decision,.signature{font-weight:600}
`;

export function htmlReport(content: ReportContent, words: ProofWords): string {
  const { record, comparison, pages, decisions, signature } = content;
  const say = wordsFor(comparison, words);
  const [first, second] = record.files;
  const shown = pages.filter(({ page }) => page.status !== 'unchanged' || page.isMoved);
  const ignoredCount = pages.reduce((sum, { ignored }) => sum + ignored.length, 0);
  const { referencePageCount, queryPageCount } = comparison;
  const also = recordWords[say.language];
  return `<!doctype html>
<html lang="${say.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>${escape(say.titleOf(isolatedName(first.name), isolatedName(second.name)))}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${say.title}</h1>
${fileOf(0, first, referencePageCount, say)}
${fileOf(1, second, queryPageCount, say)}
<p>${writtenDate(record.date, say)}</p>
${signature === null ? '' : `<p class="signature">${escape(signatureLine(signature, say))}</p>\n`}<p class="verdict">${escape(verdictOf(comparison, say, ignoredCount))}</p>
<p>${escape(say.counts(comparison.counts))}</p>
<p class="limit">${escape(say.limit)}</p>
<h2>${say.pageHeading}</h2>
${sheetsOf(comparison, say)}<ul class="pages">
${pages.map((page, at) => overviewOf(page, at, say)).join('\n')}
</ul>
${shown.map((page) => sectionOf(page, pages.indexOf(page), decisions, say)).join('\n')}
${ignoredCount === 0 ? '' : ignoredOf(pages, say)}${listOf('also', also.alsoHeading, alsoLines(comparison, say), also.alsoText)}${listOf('record', also.heading, recordLines(record, comparison, say))}${listOf('boxes', say.about(also.boxes, say.files[0]), boxLines(comparison, 'reference', say))}${listOf('boxes', say.about(also.boxes, say.files[1]), boxLines(comparison, 'query', say))}</body>
</html>
`;
}

function fileOf(at: 0 | 1, file: ComparedFile, pageCount: number, say: ProofWords): string {
  const named = say.fileOf(say.files[at], isolatedName(file.name), pageCount);
  return `<p>${escape(named)}<br><code>${escape(hashLine(file, say))}</code></p>`;
}

/** Nothing where there are no lines. */
function listOf(name: string, heading: string, lines: readonly string[], text = ''): string {
  if (lines.length === 0) return '';
  const items = lines.map((line) => `<li>${escape(line)}</li>`).join('\n');
  const about = text === '' ? '' : `<p>${escape(text)}</p>`;
  return `<section class="${name}"><h2>${escape(heading)}</h2>${about}<ul>${items}</ul></section>\n`;
}

function ignoredOf(pages: readonly ReportedPage[], say: ProofWords): string {
  const lines = pages.flatMap(({ page, ignored }) =>
    ignored.map((one) => `<li>${escape(ignoredLine(page, one, say))}</li>`),
  );
  return `<section class="ignored"><h2>${say.ignoredHeading}</h2><ul>${lines.join('\n')}</ul></section>\n`;
}

/** Sheets as drawings: where which copy stands. */
function sheetsOf({ sheets = [], pages }: PdfComparison, say: ProofWords): string {
  const drawn = sheets.map(({ widthMm, heightMm }, at) => {
    const copies = pages.flatMap(({ copy, status }, page) => {
      if (copy?.sheet !== at + 1 || copy.place === null) return [];
      const { left, top, width, height } = copy.place;
      const size = Math.min(width, height) / 3;
      return [
        `<a href="#p${page}"><rect class="${status}" x="${left}" y="${top}" width="${width}" height="${height}"/>`,
        `<text x="${left + width / 2}" y="${top + height / 2}" font-size="${size}" transform="rotate(${copy.turn ?? 0} ${left + width / 2} ${top + height / 2})">${copy.number}</text></a>`,
      ];
    });
    const name = sheetWords[say.language].sheet(at + 1);
    return `<figure class="sheet"><svg viewBox="-1 -1 ${widthMm + 2} ${heightMm + 2}" role="img" aria-label="${escape(name)}"><rect class="paper" width="${widthMm}" height="${heightMm}"/>${copies.join('')}</svg><figcaption>${escape(name)}</figcaption></figure>`;
  });
  return drawn.length === 0 ? '' : `<div class="sheets">${drawn.join('\n')}</div>\n`;
}

function overviewOf({ page, thumbnails, ignored }: ReportedPage, at: number, say: ProofWords): string {
  const thumbnail = thumbnails.query ?? thumbnails.reference;
  const isShown = page.status !== 'unchanged' || page.isMoved;
  const picture = thumbnail === null ? '' : `<img src="${dataUrl(thumbnail.jpeg)}" alt="" loading="lazy">`;
  const text = `${picture}${escape(nameOfPage(page, say))}<br><span class="status">${escape(describePage(page, say, ignored.length))}</span>`;
  const classes = [page.status, ...(page.isMoved ? ['moved'] : [])].join(' ');
  return `<li class="${classes}">${isShown ? `<a href="#p${at}">${text}</a>` : text}</li>`;
}

function sectionOf(
  { page, thumbnails, sides, crops, ignored }: ReportedPage,
  at: number,
  decisions: readonly Decision[],
  say: ProofWords,
): string {
  const decided = (number: number): readonly string[] =>
    decisions
      .filter((one) => one.page === at && one.number === number)
      .map((one) => `<p class="decision">${escape(decisionLine(one, say))}</p>`);
  const heading = `<h2>${escape(say.about(nameOfPage(page, say), describePage(page, say, ignored.length)))}</h2>`;
  const few = page.status === 'changed' && sides === null ? [say.tooMany] : [];
  const limits = [...limitsOf(page, say), ...few].map((limit) => `<p class="limit">${escape(limit)}</p>`);
  const [first, second] = say.files;
  const body =
    sides === null
      ? pairOf(simple(thumbnails.reference, 0, say), simple(thumbnails.query, 1, say))
      : pairOf(
          figureOf(
            sides.reference,
            first,
            marksOf(page.differences, (one) => one.inReference),
          ),
          figureOf(
            sides.query,
            second,
            marksOf(page.differences, (one) => one.inQuery),
          ),
        );
  const list = page.differences.map((difference) => {
    const crop = crops.find(({ number }) => number === difference.number);
    const pictures =
      crop === undefined ? '' : pairOf(cropOf(crop.reference, first), cropOf(crop.query, second));
    return `<li>${headOf(difference, say)}${decided(difference.number).join('')}${pictures}</li>`;
  });
  return `<section id="p${at}">${heading}${decided(0).join('')}${limits.join('')}${body}${
    list.length === 0 ? '' : `<ol class="differences">${list.join('\n')}</ol>`
  }</section>`;
}

function headOf(difference: PageDifference, say: ProofWords): string {
  const place = trimLine(difference, say);
  const letters = difference.words.map((words) => lettersOf(words)).join('');
  const where = place === '' ? '' : `<p class="place">${escape(place)}</p>`;
  return `<h3>${difference.number}. ${kindOf(difference, say)}</h3><p>${escape(sentenceOf(difference, say))}</p>${letters}${where}`;
}

/** Both words with the letters marked that are others; nothing where all are. */
function lettersOf(words: PageDifference['words'][number]): string {
  const marked = partlyChanged(words);
  if (marked === null) return '';
  const written = (parts: readonly TextPart[]): string =>
    `<bdi>${parts.map(({ text, isChanged }) => (isChanged ? `<mark>${escape(text)}</mark>` : escape(text))).join('')}</bdi>`;
  return `<p class="letters">${written(marked.before)} → ${written(marked.after)}</p>`;
}

const pairOf = (first: string, second: string): string => `<div class="pair">${first}${second}</div>`;

function simple(thumbnail: Picture | null, side: 0 | 1, say: ProofWords): string {
  return thumbnail === null
    ? `<p>${escape(say.missingIn[side])}</p>`
    : `<figure><img src="${dataUrl(thumbnail.jpeg)}" alt="${escape(say.pictureOf[side])}"></figure>`;
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
