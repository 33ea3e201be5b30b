/**
 * Renders the pages of one PDF with pdfium (WebAssembly). A program of its own: whatever the file does to its memory or
 * time ends with it. It reads frames from its standard input, answers on its standard output, and ends with its input.
 */
import { setPriority } from 'node:os';
import { encodeFrameHead, FrameReader } from '../pictures/frames.js';
import { type PdfDocument, PdfFailureError, openPdf } from './pdf-document.js';
import { drawPage, withPage } from './pdf-drawing.js';
import { fileFacts, pageFacts } from './pdf-facts.js';
import { pageKeys } from './objects/page-keys.js';
import { PdfFonts } from './fonts/pdf-fonts.js';
import { PdfLibrary } from './pdf-library.js';
import type { PdfAnswer, PdfContents, PdfFailure, PdfPart, PdfRequest } from './pdf-messages.js';
import { wordsOf } from './pdf-text.js';
import { SystemFonts } from './fonts/system-fonts.js';

/** Answers to readers go first. */
const NICENESS = 5;
const MOST_BYTES = 2 ** 31;

interface Answer {
  readonly message: PdfAnswer;
  readonly bytes?: Uint8Array;
}

let opened: { library: PdfLibrary; fonts: PdfFonts; document: PdfDocument } | null = null;

async function open(bytes: Buffer): Promise<Answer> {
  const library = await PdfLibrary.load();
  const fonts = new PdfFonts(library, new SystemFonts());
  fonts.install();
  const document = openPdf(library, bytes);
  opened = { library, fonts, document };
  return {
    message: {
      kind: 'opened',
      pageCount: document.places.length,
      warnings: document.warnings,
      facts: fileFacts(library, document),
    },
  };
}

function render(pageIndex: number, part: PdfPart): Answer {
  if (opened === null) throw new PdfFailureError('damaged');
  const { library, fonts, document } = opened;
  const { data, ...rest } = drawPage(library, fonts, document, pageIndex, part);
  return { message: { kind: 'rendered', ...rest }, bytes: data };
}

function contents(pageIndex: number): Answer {
  if (opened === null) throw new PdfFailureError('damaged');
  const { library, document } = opened;
  const contents = withPage(library, document, pageIndex, (page): PdfContents => ({
    ...wordsOf(library, page),
    facts: pageFacts(library, document, page, document.places[pageIndex] ?? 0),
  }));
  return { message: { kind: 'contents' }, bytes: Buffer.from(JSON.stringify(contents)) };
}

function keys(): Answer {
  if (opened === null) throw new PdfFailureError('damaged');
  const { library, document } = opened;
  const all = pageKeys(document.file, document.mode);
  const isSure = all?.length === library.call.FPDF_GetPageCount(document.handle);
  const ofPages = document.places.map((place) => (isSure ? (all[place] ?? null) : null));
  return { message: { kind: 'keys' }, bytes: Buffer.from(JSON.stringify(ofPages)) };
}

async function answer(request: PdfRequest, bytes: Buffer): Promise<Answer> {
  const otherwise: PdfFailure = request.kind === 'open' ? 'damaged' : 'unreadablePage';
  try {
    if (request.kind === 'open') return await open(bytes);
    if (request.kind === 'keys') return keys();
    return request.kind === 'render' ? render(request.pageIndex, request.part) : contents(request.pageIndex);
  } catch (error) {
    const failure = error instanceof PdfFailureError ? error.failure : otherwise;
    return { message: { kind: 'failed', failure } };
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
  for (const { message, bytes } of requests.push(chunk)) void answer(message as PdfRequest, bytes).then(send);
});
send({ message: { kind: 'ready' } });
