/**
 * Serves stored files. The address of a file carries a signature, so that a client that was given it (a reader's phone
 * without a login) can fetch it and nobody can guess another.
 */
import type { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import type { Database, EntityManager } from '../../db/database.js';
import { notFound } from '../../kernel/errors.js';
import { isId } from '../../kernel/ids.js';
import type { BlobStore, ByteRange, DirectAnswer } from './blob-store.js';
import { type FileKind, StoredFile } from './stored-file.entity.js';

/** 22 characters of base64url hold 128 bits: too many to guess, and addresses stay short. */
const SIGNATURE_LENGTH = 22;
const KEPT_SIGNATURES = 20_000;

/** Proves that this server wrote a text; the server's secrets do it. */
interface Signer {
  sign(purpose: string, text: string): string;
  isSame(a: string, b: string): boolean;
}

export interface ServedFile {
  readonly id: string;
  readonly kind: FileKind;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly originalName: string | null;
  /** All bytes, or some of them. */
  stream(range?: ByteRange): Readable;
  /** Where a client may fetch the bytes by itself; null when this server has to answer with them. */
  directAddress(answer: DirectAnswer): Promise<string | null>;
}

interface FileServiceParts {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly signer: Signer;
  /** Whether the files of an owner are shown to nobody for now. */
  readonly isWithheld: (em: EntityManager, ownerId: string) => Promise<boolean>;
  /** How long a direct address leads to the bytes; null for none. */
  readonly signedSeconds: number | null;
}

export class FileService {
  /** A signature never changes, and a list asks for as many as it has lines. */
  private readonly signatures = new LRUCache<string, string>({ max: KEPT_SIGNATURES });

  constructor(private readonly parts: FileServiceParts) {}

  /** The part of a file's address that cannot be guessed, base64url. */
  fileSignature(fileId: string): string {
    const id = fileId.toLowerCase();
    const known = this.signatures.get(id);
    if (known !== undefined) return known;
    const signature = this.parts.signer.sign('file', id).slice(0, SIGNATURE_LENGTH);
    this.signatures.set(id, signature);
    return signature;
  }

  /** `<id>-<signature>`: the last segment of a file's address. */
  addressOf(fileId: string): string {
    return `${fileId}-${this.fileSignature(fileId)}`;
  }

  /** Parts an address segment that `addressOf` made; null when it has another form. */
  parse(segment: string): { readonly fileId: string; readonly signature: string } | null {
    const fileId = segment.slice(0, 36);
    if (!isId(fileId) || segment[36] !== '-') return null;
    return { fileId, signature: segment.slice(37) };
  }

  /** @throws LoupeError NOT_FOUND when the file or its bytes are gone, or the signature is not its own */
  async read(fileId: string, signature: string): Promise<ServedFile> {
    const { database, blobs, signer, isWithheld, signedSeconds } = this.parts;
    const isSigned = isId(fileId) && signer.isSame(signature, this.fileSignature(fileId));
    const em = database.reader();
    const file = isSigned ? await em.findOne(StoredFile, fileId) : null;
    if (file === null || (await isWithheld(em, file.ownerId))) throw notFound('The file');
    const { id, kind, contentType, sizeBytes, sha256 } = file;
    if ((await blobs.size(id)) === null) throw notFound('The file');
    return {
      ...{ id, kind, contentType, sizeBytes, sha256, originalName: file.originalName ?? null },
      stream: (range) => blobs.readStream(id, range),
      directAddress: async (answer) =>
        signedSeconds === null ? null : blobs.directAddress(id, answer, signedSeconds),
    };
  }
}
