/** What the engine reports about a DNA: only the engine knows the format. */
import { hexFromRgb, type PictureColor } from './appearance/color.js';
import { addon } from './native.js';
import { EngineError, toEngineError } from './engine-error.js';

export interface DnaFacts {
  readonly keypointCount: number;
  /** Whether it was computed for a search, with more detail than references have. */
  readonly isOfQuery: boolean;
  /** The dominant colors, largest share first; null when the DNA was extracted without color. */
  readonly colors: readonly PictureColor[] | null;
}

/** @throws EngineError DNA_CORRUPT, DNA_VERSION */
export function describeDna(dna: Buffer): DnaFacts {
  const { keypointCount, isOfQuery, colors } = guarded(() => addon.describeDna(dna));
  if (colors === null) return { keypointCount, isOfQuery, colors };
  return {
    keypointCount,
    isOfQuery,
    colors: colors.map(({ rgb, percentage }) => ({ hex: hexFromRgb(rgb), percentage })),
  };
}

/**
 * The part of a DNA that rankings by color and similarity read, some 600 bytes instead of tens of kilobytes; null when it
 * was extracted without color. It is itself a DNA, one without keypoints, so that a descriptor table takes it as it takes
 * any other.
 *
 * @throws EngineError DNA_CORRUPT, DNA_VERSION
 */
export function appearanceOf(dna: Buffer): Buffer | null {
  return guarded(() => addon.appearanceOf(dna));
}

function guarded<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw toEngineError(error);
  }
}

/**
 * The dominant colors that a signature holds.
 *
 * @throws EngineError INVALID_ARGUMENT when it was extracted without color; DNA_CORRUPT, DNA_VERSION
 */
export function colorsOfDna(dna: Buffer): NonNullable<ReturnType<typeof describeDna>['colors']> {
  const { colors } = describeDna(dna);
  if (colors !== null) return colors;
  throw new EngineError(
    'INVALID_ARGUMENT',
    'The DNA holds no color and similarity descriptors; extract the picture again, in color.',
  );
}
