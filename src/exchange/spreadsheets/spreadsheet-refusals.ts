/** Why a file as a whole is not taken for a spreadsheet. */
import { LoupeError } from '../../kernel/errors.js';

export function spreadsheetTooLarge(): LoupeError {
  return new LoupeError(
    'PAYLOAD_TOO_LARGE',
    'The spreadsheet is larger than 10 MB, or 60 MB unpacked, or holds more than fits in a table of titles and actions.',
  );
}

export function noSpreadsheet(cause?: unknown): LoupeError {
  const message = 'The file cannot be read as a spreadsheet. Send XLSX, or CSV in UTF-8.';
  return new LoupeError('UNSUPPORTED_MEDIA', message, {}, { cause });
}
