/** PDFs whose content is not on their pages: dynamic forms (XFA), and portfolios of files. */
import type { DrawingWarning } from '../../kernel/drawing-warning.js';
import type { PdfLibrary, Pointer } from './pdf-library.js';

/** What the catalog of a portfolio has. */
export const COLLECTION = /\/Collection\b/;
/** pdfium's numbers of forms: those whose pages a program makes, and those that also have pages. */
const DYNAMIC_FORM = 2;
const FORM_WITH_PAGES = 3;
const MOST_NAMES = 50;
const MOST_NAME_LENGTH = 100;
/** What an entry of the catalog is looked for in. */
const MOST_CATALOG_BYTES = 64 * 1024;

interface Looked {
  readonly file: Buffer;
  readonly packed: ReadonlyMap<number, string>;
  /** Of the pages that are there. */
  readonly places: readonly number[];
}

export function containerWarnings(
  library: PdfLibrary,
  document: Pointer,
  looked: Looked,
): readonly DrawingWarning[] {
  const names = isPortfolio(looked) ? attachmentsOf(library, document) : [];
  return [
    ...(isDynamicForm(library, document, looked) ? [{ code: 'FormNotDrawn', names: ['XFA'] } as const] : []),
    ...(names.length > 0 ? [{ code: 'AttachmentsNotDrawn', names } as const] : []),
  ];
}

/** One that has pages beside its program has its fields on them. */
function isDynamicForm({ call }: PdfLibrary, document: Pointer, { places }: Looked): boolean {
  const type = call.FPDF_GetFormType(document);
  if (type === DYNAMIC_FORM) return true;
  const [place, ...others] = places;
  if (type !== FORM_WITH_PAGES || place === undefined || others.length > 0) return false;
  const page = call.FPDF_LoadPage(document, place);
  if (page === 0) return false;
  const count = call.FPDFPage_GetAnnotCount(page);
  call.FPDF_ClosePage(page);
  return count === 0;
}

function isPortfolio({ file, packed }: Looked): boolean {
  for (const text of packed.values()) if (COLLECTION.test(text) && text.includes('/Catalog')) return true;
  for (let at = file.indexOf('/Collection'); at >= 0; at = file.indexOf('/Collection', at + 1)) {
    const start = Math.max(0, file.lastIndexOf(' obj', at), at - MOST_CATALOG_BYTES);
    const end = file.indexOf('endobj', at);
    const object = file.toString('latin1', start, Math.min(end < 0 ? at : end, at + MOST_CATALOG_BYTES));
    if (/\/Catalog\b/.test(object)) return true;
  }
  return false;
}

function attachmentsOf(library: PdfLibrary, document: Pointer): readonly string[] {
  const { call } = library;
  const count = Math.min(call.FPDFDoc_GetAttachmentCount(document), MOST_NAMES);
  return Array.from({ length: Math.max(0, count) }, (_none, index) => {
    const attachment = call.FPDFDoc_GetAttachment(document, index);
    const name =
      attachment === 0
        ? ''
        : library.text(
            (buffer, length) => call.FPDFAttachment_GetName(attachment, buffer, length),
            'utf16le',
          );
    return name.slice(0, MOST_NAME_LENGTH);
  }).filter((name) => name !== '');
}
