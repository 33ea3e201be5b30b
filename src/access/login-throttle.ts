/**
 * Slows down guessing of passwords. Failures count for an account and a source together, so that nobody who guesses from
 * elsewhere shuts its owner out; those of many sources at one account count together, too, but only shut out sources from
 * which nobody has logged in there lately (device cookies of the OWASP, by network instead of a cookie).
 */
import { type Counted, type RateLimit, type RateLimits, sourceNetwork } from './rate-limits.js';

const WINDOW_S = 15 * 60;
/** Many users share the address of an office. */
const PER_ADDRESS = 100;
/** Of one account, from all sources that are not known there. */
const FROM_STRANGERS = 100;
/** As long as a timer of Node can be. */
const KNOWN_FOR_S = 24 * 24 * 60 * 60;

/** One attempt, counted as failed until it succeeds, so that parallel guesses count too. */
export interface Attempt {
  succeeded(): Promise<void>;
}

interface Limits {
  readonly addresses: RateLimit;
  readonly pairs: RateLimit;
  readonly strangers: RateLimit;
  readonly known: RateLimit;
}

export class LoginThrottle {
  private constructor(
    private readonly all: RateLimits,
    private readonly limits: Limits,
  ) {}

  /**
   * @param failures of one account from one source in a quarter of an hour
   * @param noun     of the limits' names
   * @param fromStrangers failures of one account from all sources that are not known there
   */
  static async open(
    limits: RateLimits,
    failures: number,
    noun: 'login' | 'second-factor' = 'login',
    fromStrangers = FROM_STRANGERS,
  ): Promise<LoginThrottle> {
    const create = (name: string, points: number, windowS = WINDOW_S) =>
      limits.create({ name: `${noun}-${name}`, points, windowS, what: 'failed logins', isShared: true });
    return new LoginThrottle(limits, {
      addresses: await create('address', PER_ADDRESS),
      pairs: await create('account-address', failures),
      strangers: await create('account', fromStrangers),
      known: await create('known', 1, KNOWN_FOR_S),
    });
  }

  /** @throws LoupeError RATE_LIMITED */
  async begin(account: string, address: string | null): Promise<Attempt> {
    const { addresses, pairs, strangers, known } = this.limits;
    const source = address === null ? null : sourceNetwork(address);
    const pair = `${source ?? ''} ${account}`;
    const ofPair = { limit: pairs, key: pair };
    const knownPair = { limit: known, key: pair };
    // The source first: guesses from one that is shut out must not shut out accounts.
    const ofSource: readonly Counted[] = source === null ? [] : [{ limit: addresses, key: source }];
    const ofStranger = { limit: strangers, key: account, unlessKnown: knownPair };
    const counted = await this.all.count([...ofSource, ofPair, ofStranger]);
    return {
      succeeded: async () => this.all.settle(counted, ofPair, knownPair),
    };
  }
}
