/**
 * Limits of how often something is done in a window of time that begins with the first time. They are counted in memory,
 * and by several servers of one database together where the count guards something (`shared`) and is not too frequent.
 */
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { noteLimit } from '../current-request.js';
import { LoupeError } from '../errors.js';

/** The database, which several servers may share. */
interface CountStore {
  readonly isShared: boolean;
  nativePool(): Promise<object>;
}

interface RateLimitOptions {
  /** Names its counts; unique. */
  readonly name: string;
  /** How often in a window; 0 for as often as they like. */
  readonly points: number;
  readonly windowS: number;
  /** What there is too much of, as the refusal begins: "Too many …". */
  readonly what: string;
  /** Whether several servers count together. */
  readonly isShared: boolean;
}

export interface RateLimit {
  /** Counts once. @throws LoupeError RATE_LIMITED */
  count(key: string): Promise<void>;
  /** Takes one count back. */
  takeBack(key: string): Promise<void>;
  forget(key: string): Promise<void>;
  /** Remembers a key for one window, without counting. */
  remember(key: string): Promise<void>;
  knows(key: string): Promise<boolean>;
}

export class RateLimits {
  constructor(private readonly database: CountStore) {}

  async create(options: RateLimitOptions): Promise<RateLimit> {
    const { name, points, windowS, isShared } = options;
    const counts = { keyPrefix: name, points: Math.max(1, points), duration: windowS };
    const inMemory = new RateLimiterMemory(counts);
    if (!isShared || !this.database.isShared) return new CountingLimit(options, inMemory);
    const shared = new RateLimiterPostgres({
      ...counts,
      storeClient: await this.database.nativePool(),
      storeType: 'pool',
      tableName: 'rate_count',
      tableCreated: true,
      // Who is refused costs the database nothing until the window ends.
      inMemoryBlockOnConsumed: Math.max(1, points) + 1,
      // A database that does not answer refuses nobody that memory would let in.
      insuranceLimiter: inMemory,
    });
    return new CountingLimit(options, shared);
  }
}

class CountingLimit implements RateLimit {
  constructor(
    private readonly options: RateLimitOptions,
    private readonly counts: RateLimiterAbstract,
  ) {}

  async count(key: string): Promise<void> {
    const { points: limit, windowS, what } = this.options;
    if (limit === 0) return;
    let isTooMuch = false;
    const result = await this.counts.consume(key).catch((refusal: unknown) => {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      isTooMuch = true;
      return refusal;
    });
    const resetS = Math.max(1, Math.ceil(result.msBeforeNext / 1000));
    const remaining = isTooMuch ? 0 : result.remainingPoints;
    noteLimit({ limit, windowS, remaining, resetS });
    if (isTooMuch) {
      throw new LoupeError('RATE_LIMITED', `Too many ${what}. Wait ${inWords(resetS)}, then try again.`);
    }
  }

  async takeBack(key: string): Promise<void> {
    await this.counts.reward(key);
  }

  async forget(key: string): Promise<void> {
    await this.counts.delete(key);
  }

  async remember(key: string): Promise<void> {
    await this.counts.set(key, 1, this.options.windowS);
  }

  async knows(key: string): Promise<boolean> {
    return (await this.counts.get(key)) !== null;
  }
}

function inWords(seconds: number): string {
  const [count, unit] = seconds < 120 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
