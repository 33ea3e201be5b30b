/**
 * Devices that search with every frame of their camera, by the stream that they name. A frame that shows nothing known costs
 * several times as much as one that does, since it is looked at closer. The next frames of the stream show nearly the same,
 * so they are looked at once, until some time has passed.
 */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../kernel/clock.js';

/** After this time the device may point elsewhere, or the hand be steadier. */
const NEXT_CLOSER_LOOK_MS = 2_000;
/** Of closer looks in a row that find nothing, the one that also looks from the side. */
const FROM_THE_SIDE = 3;
const MOST_STREAMS = 10_000;

/** How a frame is looked at. */
interface FrameLook {
  readonly isCloser: boolean;
  readonly isFromTheSide: boolean;
}

/** Closer looks of a stream that found nothing, one after the other. */
interface Fruitless {
  readonly atMs: number;
  readonly looks: number;
}

export class FrameStreams {
  private readonly fruitless = new LRUCache<string, Fruitless>({ max: MOST_STREAMS });

  constructor(private readonly clock: Clock) {}

  lookAt(stream: string): FrameLook {
    const { atMs, looks } = this.fruitless.get(stream) ?? { atMs: null, looks: 0 };
    const isCloser = atMs === null || this.isPast(atMs);
    return { isCloser, isFromTheSide: isCloser && (looks + 1) % FROM_THE_SIDE === 0 };
  }

  /** Notes what a look at a frame came to. */
  note(stream: string, { isCloser }: Pick<FrameLook, 'isCloser'>, isFound: boolean): void {
    if (!isCloser) return;
    const looks = (this.fruitless.get(stream)?.looks ?? 0) + 1;
    if (isFound) this.fruitless.delete(stream);
    else this.fruitless.set(stream, { atMs: this.clock.now().getTime(), looks });
  }

  /** Whether so much time has passed that the device may show something else. */
  isPast(atMs: number): boolean {
    const passedMs = this.clock.now().getTime() - atMs;
    return passedMs < 0 || passedMs >= NEXT_CLOSER_LOOK_MS;
  }
}
