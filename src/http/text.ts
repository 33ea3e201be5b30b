/** Bytes of requests as text: in the charset that was declared, in UTF-8 where none was; never guessed, never mended. */
import { badInput, LoupeError } from '../kernel/errors.js';
import { requireValidText } from '../kernel/valid-text.js';
import { parseHeaderValue } from './multipart/header-value.js';

const BIG_ENDIAN_MARK = [0xfe, 0xff] as const;

/** The charset of a Content-Type; null where it names none. */
export function charsetOf(contentType: string | undefined): string | null {
  const charset = parseHeaderValue(contentType ?? '')
    .parameters.get('charset')
    ?.trim();
  return charset === undefined || charset === '' ? null : charset.toLowerCase();
}

/** The charset that XML declares of itself; null where it declares none, or is no XML. */
export function xmlCharsetOf(bytes: Buffer): string | null {
  const start = bytes.toString('latin1', 0, 200);
  return /^<\?xml\s[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1]?.toLowerCase() ?? null;
}

/**
 * A byte order mark is not part of the text.
 *
 * @param where names the body, part or parameter in errors
 * @throws LoupeError UNSUPPORTED_MEDIA for an unknown charset, BAD_USER_INPUT for bytes that are no text in it and for
 *   characters that no text can hold
 */
export function decodeText(bytes: Uint8Array, charset: string | null, where: string): string {
  return requireValidText(decoded(bytes, charset, where), where);
}

function decoded(bytes: Uint8Array, charset: string | null, where: string): string {
  const decoder = decoderFor(bytes, charset ?? 'utf-8');
  try {
    return decoder.decode(bytes);
  } catch {
    throw badInput(
      where,
      charset === null
        ? 'is not valid UTF-8; send UTF-8, or name the charset in the Content-Type'
        : `holds bytes that are no text in ${charset}`,
    );
  }
}

function decoderFor(bytes: Uint8Array, charset: string): TextDecoder {
  const isBigEndian = charset === 'utf-16' && BIG_ENDIAN_MARK.every((byte, at) => bytes[at] === byte);
  try {
    return new TextDecoder(isBigEndian ? 'utf-16be' : charset, { fatal: true });
  } catch {
    throw new LoupeError(
      'UNSUPPORTED_MEDIA',
      `The charset "${charset.slice(0, 40)}" is not known. Send UTF-8.`,
    );
  }
}

/** `%e9` → the byte E9; the source holds one character a byte. */
function unescaped(source: string): Uint8Array {
  const text = source.replace(/%([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(text, 'latin1');
}

export type NamedText = readonly [name: string, value: string];

/**
 * Reads `name=value&…` (application/x-www-form-urlencoded) whose escapes are bytes in a charset. An escape that is
 * cut short stands for itself.
 *
 * @throws LoupeError as `decodeText`, naming the parameter
 */
export function parseUrlEncoded(bytes: Uint8Array, charset: string | null): readonly NamedText[] {
  // What is written in two bytes a character is read first; its escapes are UTF-8 then.
  if (charset?.startsWith('utf-16') === true) {
    return parseUrlEncoded(Buffer.from(decodeText(bytes, charset, 'body')), null);
  }
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const read = (text: string, where: string) =>
    decodeText(unescaped(text.replaceAll('+', ' ')), charset, where);
  return source
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [, rawName = '', rawValue = ''] = /^([^=]*)=?(.*)$/s.exec(pair) ?? [];
      const name = read(rawName, 'body');
      return [name, read(rawValue, name)] as const;
    });
}
