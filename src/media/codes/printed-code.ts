import type { FractionBox } from '../../engine-host/types.js';

/** A QR, DataMatrix, EAN, UPC or Code 128 that is printed on a page. */
export interface PrintedCode {
  /** As the reader calls it: QRCode, MicroQRCode, DataMatrix, EAN13, EAN8, UPCA, UPCE, Code128. */
  readonly format: string;
  /** Its payload: a web address, the digits of an article number. */
  readonly text: string;
  /** False where its check digit is wrong or too much of it is damaged. */
  readonly isValid: boolean;
  /** As fractions of the picture. */
  readonly box: FractionBox;
}

/** Pixels in RGB. */
export interface PictureOfCodes {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}
