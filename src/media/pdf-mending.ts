/**
 * Mends, byte by byte and without moving anything, what pdfium takes at its word or reads another way than the standard.
 * Only what stands in the open is reached, not what lies in compressed object streams.
 */

/** Of an object that holds more, none is a node of the page tree. */
const MOST_NODE_BYTES = 1024 * 1024;
const REFERENCE = String.raw`(?:\d+\s+\d+\s+R|/[A-Za-z]+)`;
const TRANSFER_FUNCTIONS = new RegExp(
  String.raw`^(/TR2?\s*\[\s*)(${REFERENCE})(\s*)(${REFERENCE})(\s*)(${REFERENCE})(\s*${REFERENCE}\s*\])`,
);

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
    const mended = node
      .replace(/\/Count\s+[+-]?\d+/g, blank)
      .replace(/\/Kids\s*\[[^\]]*\]/, (kids) => kids.replace(/\bnull\b/g, blank));
    if (mended === node) continue;
    file.write(mended, start, 'latin1');
    isChanged = true;
  }
  return isChanged;
}

const blank = (text: string) => ' '.repeat(text.length);

/** pdfium applies the functions of red and blue the wrong way round: they change places here. */
export function swapTransferFunctions(file: Buffer): void {
  for (let at = file.indexOf('/TR'); at >= 0; at = file.indexOf('/TR', at + 1)) {
    const end = Math.min(file.length, at + 200);
    const text = file.toString('latin1', at, end);
    const swapped = text.replace(TRANSFER_FUNCTIONS, '$1$6$3$4$5$2$7');
    if (swapped !== text) file.write(swapped, at, 'latin1');
  }
}
