/** Text of a page and where it stands: kept as lines, compared folded. */
import { z } from 'zod';
import type { FractionBox } from '../../engine-host/types.js';
import { foldText } from '../../kernel/text-fold.js';
import { around } from '../../media/boxes.js';
import type { EntityManager } from '../../db/database.js';
import { PageText } from './page-text.entity.js';

/** A line of print: its text, then left, top, width and height as fractions of the page. */
export type PrintedLine = readonly [text: string, left: number, top: number, width: number, height: number];

/** Where a text stands on a page. */
export interface PrintedPlace {
  /** The lines that hold it, cut to what stands beside it. */
  readonly text: string;
  /** Fractions of the page. */
  readonly box: FractionBox;
}

/** Of one page; what stands behind is not searched. A page of a newspaper has some 20,000. */
const MOST_CHARACTERS = 60_000;
/** Shown to each side of what was found. */
const BESIDE_CHARACTERS = 40;
const STEPS = 10_000;

const lineSchema = z.array(z.tuple([z.string(), z.number(), z.number(), z.number(), z.number()]));

/** Keeps the lines that fit, with places to a ten-thousandth of the page. */
export function printedLines(
  lines: readonly { readonly text: string; readonly box: FractionBox }[],
): readonly PrintedLine[] {
  const kept: PrintedLine[] = [];
  let left = MOST_CHARACTERS;
  for (const { text, box } of lines) {
    left -= text.length;
    if (left < 0) break;
    const [x, y, width, height] = [box.left, box.top, box.width, box.height].map(rounded) as [
      number,
      number,
      number,
      number,
    ];
    kept.push([text, x, y, width, height]);
  }
  return kept;
}

const rounded = (fraction: number): number => Math.round(Math.min(1, Math.max(0, fraction)) * STEPS) / STEPS;

/** The text that searches are compared with: lines with a blank between them, words that were parted at its end as one. */
export function foldedText(lines: readonly PrintedLine[]): string {
  return partsOf(lines)
    .map(({ folded }) => folded)
    .join('');
}

/** Each line with what it adds to the folded text. */
function partsOf(
  lines: readonly PrintedLine[],
): readonly { readonly folded: string; readonly line: PrintedLine }[] {
  return lines.map((line, at) => {
    const [text] = line;
    const next = lines[at + 1]?.[0] ?? '';
    const isParted = /\p{Letter}[-\u00AD\u2010]$/u.test(text) && /^\p{Lowercase_Letter}/u.test(next);
    const folded = foldText(isParted ? text.slice(0, -1) : text);
    return { line, folded: isParted || at === lines.length - 1 ? folded : `${folded} ` };
  });
}

/**
 * Finds a text on a page.
 *
 * @param stored lines as JSON
 * @param wanted folded
 * @returns its first place; null where the lines do not hold it, or are none
 */
export function placeOnPage(stored: string, wanted: string): PrintedPlace | null {
  const lines = readLines(stored);
  if (lines === null) return null;
  const parts = partsOf(lines);
  const from = foldedText(lines).indexOf(wanted);
  if (from === -1) return null;
  let end = 0;
  const held = parts.filter(({ folded }) => {
    const begin = end;
    end += folded.length;
    return begin < from + wanted.length && end > from;
  });
  const texts = held.map(({ line: [text] }) => text);
  const boxes = held.map(({ line: [, left, top, width, height] }) => ({ left, top, width, height }));
  const [only] = held;
  // Folded letters may be more or fewer: the place within a line is near enough for its mark, and its words for the sentence.
  const text = texts.length === 1 ? cutTo(texts[0] ?? '', wanted) : texts.join(' ');
  return only === undefined ? null : { text, box: around(boxes) };
}

/** The words of a page, a line each; null where the lines are none. */
export function textOf(stored: string): string | null {
  return (
    readLines(stored)
      ?.map(([text]) => text)
      .join('\n') ?? null
  );
}

function readLines(stored: string): readonly PrintedLine[] | null {
  try {
    return lineSchema.parse(JSON.parse(stored));
  } catch {
    return null;
  }
}

/** A long line around what was found, cut between words. */
function cutTo(text: string, wanted: string): string {
  const at = foldText(text).indexOf(wanted);
  const from = Math.max(0, at - BESIDE_CHARACTERS);
  const to = Math.min(text.length, at + wanted.length + BESIDE_CHARACTERS);
  const head = from === 0 ? '' : '… ';
  const tail = to === text.length ? '' : ' …';
  const begin = from === 0 ? 0 : text.indexOf(' ', from) + 1;
  const stop = to === text.length ? to : text.lastIndexOf(' ', to);
  return stop <= begin ? text.slice(from, to) : `${head}${text.slice(begin, stop)}${tail}`;
}

/** Keeps the words of a page for searches; of one without words that it has none, so that it is not read again. */
export async function keepText(
  em: EntityManager,
  nodeId: string,
  lines: readonly PrintedLine[],
): Promise<void> {
  await em.upsert(PageText, { nodeId, textFolded: foldedText(lines), lines: JSON.stringify(lines) });
}
