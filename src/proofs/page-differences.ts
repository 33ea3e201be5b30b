/** What differs on a page: places that look different, put together with the words that changed there. */
import type { DifferenceKind } from '../engine-host/appearance/comparison-settings.js';
import type { Difference } from '../engine-host/appearance/fine-comparison.js';
import type { FractionBox } from '../engine-host/types.js';
import { areaOf, sharedArea, unionOf } from '../media/boxes.js';
import type { UnmeasuredDifference } from './page-difference.js';
import { english } from './words/english.js';
import { sentenceOf } from './words/sentences.js';
import type { TextRestyle } from './text-restyles.js';
import type { WordChange, WordDifferences, WordMove } from './word-changes.js';

/** Of the smaller of a place and a word that have this share in common, one is the other's. */
const SHARE_OF_WORD = 0.3;
/** A place is moved text when words that moved cover this share of it: gaps between letters and lines do not count. */
const SHARE_OF_MOVED_TEXT = 0.35;

/**
 * @param regions from the comparison of both pictures
 * @param isSeen  whether words that changed and lie in no region look different at all
 */
export function pageDifferences(
  regions: readonly Difference[],
  { changes, moves, restyles }: Omit<WordDifferences, 'isComplete'>,
  isSeen: (change: WordChange | TextRestyle) => boolean,
): readonly UnmeasuredDifference[] {
  const groups = groupsOf(regions, changes, moves, restyles.runs);
  const seen = groups.filter(
    (group) => group.regions.length > 0 || group.changes.some(isSeen) || group.restyles.some(isSeen),
  );
  return seen
    .map(toDifference)
    .sort((a, b) => a.inQuery.top - b.inQuery.top || a.inQuery.left - b.inQuery.left)
    .map((difference, at) => ({ number: at + 1, ...difference }));
}

interface Group {
  readonly regions: Difference[];
  readonly changes: WordChange[];
  readonly moves: WordMove[];
  readonly restyles: TextRestyle[];
}

/** A region belongs to the words that changed in it, or else to the moved text that it shows. */
function groupsOf(
  regions: readonly Difference[],
  changes: readonly WordChange[],
  moves: readonly WordMove[],
  restyles: readonly TextRestyle[],
): readonly Group[] {
  const groups = new Set<Group>();
  const ofChange = new Map<WordChange, Group>();
  const ofMove = new Map<WordMove, Group>();
  const ofRestyle = new Map<TextRestyle, Group>();
  const create = (part: Partial<Group>): Group => {
    const group = { regions: [], changes: [], moves: [], restyles: [], ...part };
    groups.add(group);
    return group;
  };
  const merge = (into: Group, from: Group): Group => {
    if (into === from) return into;
    into.regions.push(...from.regions);
    into.changes.push(...from.changes);
    into.moves.push(...from.moves);
    into.restyles.push(...from.restyles);
    groups.delete(from);
    for (const change of from.changes) ofChange.set(change, into);
    for (const move of from.moves) ofMove.set(move, into);
    for (const restyle of from.restyles) ofRestyle.set(restyle, into);
    return into;
  };
  for (const change of changes) ofChange.set(change, create({ changes: [change] }));
  for (const move of moves) ofMove.set(move, create({ moves: [move] }));
  for (const restyle of restyles) ofRestyle.set(restyle, create({ restyles: [restyle] }));
  for (const region of regions) {
    const words = changes.filter((change) => isAt(region, change));
    const set = words.length > 0 ? [] : restyles.filter((restyle) => isSet(region, restyle));
    const texts = words.length + set.length > 0 ? [] : moves.filter((move) => shows(region, move));
    const owners = [
      ...words.map((change) => ofChange.get(change)),
      ...set.map((restyle) => ofRestyle.get(restyle)),
      ...texts.map((move) => ofMove.get(move)),
    ];
    let group = create({ regions: [region] });
    for (const owner of owners) if (owner !== undefined) group = merge(owner, group);
  }
  // What a change pushed aside is no difference of its own.
  for (const [move, group] of [...ofMove]) {
    const cause = changes.find((change) => change.gap === move.cause);
    const owner = cause === undefined ? undefined : ofChange.get(cause);
    const current = ofMove.get(move) ?? group;
    if (owner !== undefined && current.regions.length > 0) merge(owner, current);
  }
  return [...groups];
}

