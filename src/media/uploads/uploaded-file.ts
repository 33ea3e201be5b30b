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
