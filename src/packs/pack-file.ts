/** Writes the file of a pack, and reads what the server itself wrote; its layout stands in pack-head.ts. */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import type { PackContent } from './pack-content.js';
import { PackError } from './pack-error.js';
import {
  FIXED,
  PACK_FORMAT,
  PACK_MAGIC,
  type PackChunk,
  type PackHead,
  type ReadHead,
  readHead,
  SIGNATURE,
} from './pack-head.js';

/** A chunk before it has a hash. */
export interface NewChunk {
  readonly kind: PackChunk['kind'];
  readonly bytes: Buffer;
  /** Keys of references of the segments up to this one that are gone, or come again in a later one. */
  readonly removed?: readonly number[];
}

/** Facts of a pack that its head names beside its chunks. */
export type PackFacts = Omit<PackHead, 'publicKey' | 'chunks'>;

/** A file that this server made, taken apart. */
export interface OwnPack {
  readonly chunks: readonly NewChunk[];
  readonly content: PackContent;
}

/** DER of an Ed25519 key (RFC 8410) before its 32 bytes. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const ALIGNMENT = 8;

/** The key that packs of a server are signed with. */
export class PackSigner {
  readonly #key: KeyObject;
  /** Ed25519, base64url: what a reader must know of the server. */
  readonly publicKey: string;

  /** @param seed  32 bytes that only this server knows */
  constructor(seed: Buffer) {
    this.#key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
    this.publicKey = createPublicKey(this.#key).export({ format: 'jwk' }).x ?? '';
  }

  sign(bytes: Buffer): Buffer {
    return sign(null, bytes, this.#key);
  }
}

const padded = (bytes: Buffer, offset: number): Buffer =>
  Buffer.concat([Buffer.alloc((ALIGNMENT - (offset % ALIGNMENT)) % ALIGNMENT), bytes]);

/** The parts of a pack's file, in order. */
export function packFile(
  facts: PackFacts,
  chunks: readonly NewChunk[],
  signer: PackSigner,
): readonly Buffer[] {
  const head = Buffer.from(
    JSON.stringify({
      ...facts,
      publicKey: signer.publicKey,
      chunks: chunks.map(({ kind, bytes, removed = [] }) => ({
        kind,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        size: bytes.length,
        ...(removed.length === 0 ? {} : { removed }),
      })),
    }),
  );
  const fixed = Buffer.alloc(FIXED);
  fixed.write(PACK_MAGIC, 'latin1');
  fixed.writeUInt32LE(formatOf(chunks), 8);
  fixed.writeUInt32LE(head.length, 12);
  const signed = Buffer.concat([fixed, head]);
  const parts: Buffer[] = [Buffer.concat([signed, signer.sign(signed)])];
  let offset = signed.length + SIGNATURE;
  for (const { bytes } of chunks) {
    const part = padded(bytes, offset);
    parts.push(part);
    offset += part.length;
  }
  return parts;
}

/** The earliest format whose readers know all kinds of its parts. */
function formatOf(chunks: readonly NewChunk[]): number {
  const kinds = new Set(chunks.map(({ kind }) => kind));
  if (kinds.has('comparison')) return PACK_FORMAT;
  return kinds.has('pictures') ? 2 : 1;
}

/** Takes a file apart that `packFile` wrote; null for one that this version does not read. */
export function ownPack(file: Buffer): OwnPack | null {
  let read: ReadHead;
  try {
    read = readHead(file);
  } catch (error) {
    if (error instanceof PackError) return null;
    throw error;
  }
  const chunks = read.head.chunks.map(({ kind, size, removed }, i) => {
    const from = read.offsets[i] ?? 0;
    return { kind, bytes: file.subarray(from, from + size), ...(removed === undefined ? {} : { removed }) };
  });
  const content = chunks.find(({ kind }) => kind === 'content');
  if (content === undefined) return null;
  return { chunks, content: JSON.parse(content.bytes.toString()) as PackContent };
}
