/**
 * Uploads in parts by the tus protocol 1.0: files that arrive over broken connections and restarts of the server, and then
 * wait to be used instead of a file in a form. An id begins with that of its owner; others cannot see the upload.
 */
import { FileStore as TusFiles } from '@tus/file-store';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasRoleFor, isBearer } from '../../access/access.js';
import type { BearerViewer, Viewer } from '../../access/viewer.js';
import type { Clock } from '../../kernel/clock.js';
import { forbidden, LoupeError, notFound } from '../../kernel/errors.js';
import { chunksOfFile } from '../blobs/file-chunks.js';
import { FileOnDisk, type LargeFiles } from '../blobs/files-on-disk.js';
import { tooManyBytes } from '../pictures/picture-refusals.js';
import { measure } from './meter.js';
import type { UploadedFile } from './received-file.js';

/** Uploads that a user may have at the same time, begun or waiting to be used. */
const MOST_UPLOADS = 20;
/** An upload to which nothing was added for so long is removed. */
const KEPT_MS = 24 * 60 * 60 * 1000;

const ID = /^[0-9a-f-]{36}\.[0-9a-f-]{36}$/;

interface ResumableUploadsParts {
  readonly folder: string;
  readonly largeFiles: LargeFiles;
  readonly clock: Clock;
  /** Largest file by what it is used for. */
  readonly maxBytes: Readonly<Record<UploadUse, number>>;
}

export type UploadUse = 'document' | 'archive';

export class ResumableUploads {
  /** Where the protocol's server keeps the parts. */
  readonly files: TusFiles;

  constructor(private readonly parts: ResumableUploadsParts) {
    this.files = new TusFiles({ directory: parts.folder });
  }

  async prepare(): Promise<void> {
    await mkdir(this.parts.folder, { recursive: true, mode: 0o700 });
  }

  /** @throws LoupeError FORBIDDEN without the right to change content, RATE_LIMITED when too many wait */
  async requireAnother(viewer: Viewer): Promise<void> {
    const sender = senderIdOf(requireEditor(viewer));
    const own = (await this.ids()).filter((id) => ownerOf(id) === sender);
    if (own.length < MOST_UPLOADS) return;
    throw new LoupeError(
      'RATE_LIMITED',
      `You have ${own.length} unused uploads. Use them, or delete some (DELETE /api/uploads/<id>).`,
    );
  }

  /** An id for an upload that begins. */
  newId(viewer: BearerViewer): string {
    return `${senderIdOf(viewer)}.${randomUUID()}`;
  }

  /** @throws LoupeError FORBIDDEN, NOT_FOUND: also for those of others */
  requireOwn(viewer: Viewer, id: string): void {
    const sender = senderIdOf(requireEditor(viewer));
    if (!ID.test(id) || ownerOf(id) !== sender) throw notFound('The upload');
  }

  /**
   * Uses a complete upload as the request's file. Success removes it; after a failure it stays, so that the client need not
   * send the file again.
   *
   * @throws LoupeError as `inspect`
   */
  async use<T>(
    viewer: Viewer,
    id: string,
    purpose: UploadUse,
    use: (file: UploadedFile) => Promise<T>,
  ): Promise<T> {
    const result = await this.inspect(viewer, id, purpose, use);
    await this.files.remove(keyOf(id));
    return result;
  }

  /**
   * Reads a complete upload and leaves it for later use.
   *
   * @throws LoupeError FORBIDDEN, NOT_FOUND, UPLOAD_INCOMPLETE, PAYLOAD_TOO_LARGE, and what `inspect` throws
   */
  async inspect<T>(
    viewer: Viewer,
    id: string,
    purpose: UploadUse,
    inspect: (file: UploadedFile) => Promise<T>,
  ): Promise<T> {
    const key = keyOf(id);
    this.requireOwn(viewer, key);
    const { size, offset, metadata } = await this.read(key);
    if (size === undefined || offset < size) {
      throw new LoupeError(
        'UPLOAD_INCOMPLETE',
        `${offset} of ${size ?? 'an unknown number of'} bytes have arrived. Send the rest first.`,
      );
    }
    if (size === 0) throw new LoupeError('BAD_USER_INPUT', 'The file is empty.');
    const maxBytes = this.parts.maxBytes[purpose];
    if (size > maxBytes) throw new LoupeError('PAYLOAD_TOO_LARGE', tooManyBytes(maxBytes));
    const path = join(this.parts.folder, key);
    const { sha256 } = await measure(chunksOfFile(path));
    const facts = {
      sizeBytes: size,
      sha256: () => sha256,
      originalName: metadata?.['filename'] ?? null,
      declaredType: metadata?.['filetype'] ?? null,
    };
    const file = new FileOnDisk(path, facts, this.parts.largeFiles, () => Promise.resolve());
    try {
      return await inspect(file);
    } finally {
      await file.discard();
    }
  }

  /** Removes uploads that nobody went on with. @returns how many */
  async sweep(): Promise<number> {
    const before = this.parts.clock.now().getTime() - KEPT_MS;
    let count = 0;
    for (const id of await this.ids()) {
      const facts = await stat(join(this.parts.folder, id)).catch(() => null);
      if (facts === null || facts.mtimeMs >= before) continue;
      await this.files.remove(id);
      count += 1;
    }
    return count;
  }

  private async read(id: string) {
    try {
      return await this.files.getUpload(id);
    } catch {
      throw notFound('The upload');
    }
  }

  private async ids(): Promise<readonly string[]> {
    return (await readdir(this.parts.folder)).filter((name) => ID.test(name));
  }
}

const keyOf = (id: string) => id.trim().toLowerCase();
const ownerOf = (id: string) => id.slice(0, id.indexOf('.'));

/** Each machine token has uploads of its own: not even its owner sees them. */
function senderIdOf(viewer: BearerViewer): string {
  return viewer.kind === 'user' ? viewer.userId : viewer.tokenId;
}

function requireEditor(viewer: Viewer): BearerViewer {
  if (isBearer(viewer) && hasRoleFor(viewer, 'content:write')) return viewer;
  throw forbidden('upload files');
}
