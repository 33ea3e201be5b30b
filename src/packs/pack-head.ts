/**
 * Reads the file of a pack:
 *
 *   8 bytes    LOUPEPAK
 *   2 numbers  version of the format, length of the head; 32 bits each, the lowest byte first
 *   head       JSON, see `PackHead`
 *   64 bytes   Ed25519 signature of everything before it
 *   chunks     in the head's order, each from a multiple of eight on
 *
 * The head names each chunk by its SHA-256, so that chunks can be fetched apart, kept, and used again by a later version.
 */
import { PackError } from './pack-error.js';

export interface PackChunk {
  /**
   * A segment of the index as it lies, what is shown (JSON, see `PackContent`), icons and thumbnails one behind the other, or so the
   * pictures of pages that others look like.
   */
  readonly kind: 'segment' | 'content' | 'pictures' | 'comparison';
  /** Lower-case hex. */
  readonly sha256: string;
  readonly size: number;
  /** Keys of references of the segments up to this one that are gone, or come again in a later one. */
  readonly removed?: readonly number[];
}

export interface PackHead {
  readonly id: string;
  /** 1 for the first making of a pack, more for later ones. */
  readonly version: number;
  readonly organizationId: string;
  readonly name: string;
  /** ISO 8601. */
  readonly madeAt: string;
  readonly expiresAt: string;
  readonly vocabularyId: number;
  readonly languages: readonly string[];
  readonly pageCount: number;
  /** Ed25519, base64url. */
  readonly publicKey: string;
  readonly chunks: readonly PackChunk[];
}

/** A head with the bytes that it was read from. */
export interface ReadHead {
  readonly head: PackHead;
  readonly signed: Uint8Array;
  readonly signature: Uint8Array;
  /** Where each chunk begins in the file, and where the file ends. */
  readonly offsets: readonly number[];
  readonly end: number;
}

export const PACK_MAGIC = 'LOUPEPAK';
/** 1 of packs without pictures, 2 of those with icons and thumbnails alone: earlier readers take these, too. */
export const PACK_FORMAT = 3;
/** Bytes before the head, and of the signature behind it. */
export const FIXED = 16;
export const SIGNATURE = 64;
const MOST_HEAD = 1 << 20;
const MOST_CHUNKS = 64;
/** Clocks of devices may be this wrong. */
const CLOCK_TOLERANCE_MS = 24 * 60 * 60 * 1000;

const damaged = (what: string): PackError => new PackError('PACK_DAMAGED', `The pack is damaged: ${what}.`);
const aligned = (offset: number): number => Math.ceil(offset / 8) * 8;

/**
 * Reads the head of a pack from the first bytes of its file; nothing is verified yet.
 *
 * @throws PackError PACK_DAMAGED, PACK_NEWER, PACK_INCOMPLETE
 */
export function readHead(file: Uint8Array): ReadHead {
  if (new TextDecoder().decode(file.subarray(0, PACK_MAGIC.length)) !== PACK_MAGIC.slice(0, file.length))
    throw damaged('it is no pack');
  if (file.length < FIXED) throw new PackError('PACK_INCOMPLETE', 'The pack ends in its head.');
  const numbers = new DataView(file.buffer, file.byteOffset, FIXED);
  const format = numbers.getUint32(8, true);
  const length = numbers.getUint32(12, true);
  if (format > PACK_FORMAT) throw new PackError('PACK_NEWER', `The pack has the format ${format}.`);
  if (format === 0 || length > MOST_HEAD) throw damaged('its head has no size');
  const end = FIXED + length + SIGNATURE;
  if (file.length < end) throw new PackError('PACK_INCOMPLETE', 'The pack ends in its head.');
  const head = parseHead(file.subarray(FIXED, FIXED + length));
  const offsets: number[] = [];
  let at = end;
  for (const { size } of head.chunks) {
    offsets.push(aligned(at));
    at = aligned(at) + size;
  }
  return {
    head,
    signed: file.subarray(0, FIXED + length),
    signature: file.subarray(FIXED + length, end),
    offsets,
    end: at,
  };
}

