/** Slows down guessing of passwords: failures are counted per account and per address. */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.js';
import { LoupeError } from '../errors.js';

const WINDOW_MS = 15 * 60_000;
const FAILURES_PER_ACCOUNT = 10;
/** Many users share the address of an office. */
const FAILURES_PER_ADDRESS = 100;
/** Keys that are remembered; the least recently used are forgotten first. */
const MAX_KEYS = 50_000;

interface Count {
  failures: number;
  readonly windowEndsMs: number;
}

/** One attempt, counted as failed until it is told otherwise, so that parallel guesses are counted too. */
export interface Attempt {
  succeeded(): void;
}

export class LoginThrottle {
  private readonly counts = new LRUCache<string, Count>({ max: MAX_KEYS });

  constructor(private readonly clock: Clock) {}

  /** @throws LoupeError RATE_LIMITED */
  begin(account: string, address: string | null): Attempt {
    const nowMs = this.clock.now().getTime();
    const ofAccount = this.countOf(`account ${account}`, nowMs);
    const ofAddress = address === null ? null : this.countOf(`address ${address}`, nowMs);
    refuse(ofAccount, FAILURES_PER_ACCOUNT, nowMs);
    if (ofAddress !== null) refuse(ofAddress, FAILURES_PER_ADDRESS, nowMs);
    ofAccount.failures += 1;
    if (ofAddress !== null) ofAddress.failures += 1;
    return {
      succeeded: () => {
        ofAccount.failures = 0;
        if (ofAddress !== null) ofAddress.failures -= 1;
      },
    };
  }

  private countOf(key: string, nowMs: number): Count {
    const known = this.counts.get(key);
    if (known !== undefined && nowMs < known.windowEndsMs) return known;
    const fresh = { failures: 0, windowEndsMs: nowMs + WINDOW_MS };
    this.counts.set(key, fresh);
    return fresh;
  }
}

function refuse(count: Count, limit: number, nowMs: number): void {
  if (count.failures < limit) return;
  const minutes = Math.max(1, Math.ceil((count.windowEndsMs - nowMs) / 60_000));
  throw new LoupeError(
    'RATE_LIMITED',
    `Too many failed logins. Wait ${minutes} minute${minutes === 1 ? '' : 's'}, then try again.`,
  );
}
