/**
 * Mends, byte by byte and without moving anything, what pdfium takes at its word or reads another way than the standard.
 * What lies in compressed object streams (`pdf-packed-objects.ts`) is replaced by a revision.
 */
import type { PdfObject } from './pdf-revision.js';

/** Of an object that holds more, none is a node of the page tree. */
const MOST_NODE_BYTES = 1024 * 1024;
const ARRAY_OF_FUNCTIONS = /^\/TR2?\s*\[/;
const MOST_FUNCTION_BYTES = 4096;

/**
 * Takes the counts out of the page tree, so that pages are counted one by one, and kids that are null.
 *
 * @returns whether anything was there to take out
 */
export function removePageCounts(file: Buffer): boolean {
  let isChanged = false;
  for (let at = file.indexOf('/Kids'); at >= 0; at = file.indexOf('/Kids', at + 1)) {
    const start = Math.max(0, file.lastIndexOf('obj', at));
    const end = file.indexOf('endobj', at);
    if (end < 0 || end - start > MOST_NODE_BYTES) continue;
    const node = file.toString('latin1', start, end);
    const mended = mendedNode(node);
    if (mended === node) continue;
    file.write(mended, start, 'latin1');
    isChanged = true;
  }
  return isChanged;
}

/** @returns those of the packed objects that are nodes of the page tree with counts or kids that are null, without those */
export function mendedNodes(packed: ReadonlyMap<number, string>): readonly PdfObject[] {
  return [...packed].flatMap(([number, text]) => {
    const mended = /\/Kids\s*\[/.test(text) ? mendedNode(text) : text;
    return mended === text ? [] : [{ number, generation: 0, body: Buffer.from(mended, 'latin1') }];
  });
}

/** A node of the page tree without its count and without kids that are null, as long as it was. */
function mendedNode(node: string): string {
  return node
    .replace(/\/Count\s+[+-]?\d+/g, blank)
    .replace(/\/Kids\s*\[[^\]]*\]/, (kids) => kids.replace(/\bnull\b/g, blank));
}

const blank = (text: string) => ' '.repeat(text.length);

/** pdfium applies the functions of red and blue the wrong way round: they change places here. */
export function swapTransferFunctions(file: Buffer): void {
  for (let at = file.indexOf('/TR'); at >= 0; at = file.indexOf('/TR', at + 1)) {
    const text = file.toString('latin1', at, Math.min(file.length, at + MOST_FUNCTION_BYTES));
    const head = ARRAY_OF_FUNCTIONS.exec(text)?.[0];
    if (head === undefined) continue;
    const [red, green, blue, black] = elementsOf(text, head.length);
    if (red === undefined || green === undefined || blue === undefined || black === undefined) continue;
    const swapped =
      text.slice(blue.start, blue.end) + text.slice(red.end, blue.start) + text.slice(red.start, red.end);
    file.write(swapped, at + red.start, 'latin1');
  }
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The elements of an array: references, names, and dictionaries with whatever is in them. */
function elementsOf(text: string, start: number): readonly Span[] {
  const tokens = /\d+\s+\d+\s+R|\/[^\s/<>[\]()]*|<<|>>|[[\]]|[^\s<>[\]/]+/g;
  tokens.lastIndex = start;
  const elements: Span[] = [];
  let begun: number | null = null;
  let depth = 0;
  for (let token = tokens.exec(text); token !== null; token = tokens.exec(text)) {
    const isEnd = token[0] === '>>' || token[0] === ']';
    if (isEnd && depth === 0) return elements;
    begun ??= token.index;
    if (token[0] === '<<' || token[0] === '[') depth += 1;
    if (isEnd) depth -= 1;
    if (depth > 0) continue;
    elements.push({ start: begun, end: tokens.lastIndex });
    begun = null;
  }
  // The array goes on behind what was looked at.
  return [];
}
