/** What is known of every file that arrived, wherever its bytes lie. */
import type { UploadedFile } from './uploaded-file.js';

export type FileFacts = Pick<UploadedFile, 'sizeBytes' | 'sha256' | 'originalName' | 'declaredType'>;

export abstract class ReceivedFile implements UploadedFile {
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly originalName: string | null;
  readonly declaredType: string | null;

  constructor({ sizeBytes, sha256, originalName, declaredType }: FileFacts) {
    this.sizeBytes = sizeBytes;
    this.sha256 = sha256;
    this.originalName = originalName;
    this.declaredType = declaredType;
  }

  abstract bytes(): Promise<Buffer>;
  abstract path(): Promise<string>;
  abstract discard(): Promise<void>;
}
