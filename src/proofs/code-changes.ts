/** Codes of two pages by what they say: a QR that leads elsewhere, an EAN whose check digit is wrong. */
import type { FractionBox, Raster } from '../engine-host/types.js';
import { readCodes, type PrintedCode } from '../media/codes/code-reader.js';
import type { PdfPart } from '../media/pdf/pdf-messages.js';
import { areaOf, isSamePlace, sharedArea, unionOf } from '../media/boxes.js';
import { english } from './words/english.js';
import { isSaidBy, sentenceOf } from './words/sentences.js';
import type { CodeChange, CodeReading, UnmeasuredDifference } from './page-difference.js';

const NAMES: Readonly<Record<string, string>> = {
  QRCode: 'QR code',
  MicroQRCode: 'Micro QR code',
  DataMatrix: 'DataMatrix',
  EAN13: 'EAN-13',
  EAN8: 'EAN-8',
  UPCA: 'UPC-A',
  UPCE: 'UPC-E',
  Code128: 'Code 128',
};
/** Readers take noise for other codes: of broken ones only those with check digits are believed. */
const CHECKED = /^(?:EAN|UPC)/u;
/** Small modules need more pixels than pages usually have. */
const FINER = 2;
/** Around a place, in millimeters: bars that changed are a part of their code. */
const AROUND_MM = 40;
/** Places that are looked at more closely; each takes some hundredths of a second. */
const MOST_CLOSER = 2;
/** How far, in shares of the page, a code may lie aside and be the same one. */
const SAME_PLACE = 0.05;

interface Page {
  readonly raster: Raster;
  readonly widthMm: number;
  readonly heightMm: number;
  readonly draw: (part: PdfPart) => Promise<Raster>;
}

/** @param differences of both pages @returns the same, with what codes there say */
export async function withCodes(
  pages: readonly [reference: Page, query: Page],
  differences: readonly UnmeasuredDifference[],
): Promise<readonly UnmeasuredDifference[]> {
  const places = differences.filter(mayBeCode);
  if (places.length === 0) return differences;
  const [first, second] = [[...(await readCodes(pages[0].raster))], [...(await readCodes(pages[1].raster))]];
  const unread = places
    .filter((place) => !isRead(first, place.inReference) || !isRead(second, place.inQuery))
    .toSorted((a, b) => areaOf(b.inReference) - areaOf(a.inReference))
    .slice(0, MOST_CLOSER);
  for (const { inReference, inQuery } of unread) {
    first.push(...(await closerCodes(pages[0], inReference)));
    second.push(...(await closerCodes(pages[1], inQuery)));
  }
  const changes = changesBetween(eachOnce(first), eachOnce(second));
  const taken = new Set<PlacedChange>();
  const said = differences.map((difference) => {
    if (!mayBeCode(difference)) return difference;
    const codes = changes.filter(
      (change) =>
        !taken.has(change) &&
        (isWithin(difference.inReference, change.inReference) ||
          isWithin(difference.inQuery, change.inQuery)),
    );
    for (const change of codes) taken.add(change);
    if (codes.length === 0) return difference;
    const named = { ...difference, codes: codes.map(({ name, before, after }) => ({ name, before, after })) };
    return { ...named, sentence: sentenceOf(named, english) };
  });
  return withTheirDigits(said);
}

/** The digits below bars that changed with them are no difference of their own. */
function withTheirDigits(differences: readonly UnmeasuredDifference[]): readonly UnmeasuredDifference[] {
  const coded = differences.filter(({ codes }) => codes.length > 0);
  const owners = new Map(
    differences.flatMap((difference) => {
      if (difference.codes.length > 0 || difference.words.length === 0) return [];
      const owner = coded.find(({ codes }) => difference.words.every((words) => isSaidBy(words, codes)));
      return owner === undefined ? [] : [[difference, owner] as const];
    }),
  );
  return differences
    .filter((difference) => !owners.has(difference))
    .map((difference) => {
      const own = [...owners].filter(([, owner]) => owner === difference).map(([digits]) => digits);
      if (own.length === 0) return difference;
      const union = (side: 'inReference' | 'inQuery'): FractionBox =>
        unionOf([difference, ...own].map((one) => one[side])) ?? difference[side];
      const words = [...difference.words, ...own.flatMap((one) => one.words)];
      return { ...difference, words, inReference: union('inReference'), inQuery: union('inQuery') };
    });
}

