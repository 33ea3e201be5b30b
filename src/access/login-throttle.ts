/** Slows down guessing of passwords: failures are counted per account and per address, in this process. */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { LoupeError } from '../errors.js';

const WINDOW_S = 15 * 60;
const FAILURES_PER_ACCOUNT = 10;
/** Many users share the address of an office. */
const FAILURES_PER_ADDRESS = 100;

/** One attempt, counted as failed until it is told otherwise, so that parallel guesses are counted too. */
export interface Attempt {
  succeeded(): Promise<void>;
}

export class LoginThrottle {
  private readonly accounts = new RateLimiterMemory({ points: FAILURES_PER_ACCOUNT, duration: WINDOW_S });
  private readonly addresses = new RateLimiterMemory({ points: FAILURES_PER_ADDRESS, duration: WINDOW_S });

  /** @throws LoupeError RATE_LIMITED */
  async begin(account: string, address: string | null): Promise<Attempt> {
    // The address first: guesses from one that is shut out must not shut out accounts.
    if (address !== null) await count(this.addresses, address);
    await count(this.accounts, account);
    return {
      succeeded: async () => {
        await this.accounts.delete(account);
        if (address !== null) await this.addresses.reward(address);
      },
    };
  }
}

async function count(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const minutes = Math.max(1, Math.ceil(refusal.msBeforeNext / 60_000));
    throw new LoupeError(
      'RATE_LIMITED',
      `Too many failed logins. Wait ${minutes} minute${minutes === 1 ? '' : 's'}, then try again.`,
    );
  }
}
