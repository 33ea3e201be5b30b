/** Receives files: small ones stay in memory, larger ones go to disk while they arrive. */
import { createHash, hash as hashOf, type Hash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { diskFull, isDiskFull } from '../../kernel/outages.js';
import { LoupeError } from '../../kernel/errors.js';
import { FileOnDisk, LargeFiles } from '../blobs/files-on-disk.js';
import { tooManyBytes } from '../pictures/picture-refusals.js';
import { type FileFacts, ReceivedFile, type UploadedFile } from './received-file.js';

/** Files up to this size never touch the disk. */
const IN_MEMORY_BYTES = 4 * 1024 * 1024;

export interface IntakeOptions {
  readonly maxBytes: number;
  readonly originalName?: string | null;
  readonly declaredType?: string | null;
}

export class UploadIntake {
  constructor(
    private readonly folder: string,
    private readonly largeFiles = new LargeFiles(),
  ) {}

  /** Empties the folder of what an earlier run left. */
  async prepare(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
    await mkdir(this.folder, { recursive: true });
  }

  /**
   * Reads a stream to its end. A stream that is too long or breaks off leaves nothing behind.
   *
   * @throws LoupeError PAYLOAD_TOO_LARGE, BAD_USER_INPUT (nothing arrived), UPLOAD_INCOMPLETE (it was interrupted), STORAGE_FULL
   */
  async receive(
    stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    options: IntakeOptions,
  ): Promise<UploadedFile> {
    let hash: Hash | null = null;
    const chunks: Buffer[] = [];
    const spool = new Spool(join(this.folder, randomUUID()));
    let sizeBytes = 0;
    try {
      for await (const part of stream) {
        const chunk = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
        sizeBytes += chunk.length;
        if (sizeBytes > options.maxBytes)
          throw new LoupeError('PAYLOAD_TOO_LARGE', tooManyBytes(options.maxBytes));
        if (!spool.isOpen && sizeBytes <= IN_MEMORY_BYTES) {
          chunks.push(chunk);
        } else {
          hash ??= createHash('sha256');
          const written = [...chunks.splice(0), chunk];
          for (const each of written) hash.update(each);
          await spool.write(written);
        }
      }
      if (sizeBytes === 0) throw new LoupeError('BAD_USER_INPUT', 'The file is empty.');
      await spool.end();
    } catch (error) {
      await spool.discard();
      if (error instanceof LoupeError) throw error;
      if (isDiskFull(error)) throw diskFull(error);
      throw new LoupeError(
        'UPLOAD_INCOMPLETE',
        'The upload was interrupted. Send the file again.',
        {},
        { cause: error },
      );
    }
    const facts = {
      sizeBytes,
      originalName: options.originalName ?? null,
      declaredType: options.declaredType ?? null,
    };
    if (hash === null) {
      const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
      return new FileInMemory(spool, bytes, { ...facts, sha256: () => hashOf('sha256', bytes, 'hex') });
    }
    const sha256 = hash.digest('hex');
    return new FileOnDisk(spool.path, { ...facts, sha256: () => sha256 }, this.largeFiles, () =>
      spool.discard(),
    );
  }

  /** A file whose bytes are at hand already. @throws LoupeError as `receive` */
  async receiveBytes(bytes: Uint8Array, options: IntakeOptions): Promise<UploadedFile> {
    return this.receive([bytes], options);
  }
}

/** A temporary file that is created when it is first written to. */
class Spool {
  private handle: FileHandle | null = null;
  private wasOpened = false;

  constructor(readonly path: string) {}

  get isOpen(): boolean {
    return this.wasOpened;
  }

  async write(chunks: readonly Buffer[]): Promise<void> {
    this.handle ??= await open(this.path, 'wx', 0o600);
    this.wasOpened = true;
    for (const chunk of chunks) await this.handle.writeFile(chunk);
  }

  async end(): Promise<void> {
    await this.handle?.close();
    this.handle = null;
  }

  async discard(): Promise<void> {
    // Most uploads stay in memory: nothing is to be removed then.
    if (!this.wasOpened) return;
    await this.end().catch(() => undefined);
    await rm(this.path, { force: true });
  }
}

/** A file that is small enough to stay in memory. */
class FileInMemory extends ReceivedFile {
  constructor(
    private readonly spool: Spool,
    private readonly memory: Buffer,
    facts: FileFacts,
  ) {
    super(facts);
  }

  async bytes(): Promise<Buffer> {
    return this.memory;
  }

  async path(): Promise<string> {
    await writeFile(this.spool.path, this.memory, { mode: 0o600 });
    return this.spool.path;
  }

  async discard(): Promise<void> {
    await this.spool.discard();
  }
}
