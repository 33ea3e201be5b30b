/** Reads the pages of a file for what they say. */
import { languagesOfTexts } from '../../content/languages/detection/language-of-texts.js';
import { tesseractNames } from '../../content/languages/detection/tesseract-languages.js';
import { LoupeError } from '../../kernel/errors.js';
import { readCodes } from '../../media/codes/code-reader.js';
import type { Tesseract } from '../../media/ocr/tesseract.js';
import type { ImageDecoder } from '../../media/pictures/image-decoder.js';
import type { PageSource } from '../pages/page-source.js';
import { type FindingContext, findingsOf, type PageFindings } from './page-findings.js';
import type { OfferedLanguages } from './proposal-edits.js';

/** Longer side of a page, in pixels, at which codes of a few millimetres are read. */
const CODE_SIDE_PX = 2400;

/** A page as it was read; the language is one of those that its document is offered in, null where the words do not say. */
export interface ReadPage extends PageFindings {
  readonly languageCode: string | null;
}

export interface PageReaders {
  readonly decoder: Pick<ImageDecoder, 'colorRaster'>;
  /** Reads the print of scans; null where nothing does. */
  readonly ocr: Pick<Tesseract, 'linesOf'> | null;
}

/** @param languages that the document is offered in */
export async function readPage(
  { decoder, ocr }: PageReaders,
  source: PageSource,
  index: number,
  context: FindingContext,
  languages: readonly string[],
): Promise<PageFindings> {
  try {
    const contents = (await source.contents?.(index)) ?? null;
    const { bytes } = await source.page(index);
    const raster = await decoder.colorRaster(bytes, CODE_SIDE_PX);
    const codes = await readCodes(raster);
    const { words = [], facts } = contents ?? {};
    const found = findingsOf({ words, links: facts?.links ?? [], areas: facts?.areas ?? [], codes }, context);
    if (found.lines.length > 0 || ocr === null) return found;
    // A letter that is read wrong leads elsewhere: print of scans is searched for, and proposes nothing.
    return { ...found, lines: await ocr.linesOf(raster, tesseractNames(languages)) };
  } catch (error) {
    // The page is there; of one that cannot be read again nothing is proposed.
    if (error instanceof LoupeError) return { findings: [], areas: [], lines: [] };
    throw error;
  }
}

/** Says the language of the words of each page that has a title. */
export async function withLanguages(
  pages: readonly PageFindings[],
  { offered, standard }: OfferedLanguages,
): Promise<readonly ReadPage[]> {
  const texts = pages.map(({ findings, lines }) =>
    findings.some(({ title }) => title !== null) ? lines.map(({ text }) => text).join('\n') : '',
  );
  const languages = await languagesOfTexts(texts, offered, standard);
  return pages.map((page, at) => ({ ...page, languageCode: languages[at] ?? null }));
}
