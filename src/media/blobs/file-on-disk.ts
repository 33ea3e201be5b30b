/** An uploaded file that lies on disk: read when it is wanted, large ones a few at a time. */
import { readFile } from 'node:fs/promises';
import { LARGE_BYTES, type LargeFiles } from './large-files.js';
import { type FileFacts, ReceivedFile } from '../uploads/received-file.js';

export class FileOnDisk extends ReceivedFile {
  private hasPlace = false;

  constructor(
    private readonly file: string,
    facts: FileFacts,
    private readonly largeFiles: LargeFiles,
    private readonly remove: () => Promise<void>,
  ) {
    super(facts);
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
