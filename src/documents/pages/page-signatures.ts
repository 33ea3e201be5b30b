/**
 * Signatures of pages. An upload is judged by reading its picture whole, and the signature that this gives is kept for
 * the job that makes the page, which then need not read the picture for it again.
 */
import { type Recognizability, recognizabilityOf } from '../../engine/references/recognizability.js';
import type { Signature } from '../../engine/references/reference-store.js';
import { withVision } from '../../engine/engine-failures.js';
import type { ImageDecoder } from '../../media/pictures/image-decoder.js';
import type { Vision } from '../../engine-host/vision.js';

/** Uploads that wait for their job at the same time; what is forgotten is computed again. Some 100 KB each. */
const MOST_KEPT = 64;

/** The engine's results for a picture. */
export interface JudgedPicture {
  /** null when it holds too little detail to be recognized. */
  readonly signature: Signature | null;
  readonly recognizability: Recognizability;
}

export class PageSignatures {
  /** By the SHA-256 of the file. */
  private readonly kept = new Map<string, JudgedPicture>();

  constructor(
    private readonly decoder: ImageDecoder,
    private readonly vision: Vision,
  ) {}

  /**
   * The signature of a picture, and how well it will be recognized.
   *
   * @throws LoupeError UNSUPPORTED_MEDIA, INVALID_IMAGE, PAYLOAD_TOO_LARGE, OVERLOADED
   */
  async of(bytes: Buffer): Promise<JudgedPicture> {
    const picture = this.decoder.picture(bytes);
    const extraction = await withVision(() => this.vision.extract(picture, 'reference'));
    return {
      signature: extraction.isRecognizable
        ? { ...extraction, picture: await this.decoder.contentPicture(bytes) }
        : null,
      recognizability: recognizabilityOf(extraction),
    };
  }

  /** Reads a picture whole, and keeps its signature for `take`. @throws LoupeError as `of` */
  async judge(bytes: Buffer, sha256: string): Promise<void> {
    this.kept.set(sha256, await this.of(bytes));
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= MOST_KEPT) break;
      this.kept.delete(oldest);
    }
  }

  /** As `take`, and keeps it for `take`. @throws LoupeError as `of` */
  async peek(bytes: Buffer, sha256: string): Promise<JudgedPicture> {
    if (!this.kept.has(sha256)) await this.judge(bytes, sha256);
    return this.kept.get(sha256) ?? this.of(bytes);
  }

  /** The signature of a picture that may have been judged before. @throws LoupeError as `of` */
  async take(bytes: Buffer, sha256: string): Promise<JudgedPicture> {
    const kept = this.kept.get(sha256);
    this.kept.delete(sha256);
    return kept === undefined ? this.of(bytes) : kept;
  }
}
