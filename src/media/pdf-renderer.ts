/** Turns PDFs into page pictures, each document in a worker thread with limits of pages and time. */
import { Worker } from 'node:worker_threads';
import type { Limits } from '../config.js';
import { LoupeError } from '../errors.js';
import type { PdfAnswer, PdfBitmap, PdfFailure, PdfRequest } from './pdf-messages.js';

/** Heap of a worker beside pdfium's own WebAssembly memory. */
const WORKER_HEAP_MB = 512;

export interface PdfPages {
  readonly pageCount: number;
  /**
   * A page as RGBA pixels on white.
   *
   * @param pageIndex from 0
   * @throws LoupeError INVALID_IMAGE with a reason for the publisher
   */
  render(pageIndex: number): Promise<PdfBitmap>;
  close(): Promise<void>;
}

export class PdfRenderer {
  constructor(private readonly limits: Pick<Limits, 'maxPdfPages' | 'pdfPageTimeoutMs'>) {}

  /** @throws LoupeError INVALID_IMAGE (encrypted, damaged, no pages) or PAYLOAD_TOO_LARGE (too many pages) */
  async open(bytes: Buffer): Promise<PdfPages> {
    const { maxPdfPages, pdfPageTimeoutMs } = this.limits;
    const thread = new PdfThread(pdfPageTimeoutMs);
    try {
      const answer = await thread.ask({ kind: 'open', bytes: new Uint8Array(bytes) });
      if (answer.kind !== 'opened') throw failureOf(answer);
      if (answer.pageCount === 0) throw invalid('The PDF has no pages.');
      if (answer.pageCount > maxPdfPages) {
        throw new LoupeError(
          'PAYLOAD_TOO_LARGE',
          `The PDF has ${answer.pageCount} pages; at most ${maxPdfPages} are accepted. Split it into parts.`,
        );
      }
      return {
        pageCount: answer.pageCount,
        render: async (pageIndex) => {
          const page = await thread.ask({ kind: 'render', pageIndex }, pageIndex + 1);
          if (page.kind !== 'rendered') throw failureOf(page, pageIndex + 1);
          return page.bitmap;
        },
        close: () => thread.close(),
      };
    } catch (error) {
      await thread.close();
      throw error;
    }
  }
}

/** Run from the sources (development, tests), the worker needs the same loader as the program. */
function startWorker(): Worker {
  const options = { resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB } };
  if (!import.meta.url.endsWith('.ts'))
    return new Worker(new URL('./pdf-worker.js', import.meta.url), options);
  const source = JSON.stringify(new URL('./pdf-worker.ts', import.meta.url).href);
  const loader = `import('tsx/esm/api').then(({ register }) => { register(); return import(${source}); });`;
  return new Worker(loader, { ...options, eval: true });
}

/** One worker; it answers one request at a time. */
class PdfThread {
  private readonly worker: Worker;
  private hasEnded = false;

  constructor(private readonly timeoutMs: number) {
    this.worker = startWorker();
    this.worker.once('exit', () => (this.hasEnded = true));
  }

  async ask(request: PdfRequest, pageNumber?: number): Promise<PdfAnswer> {
    if (this.hasEnded) throw damaged(pageNumber);
    return new Promise<PdfAnswer>((resolve, reject) => {
      const settle = (step: () => void): void => {
        clearTimeout(timer);
        this.worker.off('message', onMessage).off('error', onFailure).off('exit', onFailure);
        step();
      };
      const onMessage = (answer: PdfAnswer): void => settle(() => resolve(answer));
      const onFailure = (): void => settle(() => reject(damaged(pageNumber)));
      const timer = setTimeout(() => {
        settle(() => reject(tooSlow(this.timeoutMs, pageNumber)));
        void this.close();
      }, this.timeoutMs);
      this.worker.on('message', onMessage).on('error', onFailure).on('exit', onFailure);
      this.worker.postMessage(request);
    });
  }

  async close(): Promise<void> {
    await this.worker.terminate();
  }
}

function invalid(message: string): LoupeError {
  return new LoupeError('INVALID_IMAGE', message);
}

function damaged(pageNumber?: number): LoupeError {
  return invalid(
    pageNumber === undefined
      ? 'The PDF is damaged and cannot be read. Export it again.'
      : `Page ${pageNumber} cannot be read. Export the PDF again.`,
  );
}

function tooSlow(timeoutMs: number, pageNumber?: number): LoupeError {
  const what = pageNumber === undefined ? 'The PDF' : `Page ${pageNumber}`;
  return invalid(`${what} takes longer than ${timeoutMs / 1000} s to read. Export it with simpler drawings.`);
}

const sentences: Record<PdfFailure, (pageNumber: number) => string> = {
  encrypted: () => 'The PDF is protected by a password. Upload a copy without protection.',
  damaged: () => 'The PDF is damaged and cannot be read. Export it again.',
  unreadablePage: (pageNumber) => `Page ${pageNumber} cannot be read. Export the PDF again.`,
  emptyPage: (pageNumber) => `Page ${pageNumber} has no size.`,
};

function failureOf(answer: PdfAnswer, pageNumber = 1): LoupeError {
  return invalid(sentences[answer.kind === 'failed' ? answer.failure : 'damaged'](pageNumber));
}
