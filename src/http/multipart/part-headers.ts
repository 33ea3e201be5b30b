import { isUtf8 } from 'node:buffer';
import { charsetOf, decodeText } from '../text.js';
import { parseHeaderValue } from './header-value.js';

export interface PartHeaders {
  /** `form-data`, `attachment`, …; empty when the part has no Content-Disposition. */
  readonly disposition: string;
  readonly name: string;
  /** Last segment of the file name sent; null when there is none. */
  readonly fileName: string | null;
  /** MIME type in lower case without parameters; null when the part does not say. */
  readonly contentType: string | null;
  /** Charset in lower case; null when the part does not say. */
  readonly charset: string | null;
  /** How the bytes are encoded, in lower case; empty when the part does not say. */
  readonly transferEncoding: string;
}

/** Reads the header block of one part: any order, CRLF or LF line ends, folded lines. */
export function parsePartHeaders(block: Buffer): PartHeaders {
  const headers = new Map<string, string>();
  const unfolded = textOf(block).replace(/\r?\n[ \t]+/g, ' ');
  for (const line of unfolded.split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  const disposition = parseHeaderValue(headers.get('content-disposition') ?? '');
  const fileName = disposition.parameters.get('filename');
  const contentType = headers.get('content-type');
  return {
    disposition: disposition.value,
    name: disposition.parameters.get('name') ?? '',
    fileName: fileName === undefined ? null : (fileName.split(/[\\/]/).at(-1) ?? null),
    contentType: contentType === undefined ? null : parseHeaderValue(contentType).value,
    charset: charsetOf(contentType),
    transferEncoding: parseHeaderValue(headers.get('content-transfer-encoding') ?? '').value,
  };
}

/** Senders write names of files in UTF-8 or, old ones, in a charset of their own; neither loses a byte here. */
function textOf(block: Buffer): string {
  const charset = isUtf8(block) ? null : 'windows-1252';
  return decodeText(block, charset, 'body');
}