function parseHead(json: Uint8Array): PackHead {
  let head: unknown;
  try {
    head = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(json));
  } catch {
    throw damaged('its head cannot be read');
  }
  if (!isHead(head)) throw damaged('its head lacks something');
  return head;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isText = (value: unknown): value is string => typeof value === 'string';
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

function isHead(value: unknown): value is PackHead {
  if (typeof value !== 'object' || value === null) return false;
  const head = value as Record<keyof PackHead, unknown>;
  return (
    [head.id, head.organizationId, head.name, head.publicKey].every(isText) &&
    [head.madeAt, head.expiresAt].every((time) => isText(time) && !Number.isNaN(Date.parse(time))) &&
    [head.version, head.vocabularyId, head.pageCount].every(isCount) &&
    isList(head.languages) &&
    head.languages.every(isText) &&
    isList(head.chunks) &&
    head.chunks.length <= MOST_CHUNKS &&
    head.chunks.every(isChunk) &&
    head.chunks.filter(({ kind }) => kind === 'content').length === 1
  );
}

function isChunk(value: unknown): value is PackChunk {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, sha256, size, removed } = value as Record<keyof PackChunk, unknown>;
  return (
    isText(kind) &&
    isText(sha256) &&
    /^[0-9a-f]{64}$/.test(sha256) &&
    isCount(size) &&
    (removed === undefined || (isList(removed) && removed.every(isCount)))
  );
}

/** @param text  base64url without padding */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    );
  } catch {
    return new Uint8Array();
  }
}

async function isSigned({ signed, signature }: ReadHead, publicKey: string): Promise<boolean> {
  let key: CryptoKey;
  try {
    key = await crypto.subtle.importKey('raw', bytesOf(publicKey), 'Ed25519', false, ['verify']);
  } catch (error) {
    throw new PackError(
      'UNSUPPORTED_BROWSER',
      `This browser cannot check who made the pack (${String(error)}).`,
    );
  }
  return crypto.subtle.verify('Ed25519', key, signature.slice(), signed.slice());
}

/**
 * Whether the pack was made by the server that is expected, and is valid now.
 *
 * @param publicKey  of that server, base64url
 * @throws PackError PACK_FOREIGN, PACK_DAMAGED, PACK_EXPIRED, PACK_NOT_YET, UNSUPPORTED_BROWSER
 */
export async function verifyHead(read: ReadHead, publicKey: string, now: Date): Promise<void> {
  const { head } = read;
  if (head.publicKey !== publicKey) throw new PackError('PACK_FOREIGN', 'Another server made this pack.');
  if (!(await isSigned(read, publicKey))) throw damaged('its signature is not that of its head');
  if (Date.parse(head.expiresAt) <= now.getTime())
    throw new PackError('PACK_EXPIRED', `The pack was valid until ${head.expiresAt}.`);
  if (Date.parse(head.madeAt) > now.getTime() + CLOCK_TOLERANCE_MS)
    throw new PackError('PACK_NOT_YET', `The pack was made at ${head.madeAt}, which is still to come.`);
}

async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as BufferSource));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @throws PackError PACK_INCOMPLETE, PACK_DAMAGED */
export async function checkChunk(bytes: Uint8Array, chunk: PackChunk): Promise<void> {
  if (bytes.length < chunk.size)
    throw new PackError('PACK_INCOMPLETE', `The pack lacks ${chunk.size - bytes.length} bytes.`);
  if (bytes.length > chunk.size || (await sha256(bytes)) !== chunk.sha256)
    throw damaged('a part of it is not what its head names');
}

/**
 * The chunks of a whole file, none of them checked.
 *
 * @throws PackError PACK_INCOMPLETE, PACK_DAMAGED where there is less or more than the head names
 */
export function partsOf(
  file: Uint8Array,
  { head, offsets, end }: ReadHead,
): readonly { readonly bytes: Uint8Array; readonly chunk: PackChunk }[] {
  if (file.length > end) throw damaged('there is more than its head names');
  if (file.length < end) throw new PackError('PACK_INCOMPLETE', `The pack lacks ${end - file.length} bytes.`);
  return head.chunks.map((chunk, i) => {
    const from = offsets[i] ?? 0;
    return { bytes: file.subarray(from, from + chunk.size), chunk };
  });
}
