/** pdfium as WebAssembly: the functions that pages are drawn with, and its memory. */
import { PDFiumModule } from '@hyzyla/pdfium';

/** Handles and addresses in pdfium's memory; 0 is none. */
export type Pointer = number;

/** Functions of pdfium's public headers (`fpdfview.h` and its neighbors). */
interface PdfiumFunctions {
  FPDF_InitLibraryWithConfig(config: Pointer): void;
  FPDF_SetSystemFontInfo(fontInfo: Pointer): void;
  FPDF_GetDefaultSystemFontInfo(): Pointer;
  FPDF_LoadMemDocument(bytes: Pointer, length: number, password: Pointer): Pointer;
  FPDF_CloseDocument(document: Pointer): void;
  FPDF_GetLastError(): number;
  FPDF_GetPageCount(document: Pointer): number;
  FPDF_GetPageSizeByIndexF(document: Pointer, pageIndex: number, size: Pointer): number;
  FPDF_LoadPage(document: Pointer, pageIndex: number): Pointer;
  FPDF_ClosePage(page: Pointer): void;
  FPDF_GetPageWidthF(page: Pointer): number;
  FPDF_GetPageHeightF(page: Pointer): number;
  FPDFPage_GetMediaBox(page: Pointer, left: Pointer, bottom: Pointer, right: Pointer, top: Pointer): number;
  FPDFPage_GetCropBox(page: Pointer, left: Pointer, bottom: Pointer, right: Pointer, top: Pointer): number;
  FPDFPage_GetBleedBox(page: Pointer, left: Pointer, bottom: Pointer, right: Pointer, top: Pointer): number;
  FPDFPage_GetTrimBox(page: Pointer, left: Pointer, bottom: Pointer, right: Pointer, top: Pointer): number;
  FPDFPage_GetArtBox(page: Pointer, left: Pointer, bottom: Pointer, right: Pointer, top: Pointer): number;
  FPDFPage_SetCropBox(page: Pointer, left: number, bottom: number, right: number, top: number): void;
  FPDFPage_CountObjects(page: Pointer): number;
  FPDFPage_GetObject(page: Pointer, index: number): Pointer;
  FPDFPageObj_GetType(object: Pointer): number;
  FPDFPageObj_GetBounds(
    object: Pointer,
    left: Pointer,
    bottom: Pointer,
    right: Pointer,
    top: Pointer,
  ): number;
  FPDFPageObj_GetMatrix(object: Pointer, matrix: Pointer): number;
  FPDFPageObj_HasTransparency(object: Pointer): number;
  FPDFPageObj_SetIsActive(object: Pointer, isActive: number): number;
  FPDFPageObj_SetBlendMode(object: Pointer, mode: Pointer): void;
  FPDFPageObj_GetFillColor(object: Pointer, ...channels: Channels): number;
  FPDFPageObj_GetStrokeColor(object: Pointer, ...channels: Channels): number;
  FPDFPath_GetDrawMode(path: Pointer, fillMode: Pointer, isStroked: Pointer): number;
  FPDFImageObj_GetImageMetadata(image: Pointer, page: Pointer, metadata: Pointer): number;
  FPDF_GetFormType(document: Pointer): number;
  FPDF_GetMetaText(document: Pointer, tag: Pointer, buffer: Pointer, length: number): number;
  FPDFLink_Enumerate(page: Pointer, place: Pointer, link: Pointer): number;
  FPDFLink_GetAction(link: Pointer): Pointer;
  FPDFLink_GetDest(document: Pointer, link: Pointer): Pointer;
  FPDFLink_GetAnnotRect(link: Pointer, rect: Pointer): number;
  FPDFLink_GetAnnot(page: Pointer, link: Pointer): Pointer;
  FPDFAction_GetType(action: Pointer): number;
  FPDFAction_GetDest(document: Pointer, action: Pointer): Pointer;
  FPDFAction_GetURIPath(document: Pointer, action: Pointer, buffer: Pointer, length: number): number;
  FPDFAction_GetFilePath(action: Pointer, buffer: Pointer, length: number): number;
  FPDFDest_GetDestPageIndex(document: Pointer, dest: Pointer): number;
  FPDFDoc_GetAttachmentCount(document: Pointer): number;
  FPDFDoc_GetAttachment(document: Pointer, index: number): Pointer;
  FPDFAttachment_GetName(attachment: Pointer, buffer: Pointer, length: number): number;
  FPDFFormObj_CountObjects(form: Pointer): number;
  FPDFFormObj_GetObject(form: Pointer, index: number): Pointer;
  FPDFPage_GetAnnotCount(page: Pointer): number;
  FPDFPage_GetAnnot(page: Pointer, index: number): Pointer;
  FPDFPage_CloseAnnot(annotation: Pointer): void;
  FPDFAnnot_GetObjectCount(annotation: Pointer): number;
  FPDFAnnot_GetObject(annotation: Pointer, index: number): Pointer;
  FPDFAnnot_GetFlags(annotation: Pointer): number;
  FPDFAnnot_GetSubtype(annotation: Pointer): number;
  FPDFAnnot_GetRect(annotation: Pointer, rect: Pointer): number;
  FPDFAnnot_GetStringValue(annotation: Pointer, key: Pointer, buffer: Pointer, length: number): number;
  FPDFAnnot_GetFormFieldType(form: Pointer, annotation: Pointer): number;
  FPDFAnnot_GetFormFieldName(form: Pointer, annotation: Pointer, buffer: Pointer, length: number): number;
  FPDFAnnot_GetFormFieldValue(form: Pointer, annotation: Pointer, buffer: Pointer, length: number): number;
  FPDFAnnot_IsChecked(form: Pointer, annotation: Pointer): number;
  FPDFText_LoadPage(page: Pointer): Pointer;
  FPDFText_ClosePage(textPage: Pointer): void;
  FPDFText_CountChars(textPage: Pointer): number;
  FPDFText_GetUnicode(textPage: Pointer, index: number): number;
  FPDFText_HasUnicodeMapError(textPage: Pointer, index: number): number;
  FPDFText_GetCharAngle(textPage: Pointer, index: number): number;
  FPDFText_GetFontSize(textPage: Pointer, index: number): number;
  FPDFText_GetMatrix(textPage: Pointer, index: number, matrix: Pointer): number;
  FPDFText_GetFontInfo(
    textPage: Pointer,
    index: number,
    buffer: Pointer,
    length: number,
    flags: Pointer,
  ): number;
  FPDFText_GetFillColor(textPage: Pointer, index: number, ...channels: Channels): number;
  FPDFText_GetStrokeColor(textPage: Pointer, index: number, ...channels: Channels): number;
  FPDFText_GetTextObject(textPage: Pointer, index: number): Pointer;
  FPDFText_GetCharBox(
    textPage: Pointer,
    index: number,
    left: Pointer,
    right: Pointer,
    bottom: Pointer,
    top: Pointer,
  ): number;
  FPDF_PageToDevice(
    page: Pointer,
    ...placeAndPoint: [
      startX: number,
      startY: number,
      width: number,
      height: number,
      rotate: number,
      pageX: number,
      pageY: number,
      deviceX: Pointer,
      deviceY: Pointer,
    ]
  ): number;
  FPDFTextObj_GetFont(text: Pointer): Pointer;
  FPDFTextObj_GetText(text: Pointer, textPage: Pointer, buffer: Pointer, length: number): number;
  FPDFTextObj_GetTextRenderMode(text: Pointer): number;
  FPDFFont_GetIsEmbedded(font: Pointer): number;
  FPDFFont_GetBaseFontName(font: Pointer, buffer: Pointer, length: number): number;
  FPDFImageObj_GetBitmap(image: Pointer): Pointer;
  FPDFImageObj_GetImageDataRaw(image: Pointer, buffer: Pointer, length: number): number;
  FPDFImageObj_GetImageFilterCount(image: Pointer): number;
  FPDFImageObj_GetImageFilter(image: Pointer, index: number, buffer: Pointer, length: number): number;
  FPDFDOC_InitFormFillEnvironment(document: Pointer, formInfo: Pointer): Pointer;
  FORM_OnAfterLoadPage(page: Pointer, form: Pointer): void;
  FORM_OnBeforeClosePage(page: Pointer, form: Pointer): void;
  FPDF_FFLDraw(form: Pointer, bitmap: Pointer, page: Pointer, ...placeAndFlags: PlaceAndFlags): void;
  FPDF_RenderPageBitmap(bitmap: Pointer, page: Pointer, ...placeAndFlags: PlaceAndFlags): void;
  FPDF_RenderPageBitmapWithMatrix(
    bitmap: Pointer,
    page: Pointer,
    matrix: Pointer,
    clipping: Pointer,
    flags: number,
  ): void;
  FPDFBitmap_CreateEx(
    width: number,
    height: number,
    format: number,
    pixels: Pointer,
    stride: number,
  ): Pointer;
  FPDFBitmap_FillRect(bitmap: Pointer, ...rectAndColor: [number, number, number, number, number]): void;
  FPDFBitmap_GetBuffer(bitmap: Pointer): Pointer;
  FPDFBitmap_GetStride(bitmap: Pointer): number;
  FPDFBitmap_GetHeight(bitmap: Pointer): number;
  FPDFBitmap_GetWidth(bitmap: Pointer): number;
  FPDFBitmap_GetFormat(bitmap: Pointer): number;
  FPDFBitmap_Destroy(bitmap: Pointer): void;
  malloc(byteCount: number): Pointer;
  free(address: Pointer): void;
}

