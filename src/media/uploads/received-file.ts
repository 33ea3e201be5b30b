/** What is known of every file that arrived, wherever its bytes lie. */

/**
 * A file as it arrived: its bytes, and what the sender said about it (a hint: the content decides what it really is).
 * The receiver discards it at the end, also after a failure.
 */
export interface UploadedFile {
  readonly sizeBytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
  readonly originalName: string | null;
  readonly declaredType: string | null;
  bytes(): Promise<Buffer>;
  /** Path of a file with the bytes, valid until discarded. */
  path(): Promise<string>;
  discard(): Promise<void>;
}

export type FileFacts = Pick<UploadedFile, 'sizeBytes' | 'originalName' | 'declaredType'> & {
  /** Asked for once at most. */
  readonly sha256: () => string;
};

export abstract class ReceivedFile implements UploadedFile {
  readonly sizeBytes: number;
  readonly originalName: string | null;
  readonly declaredType: string | null;

  private readonly makeSha256: () => string;
  private madeSha256: string | null = null;

  constructor({ sizeBytes, sha256, originalName, declaredType }: FileFacts) {
    this.sizeBytes = sizeBytes;
    this.makeSha256 = sha256;
    this.originalName = originalName;
    this.declaredType = declaredType;
  }

  /** Made when it is wanted: nobody asks for that of a photo which is searched for. */
  get sha256(): string {
    this.madeSha256 ??= this.makeSha256();
    return this.madeSha256;
  }

  abstract bytes(): Promise<Buffer>;
  abstract path(): Promise<string>;
  abstract discard(): Promise<void>;
}
