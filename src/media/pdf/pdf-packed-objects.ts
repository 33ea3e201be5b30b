/** Objects of a PDF, in compressed object streams (ISO 32000-1, 7.5.7) and in the open. */
import { inflateSync } from 'node:zlib';

/** Of one stream, unpacked; others hold no page tree. */
const MOST_STREAM_BYTES = 16 * 1024 * 1024;
const MOST_DICTIONARY_BYTES = 4096;
/** Number and generation of an object. */
const MOST_HEAD_BYTES = 24;
/** Of all streams, unpacked. */
const MOST_BYTES = 256 * 1024 * 1024;

/**
 * @param open what stands in the open, where the same number counts
 * @returns by number, the last text of each object that has a word
 */
export function packedObjects(
  file: Buffer,
  open: ReadonlyMap<number, number>,
  word: RegExp,
): ReadonlyMap<number, string> {
  const objects = new Map<number, string>();
  let left = MOST_BYTES;
  for (let at = file.indexOf('/ObjStm'); at >= 0; at = file.indexOf('/ObjStm', at + 1)) {
    if (left < 0) break;
    for (const [number, text] of objectsOf(file, at)) {
      left -= text.length;
      // A later revision may hold it as something else.
      objects.delete(number);
      if (word.test(text)) objects.set(number, text);
    }
  }
  for (const number of open.keys()) objects.delete(number);
  return objects;
}

/** The objects of the stream whose dictionary a place is in; none where it cannot be unpacked. */
function objectsOf(file: Buffer, at: number): readonly (readonly [number: number, text: string])[] {
  const from = file.lastIndexOf('obj', at);
  const to = file.indexOf('stream', at);
  if (from < 0 || to < 0 || to - from > MOST_DICTIONARY_BYTES) return [];
  const dictionary = file.toString('latin1', from, to);
  const first = Number(/\/First\s+(\d+)/.exec(dictionary)?.[1] ?? Number.NaN);
  const count = Number(/\/N\s+(\d+)/.exec(dictionary)?.[1] ?? Number.NaN);
  if (!/\/Filter\s*\[?\s*\/FlateDecode\b/.test(dictionary) || /\/Predictor\b/.test(dictionary)) return [];
  const text = unpacked(file, to + 'stream'.length);
  if (text === null || Number.isNaN(first) || Number.isNaN(count)) return [];
  const numbers = text.slice(0, first).trim().split(/\s+/).map(Number);
  return Array.from({ length: Math.min(count, Math.floor(numbers.length / 2)) }, (_none, index) => {
    const start = first + (numbers[index * 2 + 1] ?? 0);
    const next = numbers[index * 2 + 3];
    return [
      numbers[index * 2] ?? 0,
      text.slice(start, next === undefined ? undefined : first + next),
    ] as const;
  });
}

/** @param at behind the word `stream` */
function unpacked(file: Buffer, at: number): string | null {
  const start = at + (file[at] === 0x0d ? 2 : 1);
  const end = file.indexOf('endstream', start);
  try {
    const bytes = file.subarray(start, end < 0 ? undefined : end);
    return inflateSync(bytes, { maxOutputLength: MOST_STREAM_BYTES }).toString('latin1');
  } catch {
    return null;
  }
}

/** @returns by number, where the last object of that number that stands in the open begins, behind the word `obj` */
export function openObjects(file: Buffer): ReadonlyMap<number, number> {
  const starts = new Map<number, number>();
  for (let at = file.indexOf(' obj'); at >= 0; at = file.indexOf(' obj', at + 1)) {
    const head = /(\d+)\s+\d+$/.exec(file.toString('latin1', Math.max(0, at - MOST_HEAD_BYTES), at));
    if (head !== null) starts.set(Number(head[1]), at + ' obj'.length);
  }
  return starts;
}
