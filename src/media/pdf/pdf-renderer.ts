/** Turns PDFs into page pictures, each document in a process of its own with limits of pages, memory and time. */
import { z } from 'zod';
import type { Limits } from '../../limits.js';
import type { DrawingWarning } from '../../kernel/drawing-warning.js';
import { LoupeError } from '../../kernel/errors.js';
import {
  type PageKey,
  type PdfAnswer,
  type PdfBitmap,
  PDF_BOXES,
  type PdfFailure,
  type PdfFileFacts,
  type PdfPageFacts,
  type PdfPart,
  type PdfRequest,
  type PdfWord,
  WHOLE_PART,
} from './pdf-messages.js';
import { PdfProcess, PdfProcessError, type PdfReply } from './pdf-process.js';

/** A file of a few kilobytes that draws for long draws itself in circles. */
const SHORTEST_PAGE_LIMIT_MS = 5000;
const FILE_BYTES_PER_MS = 20;
const MB = 1024 * 1024;
/** The file lies in the program's memory and in pdfium's; one that overprints has a marked copy, which does, too. */
const FILE_COPIES = 4;

export interface PdfPages {
  readonly pageCount: number;
  /** What of the whole file is not there; pages have warnings of their own. */
  readonly warnings: readonly DrawingWarning[];
  readonly facts: PdfFileFacts;
  /**
   * A page on white, as it is printed.
   *
   * @param pageIndex from 0
   * @param part      all of it at the usual size unless given
   * @throws LoupeError INVALID_IMAGE with a reason for the publisher
   */
  render(pageIndex: number, part?: PdfPart): Promise<PdfBitmap>;
  /**
   * The words of a page, in the order of the file, none where a page is a picture; and what it says beside its picture.
   *
   * @param pageIndex from 0
   * @throws LoupeError INVALID_IMAGE as `render`
   */
  contents(pageIndex: number): Promise<PageContents>;
  /** The words alone. */
  words(pageIndex: number): Promise<readonly PdfWord[]>;
  /** Pages of the same key are drawn alike, in whichever file they are; null where nobody knows. */
  keys(): Promise<readonly (PageKey | null)[]>;
  close(): void;
}

export interface PageContents {
  readonly words: readonly PdfWord[];
  readonly facts: PdfPageFacts;
}

export type PdfLimits = Pick<Limits, 'maxPdfPages' | 'pdfPageTimeoutMs' | 'pdfTimeoutMs' | 'pdfMemoryMb'>;

export class PdfRenderer {
  constructor(private readonly limits: PdfLimits) {}

  /**
   * @param signal ends the process, whatever it does; who waits for it gets the signal's reason
   * @throws LoupeError INVALID_IMAGE (encrypted, damaged, no pages, too slow, too much memory) or PAYLOAD_TOO_LARGE (too many
   *   pages)
   */
  async open(bytes: Buffer, signal?: AbortSignal): Promise<PdfPages> {
    signal?.throwIfAborted();
    const { maxPdfPages } = this.limits;
    const drawing = new PdfDrawing(this.limits, bytes.length, signal);
    try {
      const { answer } = await drawing.ask({ kind: 'open' }, undefined, bytes);
      if (answer.kind !== 'opened') throw failureOf(answer);
      const { pageCount, warnings, facts } = answer;
      if (pageCount === 0) throw invalid('The PDF has no pages.');
      if (pageCount > maxPdfPages) {
        throw new LoupeError(
          'PAYLOAD_TOO_LARGE',
          `The PDF has ${pageCount} pages; at most ${maxPdfPages} are accepted. Split it into parts.`,
        );
      }
      const contents = async (pageIndex: number): Promise<PageContents> => {
        const page = await drawing.ask({ kind: 'contents', pageIndex }, pageIndex + 1);
        if (page.answer.kind !== 'contents') throw failureOf(page.answer, pageIndex + 1);
        return readContents(page.bytes, pageIndex + 1);
      };
      return {
        pageCount,
        warnings,
        facts: readFacts(facts),
        render: async (pageIndex, part = WHOLE_PART) => {
          const page = await drawing.ask({ kind: 'render', pageIndex, part }, pageIndex + 1);
          if (page.answer.kind !== 'rendered') throw failureOf(page.answer, pageIndex + 1);
          const { kind: _, ...facts } = page.answer;
          return { data: page.bytes, ...facts };
        },
        contents,
        words: async (pageIndex) => (await contents(pageIndex)).words,
        keys: async () => {
          const { answer: read, bytes: list } = await drawing.ask({ kind: 'keys' });
          if (read.kind !== 'keys') throw failureOf(read);
          return keysShape.parse(JSON.parse(list.toString('utf8')));
        },
        close: () => drawing.close(),
      };
    } catch (error) {
      drawing.close();
      throw error;
    }
  }
}

/** A PDF in its process, and the processor time that it has left. */
class PdfDrawing {
  private process: PdfProcess | null = null;
  private leftMs: number;
  private readonly pageLimitMs: number;
  private readonly onAbort = (): void => this.process?.kill();

