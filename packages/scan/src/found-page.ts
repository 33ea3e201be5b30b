/** Offers of a page that was found. */
import {
  targetOf as readerTargetOf,
  type ActionTarget,
  type ReaderTarget,
} from '../../../console/src/parts/reader/action-target.js';
import type { PackAction } from '../../engine-wasm/src/index.js';
import type { Corners } from './smooth-corners.js';

export type ScanAction = PackAction;

/** Title and actions of a page or zone, in the reader's language. */
export interface ScanOffer {
  readonly id: string;
  readonly languageCode: string;
  readonly title: string | null;
  readonly titleStyle: string | null;
  readonly actions: readonly ScanAction[];
  readonly autoTrigger: boolean;
}

/** `id` is that of the page, or of the zone that is meant. */
export interface FoundPage extends ScanOffer {
  /** Null where the server answered, which names a zone without its page. */
  readonly pageId: string | null;
  readonly documentId: string;
  /** Of the page, the largest first. */
  readonly zones: readonly ScanOffer[];
  /** 0..1, 1 is best. */
  readonly score: number;
  /** Other pages look like it: where it matters which one it is, ask the server. */
  readonly looksLike: boolean;
  /** Its corners in the picture, clockwise from its own top left, as fractions; they may lie outside. */
  readonly corners: Corners;
}

/**
 * Where an action leads: an address for a link, a file to save, something to share, or a text. Null for what cannot be used, as
 * addresses that run code.
 */
export const targetOf = (action: ScanAction): ActionTarget | null =>
  readerTargetOf({ ...action, target: action.target as ReaderTarget, iconUrl: null });
