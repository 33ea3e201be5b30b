/** Text that stayed the same and is set in another way: color, size, font, weight, slant. */
import { converter, differenceCiede2000 } from 'culori';
import type { FractionBox } from '../engine-host/types.js';
import type { PdfTextStyle } from '../media/pdf/pdf-messages.js';
import type { PlacedWord } from './placed-words.js';

export type StyleChange =
  /** Colors as #rrggbb; the difference is CIEDE2000. */
  | { readonly attribute: 'color'; readonly before: string; readonly after: string; readonly deltaE: number }
  /** In points of 1/72 inch. */
  | { readonly attribute: 'size'; readonly before: number; readonly after: number }
  | { readonly attribute: 'font'; readonly before: string; readonly after: string }
  | { readonly attribute: 'weight'; readonly before: Weight; readonly after: Weight }
  | { readonly attribute: 'slant'; readonly before: Slant; readonly after: Slant }
  /** How much farther its letters stand from each other, in points. */
  | { readonly attribute: 'spacing'; readonly points: number };

export type Weight = 'regular' | 'bold';
export type Slant = 'upright' | 'italic';

/** Neighboring words that changed in the same way. */
export interface TextRestyle {
  readonly text: string;
  readonly changes: readonly StyleChange[];
  readonly inReference: readonly FractionBox[];
  readonly inQuery: readonly FractionBox[];
}

export interface TextRestyles {
  /** Changes that nearly all words of the page have in common, each with the places of some of them. */
  readonly everywhere: readonly TextRestyle[];
  readonly runs: readonly TextRestyle[];
}

/** CIEDE2000 below which a color is the same: conversions round. */
const LEAST_DELTA_E = 2.5;
/** Share by which a size differs. */
const LEAST_SIZE = 0.01;
/** Points, and share of the size, by which letters stand farther from each other: programs round. */
const LEAST_SPACING_PT = 0.08;
const LEAST_SPACING = 0.01;
/** Neighboring words are set alike though their widths are rounded. */
const STEPS_OF_A_POINT = 20;
/** Share of the words of a page, and their least number, that make a change one of the whole page. */
const NEARLY_ALL = 0.9;
const FEWEST_WORDS = 5;
/** Words that are looked at when all of a page changed. */
const SAMPLE = 8;

/**
 * @param pairs   words that both pages have, in their order
 * @param widthPt of both pages; null where they are not as wide
 */
export function textRestyles(
  pairs: readonly (readonly [PlacedWord, PlacedWord])[],
  widthPt: number | null,
): TextRestyles {
  const changed = pairs.map(([before, after]) => {
    const changes = styleChanges(before.style, after.style);
    // Other letters are as wide as they are.
    const isSet = widthPt !== null && changes.every(({ attribute }) => attribute === 'color');
    return isSet ? [...changes, ...spacingChanges(before, after, widthPt)] : changes;
  });
  const counts = new Map<string, number>();
  for (const key of changed.flat().map(keyOf)) counts.set(key, (counts.get(key) ?? 0) + 1);
  const isEverywhere = (change: StyleChange): boolean =>
    pairs.length >= FEWEST_WORDS && (counts.get(keyOf(change)) ?? 0) >= NEARLY_ALL * pairs.length;
  const everywhere = new Map(
    changed.flat().flatMap((change) => (isEverywhere(change) ? [[keyOf(change), change] as const] : [])),
  );
  const runs: {
    words: string[];
    changes: StyleChange[];
    inReference: FractionBox[];
    inQuery: FractionBox[];
  }[] = [];
  let lastKey = '';
  for (const [at, [before, after]] of pairs.entries()) {
    const changes = (changed[at] ?? []).filter((change) => !everywhere.has(keyOf(change)));
    const key = changes.map(keyOf).join();
    if (key !== '' && key !== lastKey) runs.push({ words: [], changes, inReference: [], inQuery: [] });
    lastKey = key;
    if (key === '') continue;
    const run = runs.at(-1);
    run?.words.push(before.text);
    run?.inReference.push(before.inPage);
    run?.inQuery.push(after.inPage);
  }
  return {
    everywhere: [...everywhere.values()].map((change) => {
      const some = pairs.filter((_pair, at) => changed[at]?.some((one) => keyOf(one) === keyOf(change)));
      return {
        text: '',
        changes: [change],
        inReference: some.slice(0, SAMPLE).map(([before]) => before.inPage),
        inQuery: some.slice(0, SAMPLE).map(([, after]) => after.inPage),
      };
    }),
    runs: runs.map(({ words, ...rest }) => ({ text: words.join(' '), ...rest })),
  };
}

