/** How a letter of a page is set: font, size, weight, color. */
import type { PdfLibrary, Pointer } from './pdf-library.js';
import type { PdfTextStyle } from './pdf-messages.js';

/** "ABCDEF+Name": the file holds some letters of the font only. */
const SUBSET = /^[A-Z]{6}\+/;
const MOST_NAME_BYTES = 256;
/** Text rendering modes (ISO 32000-2, 9.3.6). */
const STROKED = [1, 5];
const INVISIBLE = [3, 7];
/** Of a font descriptor (ISO 32000-2, 9.8.2). */
const ITALIC_FLAG = 1 << 6;
const BOLD_FLAG = 1 << 18;
/** Words of names that say more than descriptors. */
const BOLD_NAME = /bold|black|heavy|semibold|demi/iu;
const ITALIC_NAME = /italic|oblique|kursiv/iu;
const OPAQUE = 255;

/** @param index of a letter of the page's text */
export function styleAt(library: PdfLibrary, text: Pointer, index: number): PdfTextStyle {
  const { call } = library;
  return library.with(MOST_NAME_BYTES + 40, (memory) => {
    const [flagsAt, channelsAt] = [memory + MOST_NAME_BYTES, memory + MOST_NAME_BYTES + 8];
    library.view.setInt32(flagsAt, 0, true);
    const length = call.FPDFText_GetFontInfo(text, index, memory, MOST_NAME_BYTES, flagsAt);
    const flags = library.view.getInt32(flagsAt, true);
    const font =
      length > 0 && length <= MOST_NAME_BYTES
        ? Buffer.from(library.bytes.slice(memory, memory + length - 1))
            .toString('utf8')
            .replace(SUBSET, '')
        : '';
    const object = call.FPDFText_GetTextObject(text, index);
    const mode = object === 0 ? 0 : call.FPDFTextObj_GetTextRenderMode(object);
    const channels = [channelsAt, channelsAt + 4, channelsAt + 8, channelsAt + 12] as const;
    for (const [at, pointer] of channels.entries())
      library.view.setUint32(pointer, at === 3 ? OPAQUE : 0, true);
    if (STROKED.includes(mode)) call.FPDFText_GetStrokeColor(text, index, ...channels);
    else call.FPDFText_GetFillColor(text, index, ...channels);
    const [red = 0, green = 0, blue = 0, opacity = 0] = channels.map((at) =>
      library.view.getUint32(at, true),
    );
    // The weight that pdfium returns follows from the width of stems, which every program writes as it likes.
    const isBold = (flags & BOLD_FLAG) !== 0 || BOLD_NAME.test(font);
    return {
      font,
      sizePt:
        Math.round(call.FPDFText_GetFontSize(text, index) * scaleAt(library, text, index, memory) * 100) /
        100,
      isBold,
      isItalic: (flags & ITALIC_FLAG) !== 0 || ITALIC_NAME.test(font),
      color: [red, green, blue],
      isHidden: INVISIBLE.includes(mode) || opacity === 0,
    };
  });
}

/** How much taller than its font size a letter stands on the page. @param memory 24 bytes to work with */
function scaleAt(library: PdfLibrary, text: Pointer, index: number, memory: Pointer): number {
  if (library.call.FPDFText_GetMatrix(text, index, memory) === 0) return 1;
  const [c, d] = [library.view.getFloat32(memory + 8, true), library.view.getFloat32(memory + 12, true)];
  const scale = Math.hypot(c, d);
  return scale > 0 ? scale : 1;
}
