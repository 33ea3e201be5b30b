/** Wires the limits of how often callers do things. */
import { LoginThrottle } from '../access/login-throttle.js';
import { RateLimits } from '../access/rate-limits.js';
import { ReaderThrottle } from '../access/reader-throttle.js';
import { UsageLimits } from '../access/usage-limits.js';
import type { Config } from '../config.js';
import type { Database } from '../db/database.js';

export interface AccessLimits {
  readonly logins: LoginThrottle;
  readonly secondFactors: LoginThrottle;
  readonly usage: UsageLimits;
  readonly readers: ReaderThrottle;
}

export async function openLimits(
  database: Database,
  { rates }: Pick<Config, 'rates'>,
): Promise<AccessLimits> {
  const limits = new RateLimits(database);
  const usage = await UsageLimits.open(limits, rates);
  return {
    usage,
    logins: await LoginThrottle.open(limits, rates.loginFailures),
    // A code has six digits alone: all strangers together guess few of them.
    secondFactors: await LoginThrottle.open(limits, rates.loginFailures, 'second-factor', 20),
    readers: await ReaderThrottle.open(limits, usage),
  };
}
