/** Lines of a report about the comparison itself: files, settings, boxes, what else differs, decisions. */
import type { AlsoDiffers } from '../also-differs.js';
import type { ComparedFile, ComparisonRecord, Decision, Signature } from '../comparison-record.js';
import type { ComparedPage, PdfComparison } from '../compared-pdfs.js';
import type { PageDifference } from '../page-difference.js';
import type { MmBox, PageBoxName, PageGeometry } from '../page-geometry.js';
import type { ProofSettings } from '../proof-settings.js';
import { isolated, proofWords } from './languages.js';
import { nameOfPage, writtenDate } from './pages.js';
import type { ProofWords } from './proof-words.js';
import { recordWords } from './record-words.js';
import { isOfSheets, sheetWords } from './sheet-words.js';

const BOX_NAMES: Readonly<Record<PageBoxName, string>> = {
  media: 'MediaBox',
  crop: 'CropBox',
  bleed: 'BleedBox',
  trim: 'TrimBox',
  art: 'ArtBox',
};
/** More sizes than these are listed as the pages are. */
const MOST_PAGES_IN_A_LINE = 12;

const BYTES = { en: 'bytes', de: 'Bytes', fr: 'octets' } as const;

/** "SHA-256 9f86… (12,345 bytes)" */
export function hashLine({ sha256, byteCount }: ComparedFile, { language }: ProofWords): string {
  return `SHA-256 ${sha256} (${byteCount.toLocaleString(language)} ${BYTES[language]})`;
}

/** How the files were compared, by whom and when. */
export function recordLines(
  { settings, profile, version, user, date }: ComparisonRecord,
  comparison: PdfComparison,
  say: ProofWords,
): readonly string[] {
  const words = recordWords[say.language];
  const number = (value: number): string => value.toLocaleString(say.language, { maximumFractionDigits: 2 });
  const withoutText = comparison.pages.filter(({ lacksText }) => lacksText).length;
  return [
    ...(profile === null ? [] : [words.profile(profile)]),
    words.mode[settings.sensitivity],
    ...sheetLines(settings, comparison, say),
    ...(settings.compares === 'text' ? [words.textAlone] : []),
    settings.dpi === null ? words.dpiByNeed : words.dpi(settings.dpi),
    ...(settings.minDeltaE === null ? [] : [words.minDeltaE(number(settings.minDeltaE))]),
    ...(settings.minSize === null ? [] : [words.minSize(number(settings.minSize))]),
    ...settings.ignore.map((zone) =>
      words.leftOut(
        zone.page,
        [zone.left, zone.top, zone.width, zone.height].map((share) => `${number(share * 100)} %`).join(', '),
      ),
    ),
    ...unreadLines(comparison, settings, say),
    ...(withoutText === 0 ? [] : [words.withoutText(withoutText)]),
    ...(user === null ? [] : [words.comparedBy(user)]),
    `${words.version(version)} ${writtenDate(date, say)}`,
    words.notCompared,
  ];
}

function sheetLines(
  { sheet, copies = null }: ProofSettings,
  { sheets = [], pages }: PdfComparison,
  { language }: ProofWords,
): readonly string[] {
  if (sheet !== true) return [];
  const { about, expected, bare } = sheetWords[language];
  const held = new Set(pages.map(({ copy }) => copy?.sheet));
  const bareSheets = sheets.flatMap((_, at) => (held.has(at + 1) ? [] : [at + 1]));
  return [
    about,
    ...(copies === null ? [] : [expected(copies)]),
    ...(bareSheets.length === 0 ? [] : [bare(bareSheets.join(', '))]),
  ];
}

/** Sizes and boxes of the pages of a file; neighbors of the same geometry share a line. */
export function boxLines(
  comparison: PdfComparison,
  side: 'reference' | 'query',
  say: ProofWords,
): readonly string[] {
  // Copies have no boxes of their own, and their page is compared as often as it stands there.
  if (side === 'query' && isOfSheets(comparison)) return [];
  const lines: { text: string; pages: number[] }[] = [];
  const numbered = comparison.pages
    .flatMap((page) => {
      const number = side === 'reference' ? page.referencePage : page.queryPage;
      const geometry = page.geometry[side];
      return number === null || geometry === null ? [] : [{ number, geometry }];
    })
    .toSorted((a, b) => a.number - b.number);
  for (const { number, geometry } of numbered) {
    const text = geometryText(geometry, say);
    const same = lines.find((line) => line.text === text);
    if (same === undefined) lines.push({ text, pages: [number] });
    else if (!same.pages.includes(number)) same.pages.push(number);
  }
  return lines.map(({ text, pages }) => say.about(pagesText(pages, say), text));
}

