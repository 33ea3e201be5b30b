/** Undoes the encodings of a part's bytes (RFC 2045): forms need none, and some senders of mails use them all the same. */
import { badInput } from '../../kernel/errors.js';
import type { Part } from './multipart-reader.js';

const SPACE = /[ \t\r\n]+/g;
/** Of a line of quoted-printable that may end in the middle of a sign. */
const UNFINISHED = /=[0-9A-Fa-f]?[ \t]*\r?$/;

/**
 * The part as it was before it was encoded.
 *
 * @throws LoupeError BAD_USER_INPUT naming the part, also while its bytes are read
 */
export function withoutTransferEncoding({ headers, body }: Part): Part {
  const where = headers.name || 'body';
  switch (headers.transferEncoding) {
    case 'base64':
      return { headers, body: fromBase64(body, where) };
    case 'quoted-printable':
      return { headers, body: fromQuotedPrintable(body, where) };
    default:
      // 7bit, 8bit, binary and whatever else senders write there leave the bytes as they are.
      return { headers, body };
  }
}

async function* fromBase64(body: AsyncIterable<Buffer>, where: string): AsyncGenerator<Buffer> {
  let rest = '';
  for await (const chunk of body) {
    const text = rest + chunk.toString('latin1').replace(SPACE, '');
    const whole = text.length - (text.length % 4);
    rest = text.slice(whole);
    if (whole > 0) yield decoded(text.slice(0, whole), where);
  }
  if (rest !== '') yield decoded(rest, where);
}

function decoded(text: string, where: string): Buffer {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) {
    throw badInput(
      where,
      'says Content-Transfer-Encoding: base64 and is not in base64; send the bytes as they are, without this header',
    );
  }
  return Buffer.from(text, 'base64');
}

async function* fromQuotedPrintable(body: AsyncIterable<Buffer>, where: string): AsyncGenerator<Buffer> {
  let rest = '';
  for await (const chunk of body) {
    const text = rest + chunk.toString('latin1');
    rest = UNFINISHED.exec(text)?.[0] ?? '';
    yield unquoted(text.slice(0, text.length - rest.length), where);
  }
  yield unquoted(rest, where);
}

function unquoted(text: string, where: string): Buffer {
  const plain = text.replace(
    /=(?:([0-9A-Fa-f]{2})|[ \t]*(?:\r?\n|$)|)/g,
    (whole, hex: string | undefined) => {
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      if (whole !== '=' || text.endsWith('=')) return '';
      throw badInput(
        where,
        'says Content-Transfer-Encoding: quoted-printable and is not written so; send the bytes as they are, without this header',
      );
    },
  );
  return Buffer.from(plain, 'latin1');
}