type Channels = [red: Pointer, green: Pointer, blue: Pointer, opacity: Pointer];
type PlaceAndFlags = [x: number, y: number, width: number, height: number, rotate: number, flags: number];

interface PdfiumExports extends PdfiumFunctions {
  readonly memory: WebAssembly.Memory;
  readonly __indirect_function_table: WebAssembly.Table;
}

/** Reads a string into a buffer that pdfium's functions fill; they answer how many bytes they want. */
export type FillBuffer = (buffer: Pointer, length: number) => number;

export class PdfLibrary {
  private constructor(
    readonly call: PdfiumFunctions,
    private readonly exports: PdfiumExports,
  ) {}

  static async load(): Promise<PdfLibrary> {
    const module = (await (PDFiumModule as unknown as (options: object) => Promise<object>)({})) as {
      readonly wasmExports: PdfiumExports;
    };
    const library = new PdfLibrary(module.wasmExports, module.wasmExports);
    // Version 2 of the structure, everything else absent.
    const config = library.words([2, 0, 0, 0, 0]);
    library.call.FPDF_InitLibraryWithConfig(config);
    return library;
  }

  /** The memory as it is now: it moves when it grows. */
  get bytes(): Uint8Array {
    return new Uint8Array(this.exports.memory.buffer);
  }