function pagesText(pages: readonly number[], say: ProofWords): string {
  const shown = pages.slice(0, MOST_PAGES_IN_A_LINE).join(', ');
  return `${proofWords(say.language).pageHeading} ${shown}${pages.length > MOST_PAGES_IN_A_LINE ? ' …' : ''}`;
}

function geometryText({ widthMm, heightMm, boxes }: PageGeometry, say: ProofWords): string {
  const stated = (Object.keys(BOX_NAMES) as PageBoxName[]).flatMap((name) => {
    const box = boxes[name];
    return box === undefined
      ? []
      : [`${BOX_NAMES[name]} ${sizeText(box, say)} (${mm(box.left, say)}, ${mm(box.top, say)})`];
  });
  return [sizeText({ width: widthMm, height: heightMm }, say), ...stated].join('; ');
}

function mm(value: number, { language }: ProofWords): string {
  return `${value.toLocaleString(language, { maximumFractionDigits: 1, minimumFractionDigits: 1 })} mm`;
}

function sizeText({ width, height }: Pick<MmBox, 'width' | 'height'>, say: ProofWords): string {
  const [w, h] = [width, height].map((value) =>
    value.toLocaleString(say.language, { maximumFractionDigits: 1 }),
  );
  return `${w} × ${h} mm`;
}

/** "12.0 mm from the left, 40.5 mm from the top of the trimmed page; 8 × 3 mm"; empty for a whole page. */
export function trimLine({ asAWhole, fromTrim: { query } }: PageDifference, say: ProofWords): string {
  if (asAWhole !== null) return '';
  return recordWords[say.language].fromTrim(mm(query.left, say), mm(query.top, say), sizeText(query, say));
}

/** "Link: https://a.example → https://b.example" */
export function alsoLine({ kind, name, before, after }: AlsoDiffers, say: ProofWords): string {
  const { also, none } = recordWords[say.language];
  const side = (text: string): string => (text === '' ? none : say.quoted(isolated(text)));
  const what = name === '' ? also[kind] : `${also[kind]} ${isolated(name)}`;
  return say.about(what, `${side(before)} → ${side(after)}`);
}

/** Further differences that do not show, of the files and page by page. */
export function alsoLines({ alsoDiffers, pages }: PdfComparison, say: ProofWords): readonly string[] {
  return [
    ...alsoDiffers.map((one) => alsoLine(one, say)),
    ...pages.flatMap((page) =>
      page.alsoDiffers.map((one) => say.about(nameOfPage(page, say), alsoLine(one, say))),
    ),
  ];
}

/** "Accepted by Ada, 3 May 2026. Agreed on the phone." */
export function decisionLine({ verdict, comment, user, date }: Decision, say: ProofWords): string {
  const words = recordWords[say.language];
  const when = writtenDate(date, say);
  const what =
    verdict === null ? words.commented(user, when) : words.decided(words.verdicts[verdict], user, when);
  return comment === '' ? what : `${what} ${say.quoted(isolated(comment))}`;
}

export function signatureLine({ user, comment, date }: Signature, say: ProofWords): string {
  const line = recordWords[say.language].approved(user, writtenDate(date, say));
  return comment === '' ? line : `${line} ${say.quoted(isolated(comment))}`;
}

/** Pages that were compared in another way than somebody may think: not at all, or as files though they are scans. */
export function unreadLines(
  { pages }: PdfComparison,
  settings: ProofSettings,
  say: ProofWords,
): readonly string[] {
  const { nothingToRead, likeAScan } = recordWords[say.language];
  const about = (some: readonly ComparedPage[], text: string): readonly string[] =>
    some.map((page) => say.about(nameOfPage(page, say), text));
  const isUnread = ({ lacksText, status, score }: ComparedPage): boolean =>
    lacksText && status === 'unchanged' && score !== 0;
  return [
    ...(settings.compares === 'text' ? about(pages.filter(isUnread), nothingToRead) : []),
    ...(settings.sensitivity === 'proof' ? about(pages.filter(isLikeAScan), likeAScan) : []),
  ];
}

/** Files are turned by right angles; what lies on a glass is not. */
function isLikeAScan({ lacksText, differences }: ComparedPage): boolean {
  return (
    lacksText &&
    differences.some(
      ({ asAWhole }) =>
        asAWhole?.kind === 'turned' &&
        Math.abs(asAWhole.degrees - 90 * Math.round(asAWhole.degrees / 90)) > 0,
    )
  );
}
