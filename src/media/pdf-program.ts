/**
 * Renders the pages of one PDF with pdfium (WebAssembly). A program of its own: whatever the file does to its memory or
 * time ends with it. It reads frames from its standard input, answers on its standard output, and ends with its input.
 */
import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import { setPriority } from 'node:os';
import { encodeFrameHead, FrameReader } from './frames.js';
import { pageScale } from './page-size.js';
import type { PdfAnswer, PdfRequest } from './pdf-messages.js';

/** pdfium's word for a missing password, and for a handler that the file asks for and nobody has. */
const ENCRYPTED = /password|security/i;
/** Answers to readers go first. */
const NICENESS = 5;
const MOST_BYTES = 2 ** 31;

interface Answer {
  readonly message: PdfAnswer;
  readonly bytes?: Uint8Array;
}

let document: PDFiumDocument | null = null;

async function open(bytes: Uint8Array): Promise<Answer> {
  const library = await PDFiumLibrary.init();
  try {
    document = await library.loadDocument(bytes);
    return { message: { kind: 'opened', pageCount: document.getPageCount() } };
  } catch (error) {
    const isEncrypted = ENCRYPTED.test(error instanceof Error ? error.message : String(error));
    return { message: { kind: 'failed', failure: isEncrypted ? 'encrypted' : 'damaged' } };
  }
}

async function render(pageIndex: number): Promise<Answer> {
  if (document === null) return { message: { kind: 'failed', failure: 'damaged' } };
  try {
    const page = document.getPage(pageIndex);
    const { originalWidth, originalHeight } = page.getOriginalSize();
    if (!(Math.min(originalWidth, originalHeight) > 0)) {
      return { message: { kind: 'failed', failure: 'emptyPage' } };
    }
    const scale = pageScale(originalWidth, originalHeight);
    const { data, width, height } = await page.render({ scale, render: 'bitmap', renderFormFields: true });
    return { message: { kind: 'rendered', width, height }, bytes: data };
  } catch {
    return { message: { kind: 'failed', failure: 'unreadablePage' } };
  }
}

function send({ message, bytes = new Uint8Array() }: Answer): void {
  process.stdout.write(encodeFrameHead(message, bytes.length));
  process.stdout.write(bytes);
}

const requests = new FrameReader(MOST_BYTES);
setPriority(NICENESS);
process.stdin.on('end', () => process.exit());
process.stdin.on('data', (chunk: Buffer) => {
  for (const { message, bytes } of requests.push(chunk)) {
    const request = message as PdfRequest;
    void (request.kind === 'open' ? open(bytes) : render(request.pageIndex)).then(send);
  }
});
send({ message: { kind: 'ready' } });
