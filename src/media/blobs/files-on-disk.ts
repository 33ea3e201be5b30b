/** Uploaded files that lie on disk: durable when they are said to be, read when they are wanted, large ones a few at a time. */
import { open, readFile } from 'node:fs/promises';
import type { BlobSource } from './blob-store.js';
import { type FileFacts, ReceivedFile } from '../uploads/received-file.js';

/** Bounds how much of large uploads lies in memory at the same time, however many arrive at once. */

/** Smaller files are read without waiting. */
const LARGE_BYTES = 32 * 1024 * 1024;
const MOST_AT_ONCE = 2;

/** Places for large files; a request that finds none waits for one. */
export class LargeFiles {
  private taken = 0;
  private readonly waiting: (() => void)[] = [];

  async take(): Promise<void> {
    if (this.taken < MOST_AT_ONCE) this.taken += 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  free(): void {
    const next = this.waiting.shift();
    if (next === undefined) this.taken -= 1;
    else next();
  }
}

/** Writes a file that only its owner may read. What the source throws is thrown; a part of the file may be there then. */
export async function writeSynced(path: string, bytes: BlobSource): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    for await (const chunk of bytes) await file.writeFile(chunk);
    await file.sync();
  } finally {
    await file.close();
  }
}

export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

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
