/** Pictures of pages that others look like, for phones to compare what they see with: gray, as the server keeps them. */
import type { EntityManager } from '../db/database.js';
import { readRows } from '../db/rows.js';
import { fillsFrame } from '../engine-host/content/one-place.js';
import { isRecognized, type SearchHit } from '../engine-host/types.js';
import { LoupeError } from '../kernel/errors.js';
import type { ImageDecoder } from '../media/pictures/image-decoder.js';
import { plainJpeg } from '../media/pictures/plain-jpeg.js';
import type { PackComparison, PackReference } from './pack-content.js';
import type { NewChunk, OwnPack } from './pack-file.js';
import { addPart, keptParts } from './picture-parts.js';

type Relatives = NonNullable<PackReference['relatives']>;

/** Hits of searches for the references of a pack, without themselves, by their keys. */
export type AlikeByKey = ReadonlyMap<number, readonly SearchHit[]>;

export interface PackedComparisons {
  readonly chunks: readonly NewChunk[];
  /** By key and sequence of the reference, with a dot between. */
  readonly comparisons: Readonly<Record<string, PackComparison>>;
  /** Facts of a reference in the pack, with those that look like it. */
  readonly saidOf: (key: number) => Pick<PackReference, 'hasRelatives' | 'relatives'>;
}

interface ComparisonParts {
  readonly decoder: Pick<ImageDecoder, 'contentPicture'>;
  /** The picture of a reference; null where there is none. */
  readonly pictureOf: (key: number) => Promise<Buffer | null>;
  /** The version before; null for none. */
  readonly before: OwnPack | null;
}

/** Others that look alike are asked for up to this number. */
export const MOST_ALIKE = 8;
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

/** The pictures of references that others look like, and what a pack with them says of each. */
export async function comparisonsOf(
  references: readonly Pick<PackReference, 'key' | 'sequence'>[],
  alike: AlikeByKey,
  { decoder, pictureOf, before }: ComparisonParts,
): Promise<PackedComparisons> {
  const hitsOf = (key: number) => alike.get(key) ?? [];
  const asked = references.filter(({ key }) => mayBeAsked(hitsOf(key)));
  const keys = new Map(asked.map(({ key, sequence }) => [`${key}.${sequence}`, key]));
  const known = before?.content.comparisons ?? {};
  const kept = keptParts<PackComparison>('comparison', [...keys.keys()], { known, before });
  const { chunks, places } = await addPart('comparison', kept, async (id) => {
    const picture = await pictureOf(keys.get(id) ?? 0);
    return picture && asCompared(decoder, picture);
  });
  const compared = new Set(Object.keys(places).map((id) => Number.parseInt(id)));
  return {
    chunks,
    comparisons: places,
    saidOf: (key) => ({
      hasRelatives: hitsOf(key).some(isRecognized),
      ...(compared.has(key) && { relatives: relativesAmong(hitsOf(key), (other) => compared.has(other)) }),
    }),
  };
}

/** As searches of the server compare it; null where none is kept. */
export async function readPicture(em: EntityManager, key: number): Promise<Buffer | null> {
  const [row] = await readRows<{ readonly picture: Uint8Array }>(
    em,
    'select picture from reference_picture where reference_key = ?',
    [key],
  );
  return row === undefined ? null : Buffer.from(row.picture);
}

/** null for a damaged one. */
async function asCompared(decoder: Pick<ImageDecoder, 'contentPicture'>, kept: Buffer) {
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
