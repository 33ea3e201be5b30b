/** The words that differ between two pages, and those that only lie elsewhere. */
import type { FractionBox } from '../engine-host/types.js';
import { isSamePlace, unionOf } from '../media/boxes.js';
import type { PlacedWord } from './placed-words.js';
import { type TextRestyles, textRestyles } from './text-restyles.js';
import { editsOf } from './word-edits.js';

/** Another program may set the same word a hair aside. */
const SAME_PLACE = 0.003;

export interface WordChange {
  /** Empty where words were added. */
  readonly before: string;
  /** Empty where words are missing. */
  readonly after: string;
  readonly inReference: FractionBox | null;
  readonly inQuery: FractionBox | null;
  /** Which place of the text it is at; changes of one place stand next to each other. */
  readonly gap: number;
}

/** Neighboring words that stayed the same and lie elsewhere. */
export interface WordMove {
  readonly text: string;
  readonly inReference: readonly FractionBox[];
  readonly inQuery: readonly FractionBox[];
  /** Place of the changes that they follow and that pushed them aside; null where none did. */
  readonly cause: number | null;
}

export interface WordDifferences {
  readonly changes: readonly WordChange[];
  readonly moves: readonly WordMove[];
  readonly restyles: TextRestyles;
  /** False when the texts differ so much that words are not named. */
  readonly isComplete: boolean;
}

export function wordDifferences(
  reference: readonly PlacedWord[],
  query: readonly PlacedWord[],
  widthPt: number | null = null,
): WordDifferences {
  const { kept, isComplete } = editsOf(
    reference.map((word) => word.text),
    query.map((word) => word.text),
  );
  if (!isComplete) return { changes: [], moves: [], restyles: { everywhere: [], runs: [] }, isComplete };
  const gaps = gapsBetween(kept, reference, query);
  const redrawn = drawnInOtherOrder(gaps);
  const redrawnAfter = new Set(redrawn.values());
  const changes = gaps
    .flatMap(({ removed, added, gap }) =>
      byLine(
        removed.filter((word) => !redrawn.has(word)),
        added.filter((word) => !redrawnAfter.has(word)),
        gap,
      ),
    )
    .map(({ removed, added, gap }) => ({
      gap,
      before: textOf(removed),
      after: textOf(added),
      inReference: unionOf(removed.map((word) => word.inPage)),
      inQuery: unionOf(added.map((word) => word.inPage)),
    }));
  const pairs = kept.flatMap(([x, y]) => {
    const [before, after] = [reference[x], query[y]];
    return before === undefined || after === undefined ? [] : [[before, after] as const];
  });
  return {
    changes,
    moves: movesOf(kept, reference, query),
    restyles: textRestyles([...pairs, ...redrawn], widthPt),
    isComplete,
  };
}

interface Gap {
  /** Counts the words that both texts have before it. */
  readonly gap: number;
  readonly removed: readonly PlacedWord[];
  readonly added: readonly PlacedWord[];
}

const textOf = (words: readonly PlacedWord[]): string => words.map((word) => word.text).join(' ');

function gapsBetween(
  kept: readonly (readonly [number, number])[],
  reference: readonly PlacedWord[],
  query: readonly PlacedWord[],
): readonly Gap[] {
  const gaps: Gap[] = [];
  let [x, y] = [0, 0];
  for (const [gap, [nextX, nextY]] of [...kept, [reference.length, query.length] as const].entries()) {
    if (nextX > x || nextY > y)
      gaps.push({ gap, removed: reference.slice(x, nextX), added: query.slice(y, nextY) });
    [x, y] = [nextX + 1, nextY + 1];
  }
  return gaps;
}

/** Words that files hold in another order and that lie at the same place do not differ. */
function drawnInOtherOrder(gaps: readonly Gap[]): ReadonlyMap<PlacedWord, PlacedWord> {
  const added = new Map<string, PlacedWord[]>();
  for (const word of gaps.flatMap((gap) => gap.added)) {
    const list = added.get(word.text);
    if (list === undefined) added.set(word.text, [word]);
    else list.push(word);
  }
  const same = new Map<PlacedWord, PlacedWord>();
  const taken = new Set<PlacedWord>();
  for (const word of gaps.flatMap((gap) => gap.removed)) {
    const twin = added.get(word.text)?.find((one) => !taken.has(one) && isSamePlace(one, word, SAME_PLACE));
    if (twin === undefined) continue;
    taken.add(twin);
    same.set(word, twin);
  }
  return same;
}

/** As many words on both sides are parted where a line ends on both: changes below each other are two. */
function byLine(removed: readonly PlacedWord[], added: readonly PlacedWord[], gap: number): readonly Gap[] {
  if (removed.length === 0 && added.length === 0) return [];
  if (removed.length !== added.length) return [{ gap, removed, added }];
  const parts: { gap: number; removed: PlacedWord[]; added: PlacedWord[] }[] = [];
  for (const [at, before] of removed.entries()) {
    const after = added[at];
    if (after === undefined) continue;
    const isNext = at > 0 && !(startsLine(removed, at) && startsLine(added, at));
    const part = parts.at(-1);
    if (isNext && part !== undefined) {
      part.removed.push(before);
      part.added.push(after);
    } else parts.push({ gap, removed: [before], added: [after] });
  }
  return parts;
}

function startsLine(words: readonly PlacedWord[], at: number): boolean {
  const [before, word] = [words[at - 1], words[at]];
  if (before === undefined || word === undefined) return true;
  const overlap =
    Math.min(before.top + before.height, word.top + word.height) - Math.max(before.top, word.top);
  return overlap <= 0 || word.left < before.left;
}

function movesOf(
  kept: readonly (readonly [number, number])[],
  reference: readonly PlacedWord[],
  query: readonly PlacedWord[],
): readonly WordMove[] {
  const moves: {
    words: string[];
    inReference: FractionBox[];
    inQuery: FractionBox[];
    cause: number | null;
  }[] = [];
  let [lastX, lastY, wasMoved] = [-1, -1, false];
  for (const [gap, [x, y]] of kept.entries()) {
    const [before, after] = [reference[x], query[y]];
    if (before === undefined || after === undefined) continue;
    const isMoved = !isSamePlace(before, after, SAME_PLACE / 3);
    if (isMoved) {
      const isNext = x === lastX + 1 && y === lastY + 1;
      if (!wasMoved) moves.push({ words: [], inReference: [], inQuery: [], cause: isNext ? null : gap });
      const move = moves.at(-1);
      move?.words.push(before.text);
      move?.inReference.push(before.inPage);
      move?.inQuery.push(after.inPage);
    }
    [lastX, lastY, wasMoved] = [x, y, isMoved];
  }
  return moves.map(({ words, ...rest }) => ({ text: words.join(' '), ...rest }));
}
