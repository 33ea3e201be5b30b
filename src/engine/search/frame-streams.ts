/**
 * Devices that search with every frame of their camera, by the session that they name. A frame that shows nothing known costs
 * several times as much as one that does, since it is looked at closer. The next frames of the stream show nearly the same,
 * so they are looked at once, until some time has passed.
 */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../kernel/clock.js';

/** After this time the device may point elsewhere, or the hand be steadier. */
const NEXT_CLOSER_LOOK_MS = 2_000;
const MOST_STREAMS = 10_000;

export class FrameStreams {
  /** By session, when a closer look last found nothing. */
  private readonly fruitless = new LRUCache<string, number>({ max: MOST_STREAMS });

  constructor(private readonly clock: Clock) {}

  /** @param session null where the caller named none: each of its photos stands alone */
  mayLookCloser(session: string | null): boolean {
    const at = session === null ? undefined : this.fruitless.get(session);
    if (at === undefined) return true;
    const passedMs = this.clock.now().getTime() - at;
    return passedMs < 0 || passedMs >= NEXT_CLOSER_LOOK_MS;
  }

  /** Notes what a search with a closer look came to. */
  note(session: string | null, isFound: boolean): void {
    if (session === null) return;
    if (isFound) this.fruitless.delete(session);
    else this.fruitless.set(session, this.clock.now().getTime());
  }
}
