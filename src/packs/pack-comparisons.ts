/** Pictures of pages that others look like, for phones to compare what they see with: gray, as the server keeps them. */
import type { EntityManager } from '../db/database.js';
import { readRows } from '../db/rows.js';
import { fillsFrame } from '../engine-host/content/one-place.js';
import { isRecognized, type SearchHit } from '../engine-host/types.js';
import { LoupeError } from '../kernel/errors.js';
import type { ImageDecoder } from '../media/pictures/image-decoder.js';
import { plainJpeg } from '../media/pictures/plain-jpeg.js';
import type { PackComparison, PackReference } from './pack-content.js';
import type { WantedReference } from './pack-elements.js';
import type { NewChunk, OwnPack } from './pack-file.js';
import { addPart, keptParts } from './picture-parts.js';

type Relatives = NonNullable<PackReference['relatives']>;

export interface PackedComparisons {
  readonly chunks: readonly NewChunk[];
  /** By key and sequence of the reference, with a dot between. */
  readonly comparisons: Readonly<Record<string, PackComparison>>;
}

/** Of a reference. */
const MOST_RELATIVES = 3;

/** Whether others of a search for a reference are like it, or pages of its design: then its picture is worth its bytes. */
export function mayBeAsked(hits: readonly SearchHit[]): boolean {
  return hits.some(isRecognized) || relativesAmong(hits, () => true).length > 0;
}

/** Those of a search for a reference that fill its frame and are in the pack. */
export function relativesAmong(hits: readonly SearchHit[], isInPack: (key: number) => boolean): Relatives {
  return hits
    .flatMap(({ key, queryFromReference: pose, isMirrored }) =>
      pose !== null && !isMirrored && isInPack(key) && fillsFrame({ queryFromReference: pose })
        ? [{ key, pose }]
        : [],
    )
    .slice(0, MOST_RELATIVES);
}

/**
 * The pictures of references that others look like. @param before of the version before; null for none
 */
export async function comparisonsOf(
  em: EntityManager,
  decoder: Pick<ImageDecoder, 'contentPicture'>,
  references: readonly WantedReference[],
  before: OwnPack | null,
): Promise<PackedComparisons> {
  const keys = new Map(references.map(({ key, sequence }) => [`${key}.${sequence}`, key]));
  const known = before?.content.comparisons ?? {};
  const kept = keptParts<PackComparison>('comparison', [...keys.keys()], { known, before });
  const { chunks, places } = await addPart('comparison', kept, async (id) =>
    pictureOf(em, decoder, keys.get(id) ?? 0),
  );
  return { chunks, comparisons: places };
}

/** null where none is kept of a reference, or a damaged one. */
async function pictureOf(em: EntityManager, decoder: Pick<ImageDecoder, 'contentPicture'>, key: number) {
  const [row] = await readRows<{ readonly picture: Uint8Array }>(
    em,
    'select picture from reference_picture where reference_key = ?',
    [key],
  );
  if (row === undefined) return null;
  const kept = Buffer.from(row.picture);
  try {
    const bytes = plainJpeg(kept)?.isPlainGray === true ? kept : await decoder.contentPicture(kept, true);
    const plain = plainJpeg(bytes);
    if (plain?.isPlainGray !== true) return null;
    return { bytes, facts: { width: plain.width, height: plain.height } };
  } catch (error) {
    if (error instanceof LoupeError) return null;
    throw error;
  }
}
