/** Reads the codes that a picture shows, off the main thread and within limits of pixels and time. */
import type { FractionBox } from '../../engine-host/types.js';
import { childProgram } from '../../kernel/programs/reading-program.js';
import { readInThread } from '../../kernel/programs/reading-thread.js';
import { LoupeError } from '../../kernel/errors.js';

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

/** An A4 page at 600 dots to the inch has 35 million. */
const MOST_PIXELS = 40_000_000;

const program = childProgram(import.meta.url, 'codes-program');

/**
 * @returns none where the picture shows none
 * @throws LoupeError PAYLOAD_TOO_LARGE, OVERLOADED
 */
export async function readCodes(picture: PictureOfCodes): Promise<readonly PrintedCode[]> {
  const { data, width, height } = picture;
  if (width * height > MOST_PIXELS) throw tooLarge();
  const codes: PrintedCode[] = [];
  for await (const part of readInThread<PrintedCode>(program, { data, width, height }, tooLarge))
    codes.push(...part);
  return codes;
}

function tooLarge(): LoupeError {
  return new LoupeError('PAYLOAD_TOO_LARGE', 'The picture is too large to look for codes in it.');
}
