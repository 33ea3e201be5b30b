/**
 * Marks what overprints in a copy of a PDF, so that pdfium shows it: pdfium has functions for colors and opacity of objects, and
 * none for their inks and overprint (ISO 32000-1, 8.6.7). In the copy overprint is an opacity of nearly one, and the color of an
 * ink is a number. The copy is looked at and never drawn.
 */
import { type PdfObject, withRevision } from '../pdf-revision.js';

/** Graphics states that overprint, color spaces of inks: what `packedObjects` looks for. */
export const OF_OVERPRINT = /\/(?:op|OP)\s+true\b|\/Separation\b|\/DeviceN\b/;
const OVERPRINTS = /\/(?:op|OP)\s+true\b/;
const COLOR_SPACE = /\[\s*\/(?:Separation|DeviceN)\b/g;
const MOST_DICTIONARY_BYTES = 1024 * 1024;
const MOST_INKS = 1000;
const MOST_MARKED_OBJECTS = 20_000;
/** pdfium says opacities in whole parts of 255, cut off. */
const MARKS = { nonzero: { opacity: '.998', seen: 254 }, all: { opacity: '.994', seen: 253 } };
const PROCESS_INKS = new Set(['Cyan', 'Magenta', 'Yellow', 'Black', 'All', 'None']);

export interface MarkedPdf {
  readonly file: Buffer;
  /** Names of the inks of each color space, by its number. */
  readonly inks: readonly (readonly string[])[];
  /** Whether some graphics states overprint and are transparent as well: these are not marked. */
  readonly hasUnmarked: boolean;
}

/** Whether a file overprints anywhere. */
export function overprints(file: Buffer, packed: ReadonlyMap<number, string>): boolean {
  if ([...packed.values()].some((text) => OVERPRINTS.test(text))) return true;
  return ['/op', '/OP'].some((word) => {
    for (let at = file.indexOf(word); at >= 0; at = file.indexOf(word, at + 1))
      if (OVERPRINTS.test(file.toString('latin1', at, at + 16))) return true;
    return false;
  });
}

/** Names of inks beside the four of process printing that a file states in the clear or in packed objects. */
export function spotInksOf(inks: MarkedPdf['inks']): readonly string[] {
  return [...new Set(inks.flat())].filter((name) => !PROCESS_INKS.has(name));
}

/** @returns the copy; null where it cannot be made, with the inks that were found on the way */
export function markOverprint(
  file: Buffer,
  open: ReadonlyMap<number, number>,
  packed: ReadonlyMap<number, string>,
): MarkedPdf | { readonly file: null; readonly inks: MarkedPdf['inks'] } {
  const marks = new Marks();
  const objects: PdfObject[] = [];
  for (const [number, text] of packed) {
    const marked = marks.in(text);
    if (marked !== text) objects.push({ number, generation: 0, body: Buffer.from(marked, 'latin1') });
  }
  for (const { number, start, dictionaryEnd, end } of openObjectsOf(file, open)) {
    const text = file.toString('latin1', start, dictionaryEnd);
    const marked = marks.in(text);
    if (marked === text) continue;
    const body = Buffer.concat([Buffer.from(marked, 'latin1'), file.subarray(dictionaryEnd, end)]);
    objects.push({ number, generation: 0, body });
  }
  const { inks, hasUnmarked } = marks;
  const isTooMuch = objects.length === 0 || objects.length > MOST_MARKED_OBJECTS || inks.length > MOST_INKS;
  const copy = isTooMuch ? null : withRevision(file, objects);
  return copy === null ? { file: null, inks } : { file: copy, inks, hasUnmarked };
}

/** What an opacity says: whether components of 0 leave alone what lies below (OPM 1), or all of them replace it; null for no overprint. */
export function overprintOf(opacity: number): 'nonzero' | 'all' | null {
  if (opacity === MARKS.nonzero.seen) return 'nonzero';
  return opacity === MARKS.all.seen ? 'all' : null;
}

/** The number of a color space by the red and green of a color in the copy; its blue is how much of the ink there is. */
export function inkOf(red: number, green: number): number {
  return red + green * 256;
}

interface OpenObject {
  readonly number: number;
  readonly start: number;
  readonly dictionaryEnd: number;
  readonly end: number;
}

/** Objects in the open that hold what is marked. */
function openObjectsOf(file: Buffer, open: ReadonlyMap<number, number>): readonly OpenObject[] {
  const starts = [...open].map(([number, start]) => ({ number, start })).sort((a, b) => a.start - b.start);
  const extents = new Map<number, OpenObject | null>();
  const found = new Set<OpenObject>();
  for (const word of ['/op', '/OP', '/Separation', '/DeviceN']) {
    let at = file.indexOf(word);
    for (let index = 0; at >= 0; at = file.indexOf(word, at + 1)) {
      while ((starts[index + 1]?.start ?? Infinity) <= at) index += 1;
      const begun = starts[index];
      if (begun === undefined || begun.start > at) continue;
      const extent = extents.get(begun.number) ?? extentOf(file, begun);
      extents.set(begun.number, extent);
      if (extent === null) break;
      if (at < extent.dictionaryEnd) found.add(extent);
    }
  }
  return [...found].filter(({ start, dictionaryEnd }) => dictionaryEnd - start <= MOST_DICTIONARY_BYTES);
}

/** @returns null for an object without an end, which a sound file has none of */
function extentOf(file: Buffer, begun: Pick<OpenObject, 'number' | 'start'>): OpenObject | null {
  const end = file.indexOf('endobj', begun.start);
  if (end < 0) return null;
  const stream = file.subarray(begun.start, end).indexOf('stream');
  return { ...begun, end, dictionaryEnd: stream < 0 ? end : begun.start + stream };
}

class Marks {
  readonly inks: (readonly string[])[] = [];
  hasUnmarked = false;

  /** The text of an object with marks. */
  in(text: string): string {
    return this.markStates(this.markInks(text));
  }

  private markInks(text: string): string {
    let [marked, from] = ['', 0];
    for (const match of text.matchAll(COLOR_SPACE)) {
      if (match.index < from) continue;
      const end = closingOf(text, match.index);
      // Broken from here on, or made to be read for long.
      if (end === null || this.inks.length > MOST_INKS) break;
      const names = inkNames(text.slice(match.index + match[0].length, end));
      if (names.length === 0 || names.includes('None')) continue;
      this.inks.push(names);
      marked += text.slice(from, match.index) + numberedSpace(this.inks.length - 1);
      from = end;
    }
    return marked + text.slice(from);
  }

  private markStates(text: string): string {
    if (!OVERPRINTS.test(text) && !/\/(?:op|OP)\s+false\b/.test(text)) return text;
    let [marked, from] = ['', 0];
    for (const match of text.matchAll(/\/(?:op|OP)\s+(?:true|false)\b/g)) {
      if (match.index < from) continue;
      const start = openingOf(text, match.index, from);
      const end = start === null ? null : closingOf(text, start);
      if (start === null || end === null) break;
      marked += text.slice(from, start) + this.markedState(text.slice(start, end));
      from = end;
    }
    return marked + text.slice(from);
  }

  /** @param state the dictionary of a graphics state */
  private markedState(state: string): string {
    const isTransparent =
      /\/(?:ca|CA)\s+(?:0?\.\d|0\b)/.test(state) ||
      /\/BM\s*\/(?!Normal\b|Compatible\b)/.test(state) ||
      /\/SMask\s*(?!\/None\b)[\d<]/.test(state);
    if (isTransparent) {
      this.hasUnmarked ||= OVERPRINTS.test(state);
      return state;
    }
    const mark = /\/OPM\s+1\b/.test(state) ? MARKS.nonzero : MARKS.all;
    const value = (name: string) => new RegExp(`/${name}\\s+(true|false)\\b`).exec(state)?.[1];
    const strokes = value('OP');
    // One that states no overprint of fills means both (table 58).
    const fills = value('op') ?? strokes;
    const opacity = (isMarked: boolean) => (isMarked ? mark.opacity : '1');
    const entries = `/CA ${opacity(strokes === 'true')}/ca ${opacity(fills === 'true')}`;
    const rest = state.slice(2, -2).replace(/\/(?:ca|CA)\s+[\d.+-]+/g, '');
    return `<<${rest} ${entries}>>`;
  }
}

function numberedSpace(number: number): string {
  const [red, green] = [(number % 256) / 255, Math.floor(number / 256) / 255].map((part) => part.toFixed(6));
  const color = `${red} ${green}`;
  return `[/Separation/Ink/DeviceRGB<</FunctionType 2/Domain[0 1]/C0[${color} 0]/C1[${color} 1]/N 1>>]`;
}

/** @param elements of a color space behind its family: the name of an ink, or an array of names */
function inkNames(elements: string): readonly string[] {
  const [, list, name] = /^\s*(?:\[([^\]]*)\]|(\/[^\s/<>[\]()]+))/.exec(elements) ?? [];
  return [...(list ?? name ?? '').matchAll(/\/([^\s/<>[\]()]+)/g)].map(([, written = '']) =>
    decoded(
      written.replace(/#([\da-f]{2})/gi, (_all, code: string) => String.fromCharCode(parseInt(code, 16))),
    ),
  );
}

/** Names are UTF-8 (7.3.5); older programs wrote Latin-1. @param bytes a character each */
function decoded(bytes: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return bytes;
  }
}

/** Behind the end of the array or dictionary that begins at a place; null where it does not end. */
function closingOf(text: string, start: number): number | null {
  const tokens = /<<|>>|\[|\]|\((?:\\[^]|[^\\()])*\)/g;
  tokens.lastIndex = start;
  let depth = 0;
  for (let token = tokens.exec(text); token !== null; token = tokens.exec(text)) {
    if (token[0] === '<<' || token[0] === '[') depth += 1;
    if (token[0] === '>>' || token[0] === ']') depth -= 1;
    if (depth === 0) return tokens.lastIndex;
  }
  return null;
}

/** Where the innermost dictionary begins that a place is in. */
function openingOf(text: string, at: number, from: number): number | null {
  const opened: number[] = [];
  const tokens = /<<|>>/g;
  tokens.lastIndex = from;
  for (let token = tokens.exec(text); token !== null && token.index < at; token = tokens.exec(text)) {
    if (token[0] === '<<') opened.push(token.index);
    else opened.pop();
  }
  return opened.at(-1) ?? null;
}