const keyOf = (change: StyleChange): string => JSON.stringify(change);

function styleChanges(before: PdfTextStyle, after: PdfTextStyle): StyleChange[] {
  if (before.isHidden || after.isHidden) return [];
  const changes: StyleChange[] = [];
  const deltaE = colorDifference(before.color, after.color);
  if (deltaE >= LEAST_DELTA_E)
    changes.push({
      attribute: 'color',
      before: hexOf(before.color),
      after: hexOf(after.color),
      deltaE: Math.round(deltaE * 10) / 10,
    });
  if (Math.abs(after.sizePt - before.sizePt) > LEAST_SIZE * Math.max(before.sizePt, after.sizePt))
    changes.push({ attribute: 'size', before: before.sizePt, after: after.sizePt });
  const [weightBefore, weightAfter] = [weightOf(before), weightOf(after)];
  if (weightBefore !== weightAfter)
    changes.push({ attribute: 'weight', before: weightBefore, after: weightAfter });
  const [slantBefore, slantAfter] = [slantOf(before), slantOf(after)];
  if (slantBefore !== slantAfter)
    changes.push({ attribute: 'slant', before: slantBefore, after: slantAfter });
  const isOtherFont = before.font !== after.font && before.font !== '' && after.font !== '';
  // Another weight or slant of a family is another font, of course.
  if (isOtherFont && familyOf(before.font) !== familyOf(after.font))
    changes.push({ attribute: 'font', before: before.font, after: after.font });
  return changes;
}

/** Words stand in lines from left to right; others are as high as these are wide. */
function spacingChanges(before: PlacedWord, after: PlacedWord, widthPt: number): StyleChange[] {
  const gaps = [...before.text].length - 1;
  if (gaps < 1 || before.style.isHidden || after.style.isHidden) return [];
  if (before.inPage.width < before.inPage.height || after.inPage.width < after.inPage.height) return [];
  const points = ((after.inPage.width - before.inPage.width) * widthPt) / gaps;
  const least = Math.max(LEAST_SPACING_PT, LEAST_SPACING * before.style.sizePt);
  return Math.abs(points) < least
    ? []
    : [{ attribute: 'spacing', points: Math.round(points * STEPS_OF_A_POINT) / STEPS_OF_A_POINT }];
}

type Rgb = PdfTextStyle['color'];

const toLab = converter('lab65');
const ciede2000 = differenceCiede2000();

function colorDifference(before: Rgb, after: Rgb): number {
  const lab = ([r, g, b]: Rgb) => toLab({ mode: 'rgb', r: r / 255, g: g / 255, b: b / 255 });
  return before.every((level, at) => level === after[at]) ? 0 : ciede2000(lab(before), lab(after));
}

const hexOf = (color: Rgb): string =>
  `#${color.map((level) => level.toString(16).padStart(2, '0')).join('')}`;

const weightOf = ({ isBold }: PdfTextStyle): Weight => (isBold ? 'bold' : 'regular');
const slantOf = ({ isItalic }: PdfTextStyle): Slant => (isItalic ? 'italic' : 'upright');

/** "LiberationSans-BoldItalic" is of the family "liberationsans". */
function familyOf(font: string): string {
  return font
    .toLowerCase()
    .replace(
      /[-_, ]?(?:regular|roman|book|normal|bold|black|heavy|semibold|demi|italic|oblique|mt|ps)+(?=$|[-_, ])/gu,
      '',
    )
    .replace(/[-_, ]/gu, '');
}
