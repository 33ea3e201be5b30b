/** What recognition answers. */
import type { ActionType } from '../content/actions/action.entity.js';
import type { Outline } from '../engine-host/plane.js';

export interface EnrichedActionView {
  readonly id: string;
  readonly iconFileId: string | null;
  readonly priority: number | null;
  readonly order: number | null;
  readonly name: string;
  readonly style: string | null;
  readonly type: ActionType;
  readonly content: string;
  /** Of those that are not obeyed yet, as text; null for none. */
  readonly rules: string | null;
}

export interface EnrichedImageView {
  /** The recognized image or zone. */
  readonly id: string;
  readonly bigThumbnailFileId: string | null;
  readonly languageCode: string | null;
  readonly title: string | null;
  readonly documentId: string | null;
  readonly sessionId: string;
  readonly order: number | null;
  readonly autoTrigger: boolean;
  readonly titleStyle: string | null;
  /** Empty except for a picture. */
  readonly data: string;
  readonly actions: readonly EnrichedActionView[];
  /** 0..1, 1 is best. */
  readonly score: number;
  /**
   * Its corners in the photo, clockwise from its own top left, as fractions of the photo's width and height; they may lie
   * outside. Empty where there is no photo.
   */
  readonly outline: Outline;
}
