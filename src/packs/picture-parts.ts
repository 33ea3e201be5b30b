/** Parts of a pack in which pictures lie one behind the other: a later version keeps them as far as they are wanted. */
import type { PackPicture } from './pack-content.js';
import type { NewChunk, OwnPack } from './pack-file.js';

/** More changes than this share, or more parts, and all are packed again. */
const MOST_CHANGED = 0.25;
const MOST_PARTS = 8;

type PictureKind = Extract<NewChunk['kind'], 'pictures' | 'comparison'>;
type PlacesById<Place> = Readonly<Record<string, Place>>;

interface KeptParts<Place> {
  readonly chunks: readonly NewChunk[];
  readonly places: PlacesById<Place>;
  /** Ids of wanted ones that are in none of them. */
  readonly fresh: readonly string[];
}

/** The parts of the version before that stay. @param known places of its pictures */
export function keptParts<Place extends PackPicture>(
  kind: PictureKind,
  wanted: readonly string[],
  { known, before }: { readonly known: PlacesById<Place>; readonly before: OwnPack | null },
): KeptParts<Place> {
  const old = before?.chunks.filter((chunk) => chunk.kind === kind) ?? [];
  const ids = new Set(wanted);
  const kept = Object.entries(known).filter(([id]) => ids.has(id));
  const changed = ids.size - kept.length + (Object.keys(known).length - kept.length);
  if (old.length >= MOST_PARTS || changed > MOST_CHANGED * ids.size)
    return { chunks: [], places: {}, fresh: [...ids] };
  const fresh = [...ids].filter((id) => !Object.hasOwn(known, id));
  return { chunks: old, places: Object.fromEntries(kept), fresh };
}

/** Adds a part with the pictures that are new. @param make null for one that there is none of */
export async function addPart<Facts extends object>(
  kind: PictureKind,
  { chunks, places, fresh }: KeptParts<PackPicture & Facts>,
  make: (id: string) => Promise<{ readonly bytes: Buffer; readonly facts: Facts } | null>,
): Promise<Omit<KeptParts<PackPicture & Facts>, 'fresh'>> {
  const pictures: Buffer[] = [];
  const added: Record<string, PackPicture & Facts> = {};
  let from = 0;
  for (const id of fresh) {
    const made = await make(id);
    if (made === null) continue;
    const { bytes, facts } = made;
    added[id] = { part: chunks.length, from, size: bytes.length, ...facts };
    pictures.push(bytes);
    from += bytes.length;
  }
  if (pictures.length === 0) return { chunks, places };
  return {
    chunks: [...chunks, { kind, bytes: Buffer.concat(pictures) }],
    places: { ...places, ...added },
  };
}
