/** Bounds what readers do with a publishable key, which anybody can copy: per key and per address, in this process. */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { LoupeError } from '../errors.js';
import type { ReaderViewer } from './viewer.js';

const WINDOW_S = 60;
/** One phone takes a picture every few seconds; several people may share an address. */
const PER_ADDRESS = 60;

export class ReaderThrottle {
  /** By what a key allows in a minute. */
  private readonly keys = new Map<number, RateLimiterMemory>();
  private readonly addresses = new RateLimiterMemory({ points: PER_ADDRESS, duration: WINDOW_S });

  /**
   * Counts a scan or a click. ApiKeys, which only applications hold, are not bounded.
   *
   * @throws LoupeError RATE_LIMITED
   */
  async admit(viewer: ReaderViewer, address: string | null): Promise<void> {
    if (viewer.kind !== 'publishableKey') return;
    // The address first: one that sends too much must not use up what the key allows to all.
    if (address !== null) await count(this.addresses, `${viewer.keyId} ${address}`);
    await count(this.limiterOf(viewer.scansPerMinute), viewer.keyId);
  }

  private limiterOf(points: number): RateLimiterMemory {
    const limiter = this.keys.get(points) ?? new RateLimiterMemory({ points, duration: WINDOW_S });
    this.keys.set(points, limiter);
    return limiter;
  }
}

async function count(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    throw new LoupeError(
      'RATE_LIMITED',
      `Too many pictures in a short time. Wait ${seconds} second${seconds === 1 ? '' : 's'}, then try again.`,
    );
  }
}
