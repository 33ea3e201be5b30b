/** A PDF in pdfium's memory, and which of its pages are there. */
import type { DrawingWarning } from '../../kernel/drawing-warning.js';
import { faxPictures } from './pdf-jbig2.js';
import { mendFontTypes } from './fonts/pdf-font-types.js';
import { mendedNodes, removePageCounts, swapTransferFunctions } from './pdf-mending.js';
import type { PdfLibrary, Pointer } from './pdf-library.js';
import type { PdfFailure } from './pdf-messages.js';
import { COLLECTION, containerWarnings } from './pdf-containers.js';
import { OF_OVERPRINT } from './overprint/inks.js';
import { PdfOverprint } from './overprint/pdf-overprint.js';
import { openObjects, packedObjects } from './pdf-packed-objects.js';
import { type PdfObject, withRevision } from './pdf-revision.js';

/** pdfium's errors: a password is missing, and a handler that the file asks for and nobody has. */
const ENCRYPTED: readonly number[] = [4, 5];
/** A count without pages behind it, as damaged files promise. */
const MOST_MISSING_IN_A_ROW = 1000;
/** Nodes of the page tree, TrueType fonts, CFF outlines and names of letters. */
const MENDED = /\/Kids\s*\[|\/TrueType\b|\/FontFile3\b|\/Differences\b/;
const USER_UNIT = /\/UserUnit\s+(\d*\.?\d+)/g;
const LOOKED_AT = new RegExp(
  `${USER_UNIT.source}|${MENDED.source}|${OF_OVERPRINT.source}|${COLLECTION.source}`,
);
const FORM_INFO_VERSION = 2;
const FORM_INFO_BYTES = 256;

export class PdfFailureError extends Error {
  override readonly name = 'PdfFailureError';

  constructor(readonly failure: PdfFailure) {
    super(`The PDF cannot be used: ${failure}.`);
  }
}

export interface PdfDocument {
  readonly handle: Pointer;
  /** Handle of the form, which draws the fields. */
  readonly form: Pointer;
  /** Where pdfium finds the pages that are there. */
  readonly places: readonly number[];
  /** Null where nothing overprints. */
  readonly overprint: PdfOverprint | null;
  /** Whether something overprints and nobody can tell where. */
  readonly hasUnseenOverprint: boolean;
  readonly warnings: readonly DrawingWarning[];
  /** Units of its pages in 1/72 inch, each once. */
  readonly userUnits: readonly number[];
  /** The file without revisions of this program. */
  readonly file: Buffer;
  /** How its pages are drawn beside what they are made of. */
  readonly mode: string;
}

/** @throws PdfFailureError */
export function openPdf(library: PdfLibrary, uploaded: Buffer): PdfDocument {
  const open = openObjects(uploaded);
  const packed = packedObjects(uploaded, open, LOOKED_AT);
  const replaced = [...faxPictures(uploaded), ...mendFontTypes(uploaded, open, packed)];
  const file = (replaced.length === 0 ? null : withRevision(uploaded, replaced)) ?? uploaded;
  swapTransferFunctions(file);
  const handle = openWithAllPages(library, file, mendedNodes(packed));
  const { places, missing } = pagesOf(library, handle);
  const { overprint, isUnseen, warnings } = PdfOverprint.of(library, file, openObjects(file), packed);
  const isMissing = missing.length > 0;
  return {
    handle,
    form: formOf(library, handle),
    places,
    overprint,
    hasUnseenOverprint: isUnseen,
    userUnits: userUnitsOf(uploaded, packed),
    file: uploaded,
    mode: `${overprint !== null} ${replaced.length > 0 && file === uploaded}`,
    warnings: [
      ...(isMissing ? [{ code: 'PagesMissing', names: missing.map(String) } as const] : []),
      ...warnings,
      ...containerWarnings(library, handle, { file, packed, places }),
    ],
  };
}

function userUnitsOf(file: Buffer, packed: ReadonlyMap<number, string>): readonly number[] {
  const texts = file.includes('/UserUnit') ? [file.toString('latin1'), ...packed.values()] : packed.values();
  const found = [...texts].flatMap((text) => [...text.matchAll(USER_UNIT)].map(([, unit]) => Number(unit)));
  return found.length === 0 ? [1] : [...new Set(found)].toSorted((a, b) => a - b);
}

/** The count that the file states is believed unless more pages are there. */
function openWithAllPages(library: PdfLibrary, file: Buffer, nodes: readonly PdfObject[]): Pointer {
  const { call } = library;
  const mended = (nodes.length === 0 ? null : withRevision(file, nodes)) ?? Buffer.from(file);
  const isMended = removePageCounts(mended) || mended.length > file.length;
  const address = library.allocate(Math.max(1, mended.length));
  const load = (bytes: Buffer) => {
    library.bytes.set(bytes, address);
    return call.FPDF_LoadMemDocument(address, bytes.length, 0);
  };
  const stated = load(file);
  if (stated === 0) {
    throw new PdfFailureError(ENCRYPTED.includes(call.FPDF_GetLastError()) ? 'encrypted' : 'damaged');
  }
  const statedCount = call.FPDF_GetPageCount(stated);
  if (!isMended) return stated;
  // Both read from the same memory, one after the other.
  call.FPDF_CloseDocument(stated);
  const counted = load(mended);
  if (counted !== 0 && call.FPDF_GetPageCount(counted) >= statedCount) return counted;
  if (counted !== 0) call.FPDF_CloseDocument(counted);
  return load(file);
}

interface Pages {
  readonly places: readonly number[];
  /** Numbers of pages that the file promises and does not hold, with pages behind them or before them. */
  readonly missing: readonly number[];
}

function pagesOf(library: PdfLibrary, document: Pointer): Pages {
  const { call } = library;
  const places: number[] = [];
  const missing: number[] = [];
  const count = call.FPDF_GetPageCount(document);
  library.with(8, (size) => {
    for (let at = 0; at < count && missing.length < MOST_MISSING_IN_A_ROW; at += 1) {
      if (call.FPDF_GetPageSizeByIndexF(document, at, size) === 0) missing.push(at + 1);
      else places.push(at);
    }
  });
  return { places, missing };
}

function formOf(library: PdfLibrary, document: Pointer): Pointer {
  const info = library.allocate(FORM_INFO_BYTES);
  library.bytes.fill(0, info, info + FORM_INFO_BYTES);
  library.view.setUint32(info, FORM_INFO_VERSION, true);
  return library.call.FPDFDOC_InitFormFillEnvironment(document, info);
}
