/**
 * Renders the pages of one PDF with pdfium (WebAssembly) in a thread of its own: memory is isolated, and a page that
 * takes too long dies with the thread.
 */
import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import { parentPort } from 'node:worker_threads';
import { pageScale } from './page-size.js';
import type { PdfAnswer, PdfRequest } from './pdf-messages.js';

/** pdfium's word for a missing password, and for a handler that the file asks for and nobody has. */
const ENCRYPTED = /password|security/i;

let document: PDFiumDocument | null = null;

async function open(bytes: Uint8Array): Promise<PdfAnswer> {
  const library = await PDFiumLibrary.init();
  try {
    document = await library.loadDocument(bytes);
    return { kind: 'opened', pageCount: document.getPageCount() };
  } catch (error) {
    const isEncrypted = ENCRYPTED.test(error instanceof Error ? error.message : String(error));
    return { kind: 'failed', failure: isEncrypted ? 'encrypted' : 'damaged' };
  }
}

async function render(pageIndex: number): Promise<PdfAnswer> {
  if (document === null) return { kind: 'failed', failure: 'damaged' };
  try {
    const page = document.getPage(pageIndex);
    const { originalWidth, originalHeight } = page.getOriginalSize();
    if (!(Math.min(originalWidth, originalHeight) > 0)) return { kind: 'failed', failure: 'emptyPage' };
    const scale = pageScale(originalWidth, originalHeight);
    const { data, width, height } = await page.render({ scale, render: 'bitmap', renderFormFields: true });
    return { kind: 'rendered', bitmap: { data, width, height } };
  } catch {
    return { kind: 'failed', failure: 'unreadablePage' };
  }
}

parentPort?.on('message', (request: PdfRequest) => {
  const answering = request.kind === 'open' ? open(request.bytes) : render(request.pageIndex);
  void answering.then((answer) => parentPort?.postMessage(answer));
});
