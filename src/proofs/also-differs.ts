/** Differences of two files that do not show: links, notes, form fields, boxes, text that nobody sees, metadata. */
import type { FractionBox } from '../engine-host/types.js';
import {
  OVERPRINT_CELLS,
  type PdfFileFacts,
  type PdfOverprinting,
  type PdfPageFacts,
} from '../media/pdf/pdf-messages.js';
import { isSamePlace } from '../media/boxes.js';
import { fromTrim, type MmBox, type PageGeometry } from './page-geometry.js';
import { editsOf } from './word-edits.js';

export const ALSO_KINDS = [
  'metadata',
  'userUnit',
  'box',
  'link',
  'note',
  'field',
  'unseenText',
  'overprint',
] as const;
export type AlsoKind = (typeof ALSO_KINDS)[number];

export interface AlsoDiffers {
  readonly kind: AlsoKind;
  /** Which one: “Title”, “TrimBox”, the name of a field; empty where there is nothing to name. */
  readonly name: string;
  /** Empty where the first file has none. */
  readonly before: string;
  /** Empty where the second file has none. */
  readonly after: string;
}

/** How far, in shares of the page, a link may lie aside and be the same one. */
const SAME_PLACE = 0.02;
/** Rounding of boxes by programs. */
const BOX_SLACK_MM = 0.25;
const BOX_NAMES = {
  media: 'MediaBox',
  crop: 'CropBox',
  bleed: 'BleedBox',
  trim: 'TrimBox',
  art: 'ArtBox',
} as const;
/** Of text that nobody sees: what differs is shown up to here. */
const MOST_UNSEEN = 3;

export interface PageMatter {
  readonly facts: PdfPageFacts;
  readonly geometry: PageGeometry;
}

export function filesAlsoDiffer(before: PdfFileFacts, after: PdfFileFacts): readonly AlsoDiffers[] {
  const names = new Set([...Object.keys(before.metadata), ...Object.keys(after.metadata)]);
  const units = ({ userUnits }: PdfFileFacts): string => userUnits.join(', ');
  return [
    ...changed('userUnit', '', units(before), units(after)),
    ...[...names].flatMap((name) =>
      changed('metadata', name, before.metadata[name] ?? '', after.metadata[name] ?? ''),
    ),
  ];
}

/** @param unseen words that differ and do not show */
export function pagesAlsoDiffer(
  before: PageMatter,
  after: PageMatter,
  unseen: readonly TextEdit[],
): readonly AlsoDiffers[] {
  return [
    ...boxesDiffer(before.geometry, after.geometry),
    ...linksDiffer(before.facts.links, after.facts.links),
    ...notesDiffer(before.facts.notes, after.facts.notes),
    ...fieldsDiffer(before.facts.fields, after.facts.fields),
    ...unseenDiffers(unseen),
    ...overprintDiffers(before.facts.overprint, after.facts.overprint),
  ];
}

export interface TextEdit {
  readonly before: string;
  readonly after: string;
}

/** Differences of two texts whose pages look the same. */
export function textEdits(before: readonly string[], after: readonly string[]): readonly TextEdit[] {
  const { kept, isComplete } = editsOf(before, after);
  if (!isComplete) return [{ before: before.join(' '), after: after.join(' ') }];
  const edits: TextEdit[] = [];
  let [x, y] = [0, 0];
  for (const [nextX, nextY] of [...kept, [before.length, after.length] as const]) {
    if (nextX > x || nextY > y)
      edits.push({ before: before.slice(x, nextX).join(' '), after: after.slice(y, nextY).join(' ') });
    [x, y] = [nextX + 1, nextY + 1];
  }
  return edits;
}

function changed(kind: AlsoKind, name: string, before: string, after: string): readonly AlsoDiffers[] {
  return before === after ? [] : [{ kind, name, before, after }];
}

/** Boxes that are not stated are those of the page. */
function boxesDiffer(before: PageGeometry, after: PageGeometry): readonly AlsoDiffers[] {
  return (['bleed', 'trim', 'art'] as const).flatMap((name) => {
    const [first, second] = [before.boxes[name], after.boxes[name]];
    const isSame =
      first === undefined || second === undefined
        ? first === second
        : (['left', 'top', 'width', 'height'] as const).every(
            (side) => Math.abs(first[side] - second[side]) <= BOX_SLACK_MM,
          );
    return isSame
      ? []
      : [{ kind: 'box' as const, name: BOX_NAMES[name], before: written(first), after: written(second) }];
  });
}

/** "210 × 297 mm, 3 mm from the left, 3 mm from the top" would need words: numbers alone do in any language. */
function written(box: MmBox | undefined): string {
  if (box === undefined) return '';
  const [width, height, left, top] = [box.width, box.height, box.left, box.top].map((mm) => mm.toFixed(1));
  return `${width} × ${height} mm (x ${left}, y ${top})`;
}

type Link = PdfPageFacts['links'][number];

