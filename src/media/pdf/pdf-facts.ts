/** Facts of a PDF beside its pictures: boxes of pages, links, notes, fields of forms, and facts about the file. */
import type { PdfDocument } from './pdf-document.js';
import type { PdfLibrary, Pointer } from './pdf-library.js';
import { PDF_BOXES, type PdfFileFacts, type PdfPageFacts, type PdfPlace } from './pdf-messages.js';

const LONGEST_TEXT = 500;
const MOST_ENTRIES = 1000;
/** Of the information dictionary (ISO 32000-2, 14.3.3), but for dates, which differ with every export. */
const METADATA = ['Title', 'Author', 'Subject', 'Keywords', 'Creator', 'Producer'] as const;
/** Places are measured on a page of this many units a side, because pdfium answers whole ones. */
const UNITS = 1_000_000;
/** Kinds of actions and annotations as pdfium numbers them (`fpdf_doc.h`, `fpdf_annot.h`). */
const REMOTE_FILE = 2;
const ADDRESS = 3;
const PROGRAM = 4;
const LINK = 2;
/** Flags of annotations (ISO 32000-2, 12.5.3): hidden, and not shown on a screen. */
const UNSEEN = 0x02 | 0x20;
const POPUP = 16;
const FIELD = 20;
/** Kinds of objects on a page (`fpdfview.h`). */
const PATH = 2;
const PICTURE = 3;
const MOST_OBJECTS = 20_000;
const MOST_AREAS = 200;
/** Share of each side of the page. */
const LEAST_AREA_SIDE = 0.08;
const CHECKED_FIELDS: readonly number[] = [2, 3];
const GETTERS = {
  media: 'FPDFPage_GetMediaBox',
  crop: 'FPDFPage_GetCropBox',
  bleed: 'FPDFPage_GetBleedBox',
  trim: 'FPDFPage_GetTrimBox',
  art: 'FPDFPage_GetArtBox',
} as const;
const KINDS: readonly string[] =
  '? Text Link FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Stamp Caret Ink Popup FileAttachment Sound Movie Widget Screen PrinterMark TrapNet Watermark 3D RichMedia XFAWidget Redact'.split(
    ' ',
  );

/** @param page of `document`, loaded @param place where pdfium finds it */
export function pageFacts(
  library: PdfLibrary,
  document: PdfDocument,
  page: Pointer,
  place: number,
): PdfPageFacts {
  const reader = new FactsReader(library, document, page);
  return {
    boxes: reader.boxes(),
    links: reader.links(),
    areas: reader.areas(),
    ...reader.annotations(),
    overprint: document.overprint?.list(page, place) ?? (document.hasUnseenOverprint ? null : []),
  };
}

export function fileFacts(library: PdfLibrary, { handle, userUnits }: PdfDocument): PdfFileFacts {
  const metadata: Record<string, string> = {};
  for (const name of METADATA) {
    const text = withKey(library, name, (key) =>
      library.text((buffer, length) => library.call.FPDF_GetMetaText(handle, key, buffer, length), 'utf16le'),
    );
    if (text !== '') metadata[name] = cut(text);
  }
  return { metadata, userUnits };
}

class FactsReader {
  constructor(
    private readonly library: PdfLibrary,
    private readonly document: PdfDocument,
    private readonly page: Pointer,
  ) {}

  boxes(): PdfPageFacts['boxes'] {
    const { call } = this.library;
    return this.library.with(16, (at) => {
      const found = PDF_BOXES.flatMap((name) => {
        if (call[GETTERS[name]](this.page, at, at + 4, at + 8, at + 12) === 0) return [];
        const [left, bottom, right, top] = this.floats(at);
        const place = this.placeOf([left, bottom], [right, top]);
        return place === null ? [] : [[name, place] as const];
      });
      return Object.fromEntries(found) as PdfPageFacts['boxes'];
    });
  }

  links(): PdfPageFacts['links'] {
    const { call, view } = this.library;
    return this.library.with(24, (at) => {
      view.setInt32(at, 0, true);
      const links: PdfPageFacts['links'][number][] = [];
      while (links.length < MOST_ENTRIES && call.FPDFLink_Enumerate(this.page, at, at + 4) !== 0) {
        const link = this.library.view.getUint32(at + 4, true);
        const { target, isAddress } = this.targetOf(link);
        const place = call.FPDFLink_GetAnnotRect(link, at + 8) === 0 ? null : this.placeOfRect(at + 8);
        if (target !== '' && place !== null)
          links.push({ ...place, target, isAddress, isSeen: this.isSeen(link) });
      }
      return links;
    });
  }

  annotations(): Pick<PdfPageFacts, 'notes' | 'fields'> {
    const { call } = this.library;
    const notes: PdfPageFacts['notes'][number][] = [];
    const fields: PdfPageFacts['fields'][number][] = [];
    const count = Math.min(MOST_ENTRIES, call.FPDFPage_GetAnnotCount(this.page));
    for (let index = 0; index < count; index += 1) {
      const annotation = call.FPDFPage_GetAnnot(this.page, index);
      if (annotation === 0) continue;
      try {
        const kind = call.FPDFAnnot_GetSubtype(annotation);
        if (kind === FIELD) fields.push(...this.fieldOf(annotation));
        else if (kind !== LINK && kind !== POPUP) notes.push(...this.noteOf(annotation, kind));
      } finally {
        call.FPDFPage_CloseAnnot(annotation);
      }
    }
    return { notes, fields };
  }

