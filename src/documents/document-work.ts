/** How much work the pages of a file are, as far as it is known before they are made. */
import type { AmountOfWork } from '../jobs/new-job.js';

/** A guess where a PDF was not opened yet. */
const PDF_BYTES_PER_PAGE = 100_000;
const MOST_GUESSED = 300;

/** @param file its bytes or, where they are known, its pages */
export function workOf(
  contentType: string,
  file: { readonly bytes: number } | { readonly pages: number | null },
): AmountOfWork {
  if (contentType !== 'application/pdf') return { size: 1, isSingle: true };
  if ('pages' in file) return file.pages === null ? { size: MOST_GUESSED } : { size: file.pages + 1 };
  return { size: Math.min(MOST_GUESSED, 2 + Math.floor(file.bytes / PDF_BYTES_PER_PAGE)) };
}
