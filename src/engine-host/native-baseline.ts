/** The part of the native engine that is there to compare with. */
import type { NativeCancellation } from './native-cancellation.js';
import type { NativePicture, OnPicture } from './native-picture.js';

/** The answer of ORB and a homography to two pictures. */
export interface OrbMatch {
  readonly referenceKeypointCount: number;
  readonly queryKeypointCount: number;
  /** Pairs of keypoints that pass the ratio test. */
  readonly matchCount: number;
  /** Of these, that the homography maps onto each other. */
  readonly inlierCount: number;
  /** Row-major 3x3 homography on fractions, last entry 1; null when none was found. */
  readonly queryFromReference: readonly number[] | null;
}

export interface NativeBaseline {
  matchByOrb<P extends NativePicture, Q extends NativePicture>(
    reference: P,
    query: Q,
    cancellation?: NativeCancellation,
    /** Of each picture; 500, OpenCV's own default, unless given. */
    maxKeypoints?: number,
  ): Promise<OnPicture<P | Q, OrbMatch>>;
}
