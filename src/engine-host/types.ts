/** Whether a word of the engine's decision means that the picture was recognized: only these two do. */
export function isRecognized({ decision }: { readonly decision: Decision }): boolean {
  return decision === 'Clone' || decision === 'Match';
}

/**
 * The vocabulary of the vision facade: what goes into and comes out of the native engine.
 *
 * Coordinates are fractions of the image's width and height (0 at the left and top, 1 at the right and
 * bottom), so they hold for the original and for every resized copy of a picture.
 */

/** Decoded pixels: rows from top to bottom without padding, 8 bits a channel, orientation already applied. */
export interface Raster {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
  /** 1 = gray, 3 = RGB in sRGB. */
  readonly channels: 1 | 3;
  /** Size in pixels of the picture before it was reduced for recognition. */
  readonly originalWidth: number;
  readonly originalHeight: number;
}

export type Point = readonly [x: number, y: number];
export type Size = readonly [width: number, height: number];

/** The decision words of the engine specification. Only Clone and Match count as recognized. */
export type Decision =
  | 'Clone'
  | 'Match'
  | 'Similar'
  | 'Different'
  | 'Rejection due to geometric test'
  | 'Rejection due to shape of the matching box';

export type GradeReason =
  | 'good'
  | 'few_features'
  | 'clustered'
  | 'repetitive'
  | 'blurred'
  | 'too_small'
  | 'flat';

/**
 * How well a reference will be recognized, with the reason for a grade below 4: 5 from far away, slanted and blurred; 4 in
 * most photos; 3 in a sharp photo that it fills, as pages of text; 2 close, straight and sharp; 1 now and then, better not
 * published; 0 hardly ever.
 */
export interface Grade {
  readonly value: 0 | 1 | 2 | 3 | 4 | 5;
  readonly reason: GradeReason;
}

/** The signature of one picture. `dna` is versioned and checksummed. */
export interface Extraction {
  readonly dna: Buffer;
  readonly keypointCount: number;
  readonly grade: Grade;
  /** False when the picture holds too little detail to be recognized at all. */
  readonly isRecognizable: boolean;
}

/** One side of a local match. */
export interface MatchSide {
  readonly originalSize: Size;
  /** Size in pixels that the engine worked on. */
  readonly resizedSize: Size;
  /** Four corners, clockwise from the top left; axis-aligned on the reference side. */
  readonly box: readonly [Point, Point, Point, Point];
  /** Share of the picture's area that the box covers, 0..1. */
  readonly boxArea: number;
}

interface MatchScores {
  /** Share of the visible part of the box that is covered with confirmed points, 0..1. */
  readonly boxCoveredSurface: number;
  readonly boxPointsRatio: number;
  /** Matching points among all points in the query box, 0..1. */
  readonly boxPointsRatioHomography: number;
  /** Normalized strength from the number of matching points, 0..1. */
  readonly matchStrength: number;
}

export interface LocalMatch {
  readonly decision: Decision;
  /** 0 (same) to 1 (nothing in common). */
  readonly distance: number;
  readonly query: MatchSide;
  readonly reference: MatchSide;
  readonly scores: MatchScores;
  /** Row-major 3x3 homography on fractions, last entry 1; null when no transform was found. */
  readonly queryFromReference: readonly number[] | null;
  readonly inlierCount: number;
  /** True when the query shows the reference's mirror image (found only when asked for). */
  readonly isMirrored: boolean;
}

export interface MatchedPoint {
  readonly inQuery: Point;
  readonly inReference: Point;
}

/** A local match with the matched points, for explanation and overlay pictures. */
export interface ExplainedMatch extends LocalMatch {
  readonly points: readonly MatchedPoint[];
}

export interface SearchHit extends LocalMatch {
  readonly indexId: string;
  /** The caller's key of the reference (a positive integer below 2^32, unique in its index). */
  readonly key: number;
  /**
   * How the reference agrees with the whole picture, as a copy of it would in its frame, -1 to 1; null where its proportions say
   * that it is none. Searchers of older versions do not tell it.
   */
  readonly frameCorrelation?: number | null | undefined;
}

/** Restricts a search; tested on every hit before candidates are ranked, so the best within the filter is found. */
export interface SearchFilter {
  /** Only references that hold all of these keywords. */
  readonly keywords?: readonly string[];
  /** Only these references. */
  readonly keys?: Uint32Array;
}

export interface SearchOptions {
  readonly filter?: SearchFilter;
  /** Greatest number of hits returned, 1..1000. */
  readonly limit: number;
  /** Strictness of the decision, 0..1; 0.5 is the shipped threshold, larger is stricter. */
  readonly threshold?: number;
  /** Also look for mirror images of references. */
  readonly findMirrored?: boolean;
  /** Looks closer at the photo where the first look recognizes nothing; true unless set. */
  readonly secondTry?: boolean;
  /** Looks at it from the side, too, where a closer look shows nothing from the front; true unless set. */
  readonly fromTheSide?: boolean;
  /**
   * One look at fewer pixels and keypoints, without a closer one: for a frame of a camera whose next frame may be looked at more
   * closely. Asked for together with `secondTry` false; indexes elsewhere take their usual first look. False unless set.
   */
  readonly quick?: boolean;
  /** Numbers of the last changes that must be found, by index; asked for where not given. */
  readonly seen?: ReadonlyMap<string, number>;
  readonly signal?: AbortSignal;
}

export interface SearchResult {
  /** Recognized references first (Clone, Match), best first; ties by key. */
  readonly hits: readonly SearchHit[];
  readonly queryKeypointCount: number;
  /**
   * Whether the first look recognized something and, where the picture shows what a crowd of references share, one of them
   * stands out. Otherwise a closer look may tell more.
   */
  readonly isFirstLookEnough: boolean;
  readonly timing: {
    readonly decodeMs: number;
    readonly extractMs: number;
    readonly searchMs: number;
    readonly verifyMs: number;
  };
}

/** A box as fractions of a picture's width and height. */
export interface FractionBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}
