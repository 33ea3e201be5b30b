/** Runs the engine's comparison of small content, and keeps what relatives have in common. */
import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { runAbortable } from '../abort.js';
import { colorOf, onPicture, type Picture } from '../encoded-picture.js';
import type { NativeEngine } from '../native.js';
import type { NativeNotPlain } from '../native-picture.js';
import type { Raster, Size } from '../types.js';
import type { WeighsContent } from './content-check.js';
import { CONTENT_SIDE_PX, PHOTO_SIDE_PX } from './content-source.js';
import { BLOCK_PX, type BlockMap, type ContentCandidate, type WeighedContent } from './evidence.js';
import { type PicturePart, toldApartBy } from './told-apart.js';
import { type ContentView, relativeFromReference, weighsBy } from './weighing.js';

/** Of a page 3 KB, at each size and sharpness at which photos show it. */
const MOST_MAP_BYTES = 64 * 1024 * 1024;

/** As a usual photo shows a page: how large, and how sharp. */
const USUAL_SIDE_PX = 560;
const USUAL_BLUR_PX = 1;

/** The picture that is kept of a reference is damaged. */
export class UnreadablePicture extends Error {
  override readonly name = 'UnreadablePicture';

  constructor(readonly key: number) {
    super(`The picture that is kept of reference ${key} cannot be read.`);
  }
}

export class ContentComparison {
  private readonly maps = new LRUCache<string, BlockMap>({
    maxSize: MOST_MAP_BYTES,
    sizeCalculation: ({ length }) => length + 1,
  });

  constructor(private readonly engine: NativeEngine) {}

  /**
   * Compares references with a photo, which is decoded once.
   *
   * @throws UnreadablePicture, EngineError, and what the general decoder of the photo throws
   */
  with(photo: Picture, signal?: AbortSignal): WeighsContent {
    let decoded: Promise<Raster> | undefined;
    return weighsBy({
      weigh: async (reference) => {
        decoded ??= this.decode(photo, signal);
        return this.weigh(await decoded, reference, signal);
      },
      compare: (reference, relative, view) => this.compare(reference, relative, view, signal),
    });
  }

  /**
   * By which part of a reference photos tell it from a relative; null where they do not.
   *
   * @param size of the reference, for its proportions
   */
  async toldApartBy(
    reference: ContentCandidate,
    relative: ContentCandidate,
    [width, height]: Size,
    signal?: AbortSignal,
  ): Promise<PicturePart | null> {
    const scale = USUAL_SIDE_PX / Math.max(width, height);
    const frameWidth = Math.max(1, Math.round(width * scale));
    const view = { frameWidth, frameHeight: Math.max(1, Math.round(height * scale)), blur: USUAL_BLUR_PX };
    const map = await this.compare(reference, relative, view, signal);
    return toldApartBy(map, Math.floor(frameWidth / BLOCK_PX));
  }

  private async decode(photo: Picture, signal: AbortSignal | undefined): Promise<Raster> {
    return onPicture(await colorOf(photo, PHOTO_SIDE_PX), async (native) =>
      'data' in native
        ? native
        : runAbortable(signal, (cancellation) =>
            this.engine.decode({ ...native, channels: 1 }, cancellation),
          ),
    );
  }

  private async weigh(
    photo: Raster,
    reference: ContentCandidate,
    signal: AbortSignal | undefined,
  ): Promise<WeighedContent> {
    const { picture, queryFromReference } = reference;
    const weighed = await runAbortable(signal, (cancellation) =>
      this.engine.weighContent(photo, jpegOf(picture), queryFromReference, cancellation),
    );
    return readable(weighed, [null, reference]);
  }

  /** The blocks in which a reference differs from a relative, which no photo but its size and sharpness has a part in. */
  private async compare(
    reference: ContentCandidate,
    relative: ContentCandidate,
    { frameWidth, frameHeight, blur }: ContentView,
    signal: AbortSignal | undefined,
  ): Promise<BlockMap> {
    const pictures = [reference, relative].map(({ picture }) => `${picture.length}.${crc32(picture)}`);
    const key = [...pictures, frameWidth, frameHeight, blur].join(' ');
    const kept = this.maps.get(key);
    if (kept !== undefined) return kept;
    const pose = relativeFromReference(reference, relative);
    if (pose === null) return new Uint8Array(0);
    const compared = await runAbortable(signal, (cancellation) =>
      this.engine.compareRelatives(
        jpegOf(reference.picture),
        jpegOf(relative.picture),
        pose,
        { frameWidth, frameHeight, blur },
        cancellation,
      ),
    );
    const { blocks } = readable(compared, [reference, relative]);
    this.maps.set(key, blocks);
    return blocks;
  }
}

/** @param candidates in the order of the engine's pictures; null for the photo, which is pixels by then */
function readable<T extends object>(
  answer: T | NativeNotPlain,
  candidates: readonly (ContentCandidate | null)[],
): T {
  if (!('notPlain' in answer)) return answer;
  throw new UnreadablePicture(candidates[answer.notPlain]?.key ?? 0);
}

function jpegOf({ buffer, byteOffset, length }: Uint8Array) {
  const jpeg = Buffer.from(buffer, byteOffset, length);
  return { jpeg, mostPixels: CONTENT_SIDE_PX ** 2, maxSidePx: CONTENT_SIDE_PX };
}