  get view(): DataView {
    return new DataView(this.exports.memory.buffer);
  }

  /** The table of functions that pdfium can call. */
  get table(): WebAssembly.Table {
    return this.exports.__indirect_function_table;
  }

  /** @throws RangeError when there is no memory left */
  allocate(byteCount: number): Pointer {
    const address = this.call.malloc(byteCount);
    if (address === 0) throw new RangeError(`There are no ${byteCount} bytes left.`);
    return address;
  }

  /** A structure of 32-bit words that stays. */
  words(values: readonly number[]): Pointer {
    const address = this.allocate(values.length * 4);
    for (const [at, value] of values.entries()) this.view.setUint32(address + at * 4, value, true);
    return address;
  }

  /** Memory for as long as `work` takes. */
  with<T>(byteCount: number, work: (address: Pointer) => T): T {
    const address = this.allocate(byteCount);
    try {
      return work(address);
    } finally {
      this.call.free(address);
    }
  }

  /** Text in pdfium's own length and encoding. */
  text(fill: FillBuffer, encoding: 'utf8' | 'utf16le'): string {
    const length = fill(0, 0);
    if (length <= 0) return '';
    return this.with(length, (address) => {
      fill(address, length);
      const text = Buffer.from(this.bytes.slice(address, address + length)).toString(encoding);
      return text.replace(/\0+$/u, '');
    });
  }
}
