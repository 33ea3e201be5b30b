/** Answers of an open pack, and how they are compared. */
import type { Outline } from '../../../src/engine-host/plane.js';
import type { PackContent, PackShown } from '../../../src/packs/pack-content.js';
import type { GrayPixels, ModuleHit, WasmModule } from './wasm-module.js';

/** Hits after their content was compared, and whether the picture shows what is theirs alone, by the keys of those that were. */
export interface ComparedHits {
  readonly hits: readonly ModuleHit[];
  readonly shown?: ReadonlyMap<number, boolean>;
}

/** @param isFilm as `RecognizeOptions` has it */
export type ComparesHits = (
  gray: GrayPixels,
  hits: readonly ModuleHit[],
  isFilm: boolean,
) => Promise<ComparedHits>;

/** Needed to compare what a pack holds. */
export interface PackParts {
  readonly module: WasmModule;
  readonly content: PackContent;
  /** Parts of the kind `comparison`. */
  readonly chunks: readonly Uint8Array[];
}

export interface PackHit {
  readonly id: string;
  readonly pageId: string;
  readonly documentId: string;
  /** 0..1, 1 is best. */
  readonly score: number;
  /** Its corners in the picture, clockwise from its own top left, as fractions; they may lie outside. */
  readonly outline: Outline;
  /** Whether its small content was compared, as the server does: of pages whose picture the pack holds, since others look like them. */
  readonly compared: boolean;
  /**
   * Other pages look like this one and no comparison distinguishes them, or only a part of what is in view was found again: ask the
   * server, where it can be reached.
   */
  readonly looksLike: boolean;
  readonly autoTrigger: boolean;
  /** In the language that suits best; null where the pack has none, or a time window has opened or closed since it was made. */
  readonly shown: PackShown | null;
  /** Zones of the page that the picture shows, this one among them, the largest first; none of other pages that came close. */
  readonly zones: readonly PackZone[];
}

/** A zone, where the page lies in the picture. */
export interface PackZone {
  readonly id: string;
  /** As that of a hit. */
  readonly outline: Outline;
  readonly autoTrigger: boolean;
  readonly shown: PackShown;
}

export interface RecognizeOptions {
  /** Looks closer where the first look finds nothing: five times the work. */
  readonly closer?: boolean;
  /** As a device says it, for example `de-CH`. */
  readonly language?: string;
  /** Whether the pictures are those of a camera, one after the other: what is found again is compared once a second. */
  readonly isFilm?: boolean;
  /** For tests. */
  readonly now?: Date;
}
