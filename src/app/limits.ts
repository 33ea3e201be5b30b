/** Wires the limits of how often callers do things. */
import { LoginThrottle } from '../access/login-throttle.js';
import { RateLimits } from '../access/rate-limits.js';
import { ReaderThrottle } from '../access/reader-throttle.js';
import { UsageLimits } from '../access/usage-limits.js';
import { OrganizationLimits } from '../credits/limits/organization-limits.js';
import type { Foundations } from './core-services.js';

export interface AccessLimits {
  readonly logins: LoginThrottle;
  readonly secondFactors: LoginThrottle;
  readonly usage: UsageLimits;
  readonly readers: ReaderThrottle;
  /** Bytes and scans that operators let organizations use. */
  readonly organizations: OrganizationLimits;
}

export async function openLimits({
  database,
  clock,
  logger,
  config: { rates },
}: Pick<Foundations, 'database' | 'clock' | 'logger' | 'config'>): Promise<AccessLimits> {
  const limits = new RateLimits(database);
  const usage = await UsageLimits.open(limits, rates);
  return {
    usage,
    logins: await LoginThrottle.open(limits, rates.loginFailures),
    // A code has six digits alone: all strangers together guess few of them.
    secondFactors: await LoginThrottle.open(limits, rates.loginFailures, 'second-factor', 20),
    readers: await ReaderThrottle.open(limits, usage),
    organizations: new OrganizationLimits(database, clock, (error) =>
      logger.warn({ err: error }, 'Scans of organizations could not be counted; they are counted later.'),
    ),
  };
}