function linksDiffer(before: readonly Link[], after: readonly Link[]): readonly AlsoDiffers[] {
  const [left, right] = [new Set(before), new Set(after)];
  const pair = (isPair: (first: Link, second: Link) => boolean): (readonly [Link, Link])[] => {
    const pairs: (readonly [Link, Link])[] = [];
    for (const first of left) {
      const second = [...right].find((one) => isPair(first, one));
      if (second === undefined) continue;
      left.delete(first);
      right.delete(second);
      pairs.push([first, second]);
    }
    return pairs;
  };
  const isAt = (first: FractionBox, second: FractionBox): boolean => isSamePlace(first, second, SAME_PLACE);
  pair((first, second) => first.target === second.target && isAt(first, second));
  const retargeted = pair(isAt);
  // A link that moved with its text still leads there.
  pair((first, second) => first.target === second.target);
  return [
    ...retargeted.map(([first, second]) => entry('link', first.target, second.target)),
    ...[...left].map(({ target }) => entry('link', target, '')),
    ...[...right].map(({ target }) => entry('link', '', target)),
  ];
}

type Note = PdfPageFacts['notes'][number];

function notesDiffer(before: readonly Note[], after: readonly Note[]): readonly AlsoDiffers[] {
  const right = new Set(after);
  const left = before.filter((first) => {
    const same = [...right].find((second) => second.kind === first.kind && second.text === first.text);
    if (same !== undefined) right.delete(same);
    return same === undefined;
  });
  const changedNotes: AlsoDiffers[] = [];
  const gone = left.filter((first) => {
    const same = [...right].find(
      (second) => second.kind === first.kind && isSamePlace(first, second, SAME_PLACE),
    );
    if (same === undefined) return true;
    right.delete(same);
    changedNotes.push({ ...entry('note', first.text, same.text), name: first.kind });
    return false;
  });
  // Marks without words are named by their kind.
  const said = ({ text, kind }: Note): string => (text === '' ? kind : text);
  return [
    ...changedNotes,
    ...gone.map((note) => ({ ...entry('note', said(note), ''), name: note.kind })),
    ...[...right].map((note) => ({ ...entry('note', '', said(note)), name: note.kind })),
  ];
}

function fieldsDiffer(before: PdfPageFacts['fields'], after: PdfPageFacts['fields']): readonly AlsoDiffers[] {
  const valuesOf = (fields: PdfPageFacts['fields']): ReadonlyMap<string, string> => {
    const groups = Map.groupBy(fields, ({ name }) => name);
    return new Map([...groups].map(([name, same]) => [name, same.map(({ value }) => value).join(' ')]));
  };
  const [first, second] = [valuesOf(before), valuesOf(after)];
  return [...new Set([...first.keys(), ...second.keys()])].flatMap((name) =>
    changed('field', name, first.get(name) ?? '', second.get(name) ?? ''),
  );
}

/** How much of the page each ink overprints, where one does in other places; cells beside each other may be a rounding. */
function overprintDiffers(
  before: PdfPageFacts['overprint'],
  after: PdfPageFacts['overprint'],
): readonly AlsoDiffers[] {
  if (before === null || after === null)
    return before === after
      ? []
      : [entry('overprint', before === null ? '?' : '', after === null ? '?' : '')];
  const cellsOf = (side: readonly PdfOverprinting[], ink: string): readonly number[] =>
    side.find((one) => one.ink === ink)?.cells ?? [];
  const share = (cells: readonly number[]): string =>
    cells.length === 0 ? '' : `${((100 * cells.length) / OVERPRINT_CELLS ** 2).toFixed(1)} %`;
  return [...new Set([...before, ...after].map(({ ink }) => ink))].flatMap((ink) => {
    const [first, second] = [cellsOf(before, ink), cellsOf(after, ink)];
    return lieBy(first, second) && lieBy(second, first)
      ? []
      : [{ kind: 'overprint' as const, name: ink, before: share(first), after: share(second) }];
  });
}

/** Whether each cell is one of others or lies beside one. */
function lieBy(cells: readonly number[], others: readonly number[]): boolean {
  const known = new Set(others);
  return cells.every((cell) =>
    [-1, 0, 1].some((row) => [-1, 0, 1].some((column) => known.has(cell + row * OVERPRINT_CELLS + column))),
  );
}

/** One entry for a page: other producers may write all letters otherwise. */
function unseenDiffers(edits: readonly TextEdit[]): readonly AlsoDiffers[] {
  if (edits.length === 0) return [];
  const some = edits.slice(0, MOST_UNSEEN);
  const side = (texts: readonly string[]): string => {
    const shown = texts.filter((text) => text !== '').join(' … ');
    return edits.length > MOST_UNSEEN && shown !== '' ? `${shown} …` : shown;
  };
  return [entry('unseenText', side(some.map(({ before }) => before)), side(some.map(({ after }) => after)))];
}

const entry = (kind: AlsoKind, before: string, after: string): AlsoDiffers => ({
  kind,
  name: '',
  before,
  after,
});

/** Where a difference lies on the trimmed sheet of each file. */
export function placesFromTrim(
  { inReference, inQuery }: { readonly inReference: FractionBox; readonly inQuery: FractionBox },
  geometry: { readonly reference: PageGeometry; readonly query: PageGeometry },
): { readonly reference: MmBox; readonly query: MmBox } {
  return {
    reference: fromTrim(inReference, geometry.reference),
    query: fromTrim(inQuery, geometry.query),
  };
}
