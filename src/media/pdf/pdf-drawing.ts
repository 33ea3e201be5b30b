/** Draws a page of a PDF as a printer prints it. */
import { findingsOf } from './pdf-findings.js';
import { type PdfDocument, PdfFailureError } from './pdf-document.js';
import type { PdfFonts } from './fonts/pdf-fonts.js';
import type { PdfLibrary, Pointer } from './pdf-library.js';
import type { PdfBitmap, PdfPart, PdfWindow } from './pdf-messages.js';
import { pageScale, wholeFiner } from './page-size.js';

/**
 * Without an alpha channel: with one, groups that blend take the paper for their backdrop, though a page is a group on
 * nothing.
 */
const BGRX = 3;
const WHITE = 0xffffffff;
const ANNOTATIONS = 0x01;
const RGB_ORDER = 0x10;
/** Layers and annotations in the state that is printed. */
const PRINTING = 0x800;
const LETTER_PT = { width: 612, height: 792 };

/** @throws PdfFailureError */
export function drawPage(
  library: PdfLibrary,
  fonts: PdfFonts,
  document: PdfDocument,
  index: number,
  part: PdfPart,
): PdfBitmap {
  const { call } = library;
  return withPage(library, document, index, (page) => {
    if (document.form !== 0) call.FORM_OnAfterLoadPage(page, document.form);
    const unprinted = document.overprint?.apply(page, document.places[index] ?? 0) ?? [];
    const annotations = openAnnotations(library, page);
    try {
      const bitmap = fonts.drawing(() => draw(library, document.form, page, part));
      return { ...bitmap, warnings: [...findingsOf(library, page, annotations), ...unprinted] };
    } finally {
      for (const annotation of annotations) call.FPDFPage_CloseAnnot(annotation);
      if (document.form !== 0) call.FORM_OnBeforeClosePage(page, document.form);
    }
  });
}

/** @param index of the page, from 0 @throws PdfFailureError */
export function withPage<T>(
  library: PdfLibrary,
  document: PdfDocument,
  index: number,
  work: (page: Pointer) => T,
): T {
  const place = document.places[index];
  const page = place === undefined ? 0 : loadPage(library, document.handle, place);
  if (page === 0) throw new PdfFailureError('unreadablePage');
  try {
    return work(page);
  } finally {
    library.call.FPDF_ClosePage(page);
  }
}

/** A crop box that lies outside of its media box is no crop box. */
function loadPage(library: PdfLibrary, document: Pointer, place: number): Pointer {
  const { call } = library;
  const page = call.FPDF_LoadPage(document, place);
  if (page === 0 || isSized(library, page)) return page;
  library.with(16, (box) => {
    const isThere = call.FPDFPage_GetMediaBox(page, box, box + 4, box + 8, box + 12) !== 0;
    const side = (at: number) => library.view.getFloat32(box + at * 4, true);
    const sides = isThere
      ? ([side(0), side(1), side(2), side(3)] as const)
      : ([0, 0, LETTER_PT.width, LETTER_PT.height] as const);
    call.FPDFPage_SetCropBox(page, ...sides);
  });
  call.FPDF_ClosePage(page);
  return call.FPDF_LoadPage(document, place);
}

function isSized({ call }: PdfLibrary, page: Pointer): boolean {
  return Math.min(call.FPDF_GetPageWidthF(page), call.FPDF_GetPageHeightF(page)) > 0;
}

/** Their fonts are asked for now, among those of the page, and not while it is drawn. */
function openAnnotations({ call }: PdfLibrary, page: Pointer): readonly Pointer[] {
  const annotations: Pointer[] = [];
  for (let at = 0; at < call.FPDFPage_GetAnnotCount(page); at += 1) {
    const annotation = call.FPDFPage_GetAnnot(page, at);
    if (annotation === 0) continue;
    annotations.push(annotation);
    call.FPDFAnnot_GetObjectCount(annotation);
  }
  return annotations;
}

function draw(library: PdfLibrary, form: Pointer, page: Pointer, part: PdfPart): Omit<PdfBitmap, 'warnings'> {
  const { call } = library;
  const { window } = part;
  const whole = { widthPt: call.FPDF_GetPageWidthF(page), heightPt: call.FPDF_GetPageHeightF(page) };
  const { widthPt, heightPt } =
    window === undefined ? whole : { widthPt: window.width, heightPt: window.height };
  if (!(Math.min(widthPt, heightPt) > 0)) throw new PdfFailureError('emptyPage');
  const { full, area } = pixelsOf(widthPt, heightPt, part);
  const { left, top, width, height } = area;
  return library.with(width * height * 4, (pixels) => {
    const bitmap = call.FPDFBitmap_CreateEx(width, height, BGRX, pixels, width * 4);
    call.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    if (window === undefined) {
      const place = [-left, -top, full.width, full.height, 0] as const;
      call.FPDF_RenderPageBitmap(bitmap, page, ...place, ANNOTATIONS | RGB_ORDER | PRINTING);
      if (form !== 0) call.FPDF_FFLDraw(form, bitmap, page, ...place, RGB_ORDER | PRINTING);
    } else {
      const matrix = windowMatrix(window, [full.width / window.width, full.height / window.height]);
      // Places from left to right and from top to bottom: the matrix, moved to the area, and what is drawn of it.
      const moved = [...matrix.slice(0, 4), (matrix[4] ?? 0) - left, (matrix[5] ?? 0) - top];
      library.with(40, (at) => {
        for (const [index, value] of [...moved, 0, 0, width, height].entries())
          library.view.setFloat32(at + index * 4, value, true);
        const flags = ANNOTATIONS | RGB_ORDER | PRINTING;
        call.FPDF_RenderPageBitmapWithMatrix(bitmap, page, at, at + 24, flags);
      });
    }
    call.FPDFBitmap_Destroy(bitmap);
    const data = library.bytes.slice(pixels, pixels + width * height * 4);
    return { data, width, height, widthPt, heightPt };
  });
}

/** How large all of it is in pixels, and which of them are drawn. */
function pixelsOf(widthPt: number, heightPt: number, { finer, area, window }: PdfPart) {
  const usual = pageScale(widthPt, heightPt);
  const times = area === null ? wholeFiner(widthPt, heightPt, finer) : finer;
  // Whole points, as pages were always measured: their pictures keep their size, and finer ones their proportions.
  const side = (pt: number) =>
    Math.max(
      1,
      Math.round(
        window === undefined ? Math.max(1, Math.floor(Math.floor(pt) * usual)) * times : pt * usual * times,
      ),
    );
  const full = { width: side(widthPt), height: side(heightPt) };
  return { full, area: area ?? { left: 0, top: 0, ...full } };
}

/**
 * pdfium's matrix from a page, with a pixel for each point, to pixels of a window.
 *
 * @param scale pixels of the window for each point, across and down
 * @returns a, b, c, d, e, f: x' = ax + cy + e, y' = bx + dy + f
 */
function windowMatrix(
  { left, top, width, height, turn }: PdfWindow,
  [across, down]: readonly [number, number],
): readonly number[] {
  switch (turn) {
    case 0:
      return [across, 0, 0, down, -left * across, -top * down];
    case 90:
      return [0, -down, across, 0, -top * across, (left + height) * down];
    case 180:
      return [-across, 0, 0, -down, (left + width) * across, (top + height) * down];
    case 270:
      return [0, down, -across, 0, (top + width) * across, -left * down];
  }
}
