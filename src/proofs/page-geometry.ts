/** How large a page is, which boxes it has, and where places lie on the trimmed sheet. Lengths are in millimeters. */
import type { FractionBox } from '../engine-host/types.js';
import { PDF_BOXES, type PdfPageFacts } from '../media/pdf/pdf-messages.js';

export type PageBoxName = (typeof PDF_BOXES)[number];

export interface MmBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface PageGeometry {
  /** Of the page as it is drawn. */
  readonly widthMm: number;
  readonly heightMm: number;
  /** Those that the file states, from the top left corner of the page as it is drawn. */
  readonly boxes: Readonly<Partial<Record<PageBoxName, MmBox>>>;
}

interface Size {
  readonly widthMm: number;
  readonly heightMm: number;
}

export function geometryOf({ widthMm, heightMm }: Size, { boxes }: PdfPageFacts): PageGeometry {
  const inMm: Partial<Record<PageBoxName, MmBox>> = {};
  for (const name of PDF_BOXES) {
    const place = boxes[name];
    if (place !== undefined) inMm[name] = scaled(place, widthMm, heightMm);
  }
  return { widthMm: rounded(widthMm), heightMm: rounded(heightMm), boxes: inMm };
}

/**
 * Where a place lies from the top left corner of the trimmed sheet; from that of the page where the file states no trim box.
 *
 * @param box as fractions of the page
 */
export function fromTrim(box: FractionBox, { widthMm, heightMm, boxes }: PageGeometry): MmBox {
  const { left, top, ...size } = scaled(box, widthMm, heightMm);
  const { trim } = boxes;
  return {
    left: rounded(left - (trim?.left ?? 0)),
    top: rounded(top - (trim?.top ?? 0)),
    ...size,
  };
}

function scaled({ left, top, width, height }: FractionBox, widthMm: number, heightMm: number): MmBox {
  return {
    left: rounded(left * widthMm),
    top: rounded(top * heightMm),
    width: rounded(width * widthMm),
    height: rounded(height * heightMm),
  };
}

/** To a hundredth, without a negative nought. */
const rounded = (mm: number): number => Math.round(mm * 100) / 100 + 0;
