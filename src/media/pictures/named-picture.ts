/** A picture that a caller names by its address. */
import type { UploadedFile } from '../uploads/received-file.js';

/**
 * Fetched when its bytes are wanted, and once: who may not ask, or says something wrong beside it, makes the server fetch
 * nothing.
 */
export class NamedPicture implements UploadedFile {
  readonly originalName = null;
  readonly declaredType = null;
  private fetching: Promise<UploadedFile> | null = null;
  private fetched: UploadedFile | null = null;

  constructor(private readonly fetch: () => Promise<UploadedFile>) {}

  get sizeBytes(): number {
    return this.known.sizeBytes;
  }

  get sha256(): string {
    return this.known.sha256;
  }

  /** @throws LoupeError as `PictureUrls.fetch`, also `path` */
  async bytes(): Promise<Buffer> {
    return (await this.file()).bytes();
  }

  async path(): Promise<string> {
    return (await this.file()).path();
  }

  async discard(): Promise<void> {
    const file = await this.fetching?.catch(() => null);
    await file?.discard();
  }

  private async file(): Promise<UploadedFile> {
    this.fetching ??= this.fetch();
    this.fetched = await this.fetching;
    return this.fetched;
  }

  private get known(): UploadedFile {
    if (this.fetched === null) throw new RangeError('A named picture is known once its bytes were read.');
    return this.fetched;
  }
}