  areas(): PdfPageFacts['areas'] {
    const { call } = this.library;
    const areas: PdfPageFacts['areas'][number][] = [];
    const count = Math.min(MOST_OBJECTS, call.FPDFPage_CountObjects(this.page));
    return this.library.with(16, (at) => {
      for (let index = 0; index < count && areas.length < MOST_AREAS; index += 1) {
        const object = call.FPDFPage_GetObject(this.page, index);
        const type = call.FPDFPageObj_GetType(object);
        if (type !== PATH && type !== PICTURE) continue;
        if (call.FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12) === 0) continue;
        const [left, bottom, right, top] = this.floats(at);
        const place = this.placeOf([left, bottom], [right, top]);
        if (place === null || Math.min(place.width, place.height) < LEAST_AREA_SIDE) continue;
        areas.push({ ...place, kind: type === PICTURE ? 'picture' : 'frame' });
      }
      return areas;
    });
  }

  private isSeen(link: Pointer): boolean {
    const { call } = this.library;
    const annotation = call.FPDFLink_GetAnnot(this.page, link);
    if (annotation === 0) return true;
    try {
      return (call.FPDFAnnot_GetFlags(annotation) & UNSEEN) === 0;
    } finally {
      call.FPDFPage_CloseAnnot(annotation);
    }
  }

  private targetOf(link: Pointer): { readonly target: string; readonly isAddress: boolean } {
    const { call } = this.library;
    const { handle } = this.document;
    const action = call.FPDFLink_GetAction(link);
    const kind = action === 0 ? 0 : call.FPDFAction_GetType(action);
    const text = (fill: (buffer: Pointer, length: number) => number): string => this.text(fill, 'utf8');
    if (kind === ADDRESS) {
      const target = text((buffer, length) => call.FPDFAction_GetURIPath(handle, action, buffer, length));
      return { target, isAddress: true };
    }
    if (kind === REMOTE_FILE || kind === PROGRAM) {
      const target = text((buffer, length) => call.FPDFAction_GetFilePath(action, buffer, length));
      return { target, isAddress: false };
    }
    const dest = call.FPDFLink_GetDest(handle, link);
    const goal = dest !== 0 || action === 0 ? dest : call.FPDFAction_GetDest(handle, action);
    const pageIndex = goal === 0 ? -1 : call.FPDFDest_GetDestPageIndex(handle, goal);
    return { target: pageIndex < 0 ? '' : `#${pageIndex + 1}`, isAddress: false };
  }

  private fieldOf(annotation: Pointer): PdfPageFacts['fields'] {
    const { call } = this.library;
    const { form } = this.document;
    if (form === 0) return [];
    const name = this.text(
      (buffer, length) => call.FPDFAnnot_GetFormFieldName(form, annotation, buffer, length),
      'utf16le',
    );
    if (name === '') return [];
    if (CHECKED_FIELDS.includes(call.FPDFAnnot_GetFormFieldType(form, annotation)))
      return [{ name, value: call.FPDFAnnot_IsChecked(form, annotation) === 0 ? '☐' : '☑' }];
    const value = this.text(
      (buffer, length) => call.FPDFAnnot_GetFormFieldValue(form, annotation, buffer, length),
      'utf16le',
    );
    return [{ name, value }];
  }

  private noteOf(annotation: Pointer, kind: number): PdfPageFacts['notes'] {
    const { call } = this.library;
    const text = withKey(this.library, 'Contents', (key) =>
      this.text(
        (buffer, length) => call.FPDFAnnot_GetStringValue(annotation, key, buffer, length),
        'utf16le',
      ),
    );
    const place = this.library.with(16, (at) =>
      call.FPDFAnnot_GetRect(annotation, at) === 0 ? null : this.placeOfRect(at),
    );
    return place === null ? [] : [{ ...place, kind: KINDS[kind] ?? '?', text }];
  }

  private text(fill: (buffer: Pointer, length: number) => number, encoding: 'utf8' | 'utf16le'): string {
    return cut(this.library.text(fill, encoding));
  }

  private floats(at: Pointer): readonly [number, number, number, number] {
    const { view } = this.library;
    return [0, 4, 8, 12].map((by) => view.getFloat32(at + by, true)) as [number, number, number, number];
  }

  /** pdfium's rectangles: left, top, right, bottom. */
  private placeOfRect(at: Pointer): PdfPlace | null {
    const [left, top, right, bottom] = this.floats(at);
    return this.placeOf([left, bottom], [right, top]);
  }

  /** null where numbers are too large to be measured. */
  private placeOf(first: readonly [number, number], second: readonly [number, number]): PdfPlace | null {
    const { call } = this.library;
    return this.library.with(8, (at) => {
      const corners = [first, second].map(([x, y]) => {
        if (call.FPDF_PageToDevice(this.page, 0, 0, UNITS, UNITS, 0, x, y, at, at + 4) === 0) return null;
        const { view } = this.library;
        return [view.getInt32(at, true) / UNITS, view.getInt32(at + 4, true) / UNITS] as const;
      });
      const [a, b] = corners;
      if (a == null || b == null) return null;
      const [left, top] = [Math.min(a[0], b[0]), Math.min(a[1], b[1])];
      return { left, top, width: Math.max(a[0], b[0]) - left, height: Math.max(a[1], b[1]) - top };
    });
  }
}

function withKey<T>(library: PdfLibrary, name: string, work: (key: Pointer) => T): T {
  return library.with(name.length + 1, (key) => {
    library.bytes.set(Buffer.from(`${name}\0`, 'latin1'), key);
    return work(key);
  });
}

function cut(text: string): string {
  const letters = [...text];
  return (letters.length > LONGEST_TEXT ? letters.slice(0, LONGEST_TEXT).join('') : text).toWellFormed();
}
