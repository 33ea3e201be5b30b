/** Icons and thumbnails of a pack: small copies in parts of their own, which a later version keeps as far as they are wanted. */
import { LoupeError } from '../kernel/errors.js';
import type { FileStore } from '../media/blobs/file-store.js';
import type { ImageDecoder } from '../media/pictures/image-decoder.js';
import type { PackElement, PackPicture } from './pack-content.js';
import type { NewChunk, OwnPack } from './pack-file.js';

/** Sides in pixels and qualities of a JPEG that are tried until it is small enough. */
const THUMBNAIL_TRIES = [
  { side: 320, quality: 70 },
  { side: 320, quality: 45 },
  { side: 160, quality: 45 },
] as const;
const ICON_SIDE_PX = 64;
/** Of one picture. */
const MOST_PICTURE_BYTES = 24 * 1024;
/** An icon that is smaller stays as it was uploaded, transparent where it is. */
const MOST_ICON_BYTES = 8 * 1024;
/** More changes than this share, or more parts, and all are packed again. */
const MOST_CHANGED = 0.25;
const MOST_PARTS = 8;

export interface PackedPictures {
  readonly chunks: readonly NewChunk[];
  /** By the id that elements and actions name. */
  readonly pictures: Readonly<Record<string, PackPicture>>;
}

export class PackPictures {
  constructor(
    private readonly files: Pick<FileStore, 'read'>,
    private readonly decoder: Pick<ImageDecoder, 'jpeg'>,
  ) {}

  /** The pictures that elements name. @param before of the version before; null for none */
  async of(elements: readonly PackElement[], before: OwnPack | null): Promise<PackedPictures> {
    const icons = elements.flatMap(({ shown }) =>
      Object.values(shown).flatMap(({ actions }) => actions.flatMap(({ iconId }) => iconId ?? [])),
    );
    const thumbnails = elements.flatMap(({ thumbnailId }) => thumbnailId ?? []);
    const wanted = new Map<string, 'icon' | 'thumbnail'>([
      ...icons.map((id) => [id, 'icon'] as const),
      ...thumbnails.map((id) => [id, 'thumbnail'] as const),
    ]);
    const known = before?.content.pictures ?? {};
    const old = before?.chunks.filter(({ kind }) => kind === 'pictures') ?? [];
    const kept = Object.entries(known).filter(([id]) => wanted.has(id));
    const changed = wanted.size - kept.length + (Object.keys(known).length - kept.length);
    const isAnew = old.length >= MOST_PARTS || changed > MOST_CHANGED * wanted.size;
    const start = isAnew ? { chunks: [], pictures: {} } : { chunks: old, pictures: Object.fromEntries(kept) };
    const fresh = [...wanted].filter(([id]) => !Object.hasOwn(start.pictures, id));
    return this.added(start, fresh);
  }

  private async added(
    { chunks, pictures }: PackedPictures,
    fresh: readonly (readonly [string, 'icon' | 'thumbnail'])[],
  ): Promise<PackedPictures> {
    const parts: Buffer[] = [];
    const added: Record<string, PackPicture> = {};
    let from = 0;
    for (const [id, kind] of fresh) {
      const bytes = await this.small(id, kind);
      if (bytes === null) continue;
      added[id] = { part: chunks.length, from, size: bytes.length };
      parts.push(bytes);
      from += bytes.length;
    }
    if (parts.length === 0) return { chunks, pictures };
    return {
      chunks: [...chunks, { kind: 'pictures', bytes: Buffer.concat(parts) }],
      pictures: { ...pictures, ...added },
    };
  }

  /** null for one that is gone meanwhile, or stays too large. */
  private async small(id: string, kind: 'icon' | 'thumbnail'): Promise<Buffer | null> {
    const bytes = await this.files.read({ id }).catch(() => null);
    if (bytes === null) return null;
    if (kind === 'icon' && bytes.length <= MOST_ICON_BYTES) return bytes;
    const tries = kind === 'icon' ? [{ side: ICON_SIDE_PX, quality: 70 }] : THUMBNAIL_TRIES;
    for (const { side, quality } of tries) {
      try {
        const smaller = await this.decoder.jpeg(bytes, side, quality);
        if (smaller.length <= MOST_PICTURE_BYTES) return smaller;
      } catch (error) {
        if (error instanceof LoupeError) return null;
        throw error;
      }
    }
    return null;
  }
}
