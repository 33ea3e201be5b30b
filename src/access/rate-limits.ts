/**
 * Limits of how often something is done in a window of time that begins with the first time. They are counted in memory,
 * and by several servers of one database together where the count guards something (`shared`) and is not too frequent.
 */
import ipaddr from 'ipaddr.js';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { noteLimit } from '../kernel/current-request.js';
import { LoupeError } from '../kernel/errors.js';
import { CountsTogether, type SharedCount } from './counts-together.js';

/** Which callers count as one: who holds an address of IPv6 holds all of its /64. */
const IPV6_PREFIX_PARTS = 4;

/** @param address as the socket or the proxy reports it; anything else is its own network */
export function sourceNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const prefix = parsed.parts.slice(0, IPV6_PREFIX_PARTS).map((part) => part.toString(16));
  return `${prefix.join(':')}::/64`;
}

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
  readonly options: RateLimitOptions;
  /** Counts once. @throws LoupeError RATE_LIMITED */
  count(key: string): Promise<void>;
  /** Takes one count back. */
  takeBack(key: string): Promise<void>;
  forget(key: string): Promise<void>;
  /** Remembers a key for one window, without counting. */
  remember(key: string): Promise<void>;
  knows(key: string): Promise<boolean>;
}

/** What is counted by a limit. */
export interface Counted {
  readonly limit: RateLimit;
  readonly key: string;
  /** It is not counted where this limit remembers its key. */
  readonly unlessKnown?: Omit<Counted, 'unlessKnown'>;
}

export class RateLimits {
  /** Where limits are shared, from the first of them on. */
  private together: CountsTogether | null = null;

  constructor(private readonly database: CountStore) {}

  /**
   * Counts once by each limit, in their order, up to the first that is reached.
   *
   * @returns those that were counted
   * @throws LoupeError RATE_LIMITED
   */
  async count(all: readonly Counted[]): Promise<readonly Counted[]> {
    const limited = all.filter(({ limit }) => limit.options.points > 0);
    const results = await this.ask(limited, (together) => together.count(limited.map(sharedCount)));
    if (results === null) return countEach(limited);
    return limited.filter(({ limit }, at) => {
      const result = results[at] ?? null;
      if (result !== null) tell(limit.options, result.consumed, result.leftMs);
      return result !== null;
    });
  }

  /** After what was counted has come right: takes it back, but forgets one key for good, and remembers another. */
  async settle(counted: readonly Counted[], forgotten: Counted, remembered: Counted): Promise<void> {
    const done = await this.ask([...counted, forgotten, remembered], async (together) => {
      const keys = counted.map((each) => sharedCount(each).key);
      await together.settle(keys, sharedCount(forgotten).key, sharedCount(remembered));
      return true;
    });
    if (done !== null) return;
    await forgotten.limit.forget(forgotten.key);
    for (const { limit, key } of counted) if (limit !== forgotten.limit) await limit.takeBack(key);
    await remembered.limit.remember(remembered.key);
  }

  /** @returns null where each limit has to be asked by itself: in memory, which also stands in for a database that is away */
  private async ask<T>(
    all: readonly Counted[],
    work: (together: CountsTogether) => Promise<T>,
  ): Promise<T | null> {
    if (this.together === null || !all.every(({ limit }) => limit.options.isShared)) return null;
    return work(this.together).catch(() => null);
  }

  async create(options: RateLimitOptions): Promise<RateLimit> {
    const { name, points, windowS, isShared } = options;
    const counts = { keyPrefix: name, points: Math.max(1, points), duration: windowS };
    const inMemory = new RateLimiterMemory(counts);
    if (!isShared || !this.database.isShared) return new CountingLimit(options, inMemory);
    const pool = await this.database.nativePool();
    this.together ??= new CountsTogether(pool as ConstructorParameters<typeof CountsTogether>[0]);
    const shared = new RateLimiterPostgres({
      ...counts,
      storeClient: pool,
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
    readonly options: RateLimitOptions,
    private readonly counts: RateLimiterAbstract,
  ) {}

  async count(key: string): Promise<void> {
    if (this.options.points === 0) return;
    const result = await this.counts.consume(key).catch((refusal: unknown) => {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return { consumedPoints: this.options.points + 1, msBeforeNext: refusal.msBeforeNext };
    });
    tell(this.options, result.consumedPoints, result.msBeforeNext);
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

async function countEach(all: readonly Counted[]): Promise<readonly Counted[]> {
  const counted: Counted[] = [];
  for (const each of all) {
    const { limit, key, unlessKnown } = each;
    if (unlessKnown !== undefined && (await unlessKnown.limit.knows(unlessKnown.key))) continue;
    await limit.count(key);
    counted.push(each);
  }
  return counted;
}

function sharedCount({ limit, key, unlessKnown }: Counted): SharedCount {
  const { name, points, windowS } = limit.options;
  const known = unlessKnown === undefined ? undefined : sharedCount(unlessKnown).key;
  return { key: `${name}:${key}`, points, windowMs: windowS * 1000, unlessKnown: known };
}

/** Notes what is left of a limit. @throws LoupeError RATE_LIMITED when it is exceeded */
function tell({ points: limit, windowS, what }: RateLimitOptions, consumed: number, leftMs: number): void {
  const resetS = Math.max(1, Math.ceil(leftMs / 1000));
  noteLimit({ limit, windowS, remaining: Math.max(0, limit - consumed), resetS });
  if (consumed > limit) {
    throw new LoupeError('RATE_LIMITED', `Too many ${what}. Wait ${inWords(resetS)}, then try again.`);
  }
}

function inWords(seconds: number): string {
  const [count, unit] = seconds < 120 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
