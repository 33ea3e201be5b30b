/**
 * A file as it arrived: its bytes, and what the sender said of it (data only: what it really is, its content tells).
 * Whoever receives it discards it at the end, whatever happened.
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