  constructor(
    private readonly limits: PdfLimits,
    private readonly fileBytes: number,
    private readonly signal: AbortSignal | undefined,
  ) {
    this.leftMs = limits.pdfTimeoutMs;
    this.pageLimitMs = Math.min(
      limits.pdfPageTimeoutMs,
      SHORTEST_PAGE_LIMIT_MS + fileBytes / FILE_BYTES_PER_MS,
    );
    signal?.addEventListener('abort', this.onAbort, { once: true });
  }

  /** @throws LoupeError INVALID_IMAGE */
  async ask(request: PdfRequest, pageNumber?: number, bytes?: Buffer): Promise<PdfReply> {
    this.process ??= await this.start();
    this.signal?.throwIfAborted();
    const limitMs = Math.min(this.pageLimitMs, this.leftMs);
    const before = this.process.workedMs() ?? 0;
    try {
      return await this.process.ask(request, limitMs, bytes);
    } catch (error) {
      this.signal?.throwIfAborted();
      if (!(error instanceof PdfProcessError)) throw error;
      if (error.reason === 'ended') throw damaged(this.limits.pdfMemoryMb, pageNumber);
      throw limitMs < this.pageLimitMs
        ? tooSlow('The PDF', this.limits.pdfTimeoutMs)
        : tooSlow(pageNumber === undefined ? 'The PDF' : `Page ${pageNumber}`, limitMs);
    } finally {
      this.leftMs -= Math.max(0, (this.process.workedMs() ?? before) - before);
    }
  }

  close(): void {
    this.signal?.removeEventListener('abort', this.onAbort);
    this.process?.kill();
  }

  private async start(): Promise<PdfProcess> {
    const { pdfMemoryMb, pdfTimeoutMs } = this.limits;
    const memoryMb = pdfMemoryMb + Math.ceil((FILE_COPIES * this.fileBytes) / MB);
    return PdfProcess.start({ memoryMb, cpuSeconds: Math.ceil(pdfTimeoutMs / 1000) + 60 });
  }
}

const level = z.number();
const fileFactsShape = z.object({
  metadata: z.record(z.string(), z.string()),
  userUnits: z.array(z.number()),
});
const place = { left: z.number(), top: z.number(), width: z.number(), height: z.number() };
const factsShape = z.object({
  boxes: z.partialRecord(z.enum(PDF_BOXES), z.object(place)),
  links: z.array(z.object({ ...place, target: z.string(), isAddress: z.boolean(), isSeen: z.boolean() })),
  notes: z.array(z.object({ ...place, kind: z.string(), text: z.string() })),
  fields: z.array(z.object({ name: z.string(), value: z.string() })),
  areas: z.array(z.object({ ...place, kind: z.enum(['picture', 'frame']) })),
  overprint: z.array(z.object({ ink: z.string(), cells: z.array(z.int()) })).nullable(),
});
const contentsShape = z.object({
  facts: factsShape,
  styles: z.array(
    z.object({
      font: z.string(),
      sizePt: z.number(),
      isBold: z.boolean(),
      isItalic: z.boolean(),
      color: z.tuple([level, level, level]),
      isHidden: z.boolean(),
    }),
  ),
  words: z.array(
    z.object({
      text: z.string(),
      style: z.int(),
      isParted: z.boolean().optional(),
      isGuessed: z.boolean().optional(),
      ...place,
    }),
  ),
});

const keysShape = z.array(z.object({ key: z.string(), hasAnnotations: z.boolean() }).nullable());

function readFacts(facts: unknown): PdfFileFacts {
  const read = fileFactsShape.safeParse(facts);
  if (!read.success) throw invalid(sentences.damaged(1));
  return read.data;
}

/** The process reads what strangers made: its answer is checked like theirs. */
function readContents(bytes: Buffer, pageNumber: number): PageContents {
  try {
    const { styles, words, facts } = contentsShape.parse(JSON.parse(bytes.toString('utf8')));
    const styled = words.map(({ style: at, ...word }) => {
      const style = styles[at];
      if (style === undefined) throw new RangeError(`A word has style ${at}.`);
      return { ...word, style };
    });
    return { words: styled, facts };
  } catch {
    throw invalid(sentences.unreadablePage(pageNumber));
  }
}

function invalid(message: string): LoupeError {
  return new LoupeError('INVALID_IMAGE', message);
}

/** The process ended: the file made it crash, or wanted more memory than there is. */
function damaged(memoryMb: number, pageNumber?: number): LoupeError {
  const what = pageNumber === undefined ? 'The PDF' : `Page ${pageNumber}`;
  return invalid(
    `${what} cannot be read, or takes more than ${memoryMb} MB to read. Export it again, with simpler drawings.`,
  );
}

function tooSlow(what: string, timeoutMs: number): LoupeError {
  const seconds = Math.round(timeoutMs / 100) / 10;
  return invalid(`${what} takes longer than ${seconds} s to read. Export it with simpler drawings.`);
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
