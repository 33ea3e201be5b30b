/** An uploaded file that lies on disk: read when it is wanted, large ones a few at a time. */
import { readFile } from 'node:fs/promises';
import { LARGE_BYTES, type LargeFiles } from './large-files.js';
import type { UploadedFile } from './uploaded-file.js';

export interface FileFacts {
  readonly sizeBytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
  readonly originalName: string | null;
  readonly declaredType: string | null;
}

export class FileOnDisk implements UploadedFile {
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly originalName: string | null;
  readonly declaredType: string | null;
  private hasPlace = false;

  constructor(
    private readonly file: string,
    facts: FileFacts,
    private readonly largeFiles: LargeFiles,
    private readonly remove: () => Promise<void>,
  ) {
    this.sizeBytes = facts.sizeBytes;
    this.sha256 = facts.sha256;
    this.originalName = facts.originalName;
    this.declaredType = facts.declaredType;
  }

  async bytes(): Promise<Buffer> {
    if (this.sizeBytes > LARGE_BYTES && !this.hasPlace) {
      await this.largeFiles.take();
      this.hasPlace = true;
    }
    return readFile(this.file);
  }

  async path(): Promise<string> {
    return this.file;
  }

  async discard(): Promise<void> {
    if (this.hasPlace) this.largeFiles.free();
    this.hasPlace = false;
    await this.remove();
  }
}
