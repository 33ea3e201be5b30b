/** What picture mode answers. */
import type { Recognizability } from '../engine/references/recognizability.js';

export interface PictureView {
  readonly id: string;
  /** Grows with creation; pages of lists are cut by it. */
  readonly objectId: string;
  readonly organizationId: string;
  readonly name: string;
  readonly data: string | null;
  readonly keywords: readonly string[];
  readonly recognizability: Recognizability;
  readonly bigThumbnailFileId: string | null;
  readonly dateCreated: Date;
  readonly dateModified: Date;
}

export interface FoundPicture extends PictureView {
  /** 0..1, 1 is best. */
  readonly score: number;
}

export interface PictureSearchResult {
  /** Joins what follows to this search. */
  readonly sessionId: string;
  /** Best first. */
  readonly pictures: readonly FoundPicture[];
}
