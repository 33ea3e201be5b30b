/** The part of the native engine that works on whole pictures: fine comparison, color, similarity. */
import type { Coverage, DifferenceKind, Sensitivity } from './comparison-settings.js';
import type { NativeCancellation } from '../native-cancellation.js';
import type { NativePicture, OnPicture } from '../native-picture.js';
import type { Size } from './whole-change.js';
import type { FractionBox, Raster } from '../types.js';

export type NativeRgb = readonly [red: number, green: number, blue: number];

interface NativeDifference {
  readonly kind: DifferenceKind;
  readonly inReference: FractionBox;
  readonly inQuery: FractionBox;
  readonly meanDifference: number;
  readonly deltaE: number;
  readonly areaShare: number;
}

interface NativeFineOptions {
  readonly drawHighlights: boolean;
  readonly sensitivity?: Sensitivity;
  readonly minDeltaE?: number;
  readonly minSizePx?: number;
  readonly leastThicknessPx?: number;
  readonly asTheyAre?: boolean;
  readonly ignored?: readonly FractionBox[];
}

export interface NativeFineComparison {
  readonly score: number;
  readonly visibleShare: number;
  readonly coverage: Coverage;
  readonly differences: readonly NativeDifference[];
  /** Of a proof. */
  readonly wholeColors: readonly {
    readonly of: 'paper' | 'print';
    readonly before: NativeRgb;
    readonly after: NativeRgb;
    /** CIEDE2000. */
    readonly deltaE: number;
  }[];
  /** Of the pictures as they were given, in pixels. */
  readonly referenceSize: Size;
  readonly querySize: Size;
  readonly queryFromReference: readonly number[];
  /** Only when drawing was asked for. */
  readonly highlightedReference?: Raster;
  readonly highlightedQuery?: Raster;
}

export interface NativeColor {
  readonly rgb: NativeRgb;
  readonly percentage: number;
}

export interface NativeWantedColor {
  readonly rgb: NativeRgb;
  readonly percentage?: number;
}

export interface NativePage {
  readonly limit?: number;
  readonly offset?: number;
  readonly keys?: Uint32Array;
}

interface NativeRanking {
  readonly total: number;
  readonly hits: readonly {
    readonly key: number;
    readonly distance: number;
    readonly shapeDistance: number;
    readonly colorDistance: number;
  }[];
}

export interface NativeDescriptorTable {
  put(key: number, dna: Buffer): void;
  remove(key: number): boolean;
  size(): number;
  colorsOf(key: number): readonly NativeColor[];
  rankBySimilarity(
    dna: Buffer,
    options: NativePage & { readonly colorWeight?: number },
    cancellation?: NativeCancellation,
  ): Promise<NativeRanking>;
  rankByColors(
    wanted: readonly NativeWantedColor[] | Buffer,
    options: NativePage,
    cancellation?: NativeCancellation,
  ): Promise<NativeRanking>;
  palette(
    options: { readonly mostColors?: number; readonly keys?: Uint32Array },
    cancellation?: NativeCancellation,
  ): Promise<readonly { readonly rgb: NativeRgb; readonly pictureCount: number }[]>;
}

export interface NativeAppearance {
  compareFinely<P extends NativePicture, Q extends NativePicture>(
    reference: P,
    query: Q,
    options: NativeFineOptions,
    cancellation?: NativeCancellation,
  ): Promise<OnPicture<P | Q, NativeFineComparison>>;
  describeColors<P extends NativePicture>(
    picture: P,
    cancellation?: NativeCancellation,
  ): Promise<OnPicture<P, readonly NativeColor[]>>;
  createDescriptorTable(): NativeDescriptorTable;
}