/** Whether a place is that of words that changed. */
export function isAt(region: Difference, change: WordChange): boolean {
  const isShared = (place: FractionBox, words: FractionBox | null): boolean =>
    words !== null &&
    sharedArea(place, words) >= SHARE_OF_WORD * Math.max(1e-9, Math.min(areaOf(place), areaOf(words)));
  return isShared(region.inReference, change.inReference) || isShared(region.inQuery, change.inQuery);
}

/** Whether a place lies on text that is set in another way. */
function isSet(region: Difference, restyle: TextRestyle): boolean {
  const isCovered = (place: FractionBox, words: readonly FractionBox[]): boolean =>
    words.reduce((sum, word) => sum + sharedArea(place, word), 0) >= SHARE_OF_MOVED_TEXT * areaOf(place);
  return isCovered(region.inReference, restyle.inReference) || isCovered(region.inQuery, restyle.inQuery);
}

function shows(region: Difference, move: WordMove): boolean {
  if (region.kind === 'recolored') return false;
  const isCovered = (place: FractionBox, words: readonly FractionBox[]): boolean =>
    words.reduce((sum, word) => sum + sharedArea(place, word), 0) >= SHARE_OF_MOVED_TEXT * areaOf(place);
  return isCovered(region.inReference, move.inReference) || isCovered(region.inQuery, move.inQuery);
}

function toDifference({ regions, changes, moves, restyles }: Group): Omit<UnmeasuredDifference, 'number'> {
  const isChanged = changes.length > 0;
  const own = isChanged
    ? regions.filter((region) => changes.some((change) => isAt(region, change)))
    : regions;
  const boxes = (side: 'inReference' | 'inQuery'): FractionBox[] => [
    ...own.map((region) => region[side]),
    ...changes.flatMap((change) => change[side] ?? []),
    ...(isChanged ? [] : moves.flatMap((move) => [...move[side]])),
    ...(isChanged ? [] : restyles.flatMap((restyle) => [...restyle[side]])),
  ];
  const [reference, query] = [unionOf(boxes('inReference')), unionOf(boxes('inQuery'))];
  const nowhere = { left: 0, top: 0, width: 1, height: 1 };
  const kind = kindOf({ regions, changes, moves, restyles });
  const deltaE = own.length === 0 ? null : Math.max(...own.map((region) => region.deltaE));
  const words = changes.map(({ before, after }) => ({ before, after }));
  const movedText = moves.map((move) => move.text).join(' ');
  const restyled = isChanged
    ? []
    : restyles.map((restyle) => ({ text: restyle.text, changes: restyle.changes }));
  const described = { kind, deltaE, words, movedText, restyled, codes: [], asAWhole: null };
  return {
    ...described,
    inReference: reference ?? query ?? nowhere,
    inQuery: query ?? reference ?? nowhere,
    sentence: sentenceOf(described, english),
  };
}

function kindOf({ regions, changes, moves, restyles }: Group): DifferenceKind {
  if (changes.length > 0) {
    if (changes.every((change) => change.before === '')) return 'added';
    return changes.every((change) => change.after === '') ? 'missing' : 'changed';
  }
  if (restyles.length > 0) {
    const isColor = restyles.every(({ changes: set }) => set.every(({ attribute }) => attribute === 'color'));
    return isColor ? 'recolored' : 'changed';
  }
  if (moves.length > 0) return 'moved';
  return regions.length === 1 && regions[0] !== undefined ? regions[0].kind : 'changed';
}
