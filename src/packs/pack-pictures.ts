/** Icons and thumbnails of a pack: small copies in parts of their own, which a later version keeps as far as they are wanted. */
import { LoupeError } from '../kernel/errors.js';
import type { FileStore } from '../media/blobs/file-store.js';
import type { ImageDecoder } from '../media/pictures/image-decoder.js';
import type { PackElement, PackPicture } from './pack-content.js';
import type { NewChunk, OwnPack } from './pack-file.js';
import { addPart, keptParts } from './picture-parts.js';

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
    const kept = keptParts<PackPicture>('pictures', [...wanted.keys()], { known, before });
    const { chunks, places } = await addPart('pictures', kept, async (id) => {
      const bytes = await this.small(id, wanted.get(id) ?? 'icon');
      return bytes && { bytes, facts: {} };
    });
    return { chunks, pictures: places };
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
