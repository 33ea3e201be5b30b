/**
 * Nodes of the page tree that lie in compressed object streams (ISO 32000-1, 7.5.7), where nothing can be mended in place.
 */
import { inflateSync } from 'node:zlib';
import { mendedNode } from './pdf-mending.js';
import type { PdfObject } from './pdf-revision.js';

/** Of one stream, unpacked; others hold no page tree. */
const MOST_STREAM_BYTES = 16 * 1024 * 1024;
const MOST_DICTIONARY_BYTES = 4096;
/** Of all streams, unpacked. */
const MOST_BYTES = 256 * 1024 * 1024;

/** @returns the nodes that state counts or kids that are null, without those */
export function mendedPageNodes(file: Buffer): readonly PdfObject[] {
  const nodes = new Map<number, PdfObject>();
  let left = MOST_BYTES;
  for (let at = file.indexOf('/ObjStm'); at >= 0; at = file.indexOf('/ObjStm', at + 1)) {
    if (left < 0) break;
    for (const [number, text] of objectsOf(file, at)) {
      left -= text.length;
      // A later revision may hold it as something else.
      nodes.delete(number);
      if (!/\/Kids\s*\[/.test(text)) continue;
      const mended = mendedNode(text);
      if (mended !== text) nodes.set(number, { number, generation: 0, body: Buffer.from(mended, 'latin1') });
    }
  }
  return [...nodes.values()].filter(({ number }) => !standsInTheOpen(file, number));
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

function standsInTheOpen(file: Buffer, number: number): boolean {
  const head = `${number} 0 obj`;
  for (let at = file.indexOf(head); at >= 0; at = file.indexOf(head, at + 1)) {
    if (!/\d/.test(String.fromCharCode(file[at - 1] ?? 0))) return true;
  }
  return false;
}
