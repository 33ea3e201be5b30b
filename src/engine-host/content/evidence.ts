/** What the small content of references says about a photo, as the engine measures it. Counts are of blocks of 16 px. */

export interface ContentCandidate {
  /** Of the reference. */
  readonly key: number;
  /** A gray JPEG of the reference, as `ContentSource` gives it. */
  readonly picture: Uint8Array;
  /** Row-major homography on fractions of both pictures, last entry 1. */
  readonly queryFromReference: readonly number[];
}

/** Of one candidate. */
export interface ContentFacts {
  /** With ink in the reference, and visible in the photo. */
  readonly inkedBlocks: number;
  /** Of these: the same ink, and other ink or none, in the photo. */
  readonly agreeingBlocks: number;
  readonly contradictingBlocks: number;
  /** The largest connected part of what contradicts or was added. */
  readonly largestContradiction: number;
  /** Without ink in the reference: with ink in the photo, and without. */
  readonly addedBlocks: number;
  readonly emptyBlocks: number;
  /** Of the blocks with ink, -1..1: the median, and what 49 of 50 reach. */
  readonly medianCorrelation: number;
  readonly lowCorrelation: number;
  /** What the best tenth of them reach. */
  readonly highCorrelation: number;
  /** Longer side in pixels of the frame in which both were compared. */
  readonly frameSidePx: number;
  /** Share of the reference that the photo shows, 0..1. */
  readonly visibleShare: number;
  /**
   * How much the levels differ in the block where they differ most, as a multiple of what the block holds: 0 for the same, about
   * 1 for other ink or none.
   */
  readonly worstDifference: number;
  /**
   * How much the place of a letter differs where it differs most, as a multiple of what both pictures differ by elsewhere: up to 3 for
   * copies, more where a digit is another one; 0 where `worstDifference` says already that the picture is no copy.
   */
  readonly detailDifference: number;
  /**
   * Share of the blocks with ink that hold print on white paper in the reference, and equally strong but other print on equally white
   * paper in the photo, 0..1.
   */
  readonly otherPrintShare: number;
  /** How far agreeing blocks lie from where their neighbors do, in pixels on average: 0 on flat paper. */
  readonly unevennessPx: number;
}

/** Blocks in which a reference differs from a relative, another one at the same place of the photo, and what the photo shows there. */
export interface DistinguishingBlocks {
  /** With ink in the reference. */
  readonly blocks: number;
  readonly agreeing: number;
  readonly contradicting: number;
  /** Without ink in the reference and with ink in the relative; of these, with ink in the photo. */
  readonly empty: number;
  readonly added: number;
  /** With the same ink in both; of these, those that agree with the photo. */
  readonly shared: number;
  readonly sharedAgreeing: number;
  /** Over `blocks`, and over `shared`. */
  readonly meanCorrelation: number;
  readonly meanSharedCorrelation: number;
  /** Whether both differ as they are kept, though perhaps not as small and blurred as the photo shows them. */
  readonly differsInFull: boolean;
}

export interface ContentEvidence {
  readonly facts: ContentFacts;
  /** In the order of the relatives. */
  readonly relatives: readonly DistinguishingBlocks[];
}

/** How a reference and a photo were compared, as the engine gives it. */
export interface WeighedContent {
  readonly facts: ContentFacts;
  /** The common frame in pixels, and what the reference was blurred by to be as sharp as the photo. */
  readonly frameWidth: number;
  readonly frameHeight: number;
  readonly blur: number;
  readonly blocks: BlockMap;
}

/** Side of a block in pixels of the frame. */
export const BLOCK_PX = 16;

/** Blocks row by row, two bytes each: a state, and a correlation from 0 for -1 to 200 for 1. */
export type BlockMap = Uint8Array;

/** States of blocks, as `native/core/content/content_map.h` numbers them. */
export const blockState = { hidden: 0, empty: 1, added: 2, agrees: 3, doubtful: 4, contradicts: 5 } as const;