/** Words of letters are text; numbers may stand below their bars. */
function mayBeCode({ kind, words, restyled, asAWhole }: UnmeasuredDifference): boolean {
  if (asAWhole !== null || kind === 'recolored' || kind === 'moved' || restyled.length > 0) return false;
  return words.every(({ before, after }) => /^[\d\s]{4,}$/u.test(`${before}${after}`));
}

/** A code may be read at both sizes. */
function eachOnce(codes: readonly PrintedCode[]): readonly PrintedCode[] {
  return codes.filter(
    (code, at) =>
      isBelieved(code) &&
      !codes.slice(0, at).some((other) => other.text === code.text && sharedArea(other.box, code.box) > 0),
  );
}

const isBelieved = ({ format, isValid }: PrintedCode): boolean => isValid || CHECKED.test(format);

function isRead(codes: readonly PrintedCode[], place: FractionBox): boolean {
  return codes.some((code) => isBelieved(code) && isWithin(place, code.box));
}

/** Whether a place lies on a code. */
function isWithin(place: FractionBox, code: FractionBox | null): boolean {
  return code !== null && sharedArea(place, code) > 0;
}

interface PlacedChange extends CodeChange {
  readonly inReference: FractionBox | null;
  readonly inQuery: FractionBox | null;
}

function changesBetween(
  first: readonly PrintedCode[],
  second: readonly PrintedCode[],
): readonly PlacedChange[] {
  const right = new Set(second);
  const changes: PlacedChange[] = [];
  for (const before of first) {
    const here = [...right].filter(
      ({ box }) => sharedArea(box, before.box) > 0 || isSamePlace(box, before.box, SAME_PLACE),
    );
    const after =
      here.find(({ text }) => text === before.text) ??
      here.find(({ format }) => format === before.format) ??
      here[0];
    if (after !== undefined) right.delete(after);
    if (after?.text === before.text) continue;
    changes.push({
      name: nameOf(before),
      before: readingOf(before),
      after: after === undefined ? null : readingOf(after),
      inReference: before.box,
      inQuery: after?.box ?? null,
    });
  }
  for (const after of right)
    changes.push({
      name: nameOf(after),
      before: null,
      after: readingOf(after),
      inReference: null,
      inQuery: after.box,
    });
  return changes;
}

const nameOf = ({ format }: PrintedCode): string => NAMES[format] ?? format;
const readingOf = ({ text, isValid }: PrintedCode): CodeReading => ({ text, isValid });

/** Codes around a place, with more pixels. */
async function closerCodes(
  { raster, widthMm, heightMm, draw }: Page,
  place: FractionBox,
): Promise<readonly PrintedCode[]> {
  const { width, height } = raster;
  const [x, y] = [AROUND_MM / widthMm, AROUND_MM / heightMm];
  const [left, top] = [Math.max(0, place.left - x), Math.max(0, place.top - y)];
  const right = Math.min(1, place.left + place.width + x);
  const bottom = Math.min(1, place.top + place.height + y);
  const area = {
    left: Math.floor(left * width * FINER),
    top: Math.floor(top * height * FINER),
    width: Math.max(1, Math.floor((right - left) * width * FINER)),
    height: Math.max(1, Math.floor((bottom - top) * height * FINER)),
  };
  const codes = await readCodes(await draw({ finer: FINER, area }));
  const [fullWidth, fullHeight] = [width * FINER, height * FINER];
  return codes.map((code) => ({
    ...code,
    box: {
      left: (area.left + code.box.left * area.width) / fullWidth,
      top: (area.top + code.box.top * area.height) / fullHeight,
      width: (code.box.width * area.width) / fullWidth,
      height: (code.box.height * area.height) / fullHeight,
    },
  }));
}
