/** Bounds what readers do: with a publishable key, which anybody can copy, per key and per address; else per ApiKey. */
import { type RateLimit, type RateLimits, sourceNetwork } from './rate-limits.js';
import type { UsageLimits } from './usage-limits.js';
import type { ReaderViewer } from './viewer.js';

const WINDOW_S = 60;
/** One phone takes a picture every few seconds; several people may share an address. */
const PER_ADDRESS = 60;
const WHAT = 'pictures in a short time';

export class ReaderThrottle {
  /** By what a key allows in a minute. */
  private readonly keys = new Map<number, Promise<RateLimit>>();

  private constructor(
    private readonly limits: RateLimits,
    private readonly usage: UsageLimits,
    private readonly addresses: RateLimit,
  ) {}

  static async open(limits: RateLimits, usage: UsageLimits): Promise<ReaderThrottle> {
    const counts = { windowS: WINDOW_S, what: WHAT, isShared: true };
    return new ReaderThrottle(
      limits,
      usage,
      await limits.create({ ...counts, name: 'reader-address', points: PER_ADDRESS }),
    );
  }

  /** Counts a scan or a click. @throws LoupeError RATE_LIMITED */
  async admit(viewer: ReaderViewer, address: string | null): Promise<void> {
    if (viewer.kind !== 'publishableKey') return this.usage.scan(viewer.organizationId);
    // The address first: one that sends too much must not use up what the key allows to all.
    const ofAddress =
      address === null ? [] : [{ limit: this.addresses, key: `${viewer.keyId} ${sourceNetwork(address)}` }];
    const limit = await this.limitOf(viewer.scansPerMinute);
    await this.limits.count([...ofAddress, { limit, key: viewer.keyId }]);
  }

  /** Counts a visit of a short address, which needs no key. @throws LoupeError RATE_LIMITED */
  async admitVisit(organizationId: string): Promise<void> {
    await this.usage.scan(organizationId);
  }

  private limitOf(points: number): Promise<RateLimit> {
    const counts = { windowS: WINDOW_S, what: WHAT, isShared: true };
    const limit =
      this.keys.get(points) ?? this.limits.create({ ...counts, name: `reader-key-${points}`, points });
    this.keys.set(points, limit);
    return limit;
  }
}
