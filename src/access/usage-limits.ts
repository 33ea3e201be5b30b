/** How often callers may do what costs others something: by key, application, user and address. */
import { currentAddress } from '../kernel/current-request.js';
import { type Counted, type RateLimit, type RateLimits, sourceNetwork } from './rate-limits.js';
import type { Viewer } from './viewer.js';

const MINUTE_S = 60;
const HOUR_S = 60 * 60;
/** Recovery mails to one mailbox; the pause between two of them comes on top. */
const RECOVERIES_PER_MAILBOX = 5;
/** Sign-ups with one ApiKey, as a multiple of those from one address. */
const SIGN_UPS_PER_KEY = 10;
/** Comments of a guest of a link. */
const GUEST_COMMENTS_PER_MINUTE = 10;

/** Zero stands for no limit. */
export interface UsageLimitOptions {
  /** Scans and clicks of an ApiKey, searches of an application. */
  readonly scansPerMinute: number;
  /** Files of a user, references of an application. */
  readonly uploadsPerMinute: number;
  /** From one address; as many guests of links give their names. */
  readonly signUpsPerHour: number;
  /** From one address. */
  readonly recoveriesPerHour: number;
}

export class UsageLimits {
  private lastScanMs = -Infinity;

  private constructor(
    private readonly all: RateLimits,
    private readonly limits: {
      readonly scans: RateLimit;
      readonly uploads: RateLimit;
      readonly signUps: RateLimit;
      readonly signUpsOfKey: RateLimit;
      readonly recoveries: RateLimit;
      readonly recoveriesOfMailbox: RateLimit;
      readonly guests: RateLimit;
      readonly guestComments: RateLimit;
    },
  ) {}

  static async open(limits: RateLimits, options: UsageLimitOptions): Promise<UsageLimits> {
    const { scansPerMinute, uploadsPerMinute, signUpsPerHour, recoveriesPerHour } = options;
    // Scans and uploads are too frequent to be counted in a database: each server counts its own.
    const often = { windowS: MINUTE_S, isShared: false };
    const seldom = { windowS: HOUR_S, isShared: true };
    const mailbox = Math.min(RECOVERIES_PER_MAILBOX, recoveriesPerHour);
    const signUps = { ...seldom, what: 'sign-ups' };
    const mails = { ...seldom, what: 'requests for a new password' };
    return new UsageLimits(limits, {
      scans: await limits.create({ ...often, name: 'scans', points: scansPerMinute, what: 'scans' }),
      uploads: await limits.create({ ...often, name: 'uploads', points: uploadsPerMinute, what: 'uploads' }),
      signUps: await limits.create({ ...signUps, name: 'sign-ups', points: signUpsPerHour }),
      signUpsOfKey: await limits.create({
        ...signUps,
        name: 'sign-ups-key',
        points: signUpsPerHour * SIGN_UPS_PER_KEY,
      }),
      recoveries: await limits.create({ ...mails, name: 'recoveries', points: recoveriesPerHour }),
      recoveriesOfMailbox: await limits.create({ ...mails, name: 'recoveries-mailbox', points: mailbox }),
      guests: await limits.create({ ...seldom, name: 'guests', points: signUpsPerHour, what: 'names' }),
      guestComments: await limits.create({
        ...{ windowS: MINUTE_S, isShared: true, name: 'guest-comments' },
        ...{ points: GUEST_COMMENTS_PER_MINUTE, what: 'comments' },
      }),
    });
  }

  /** A scan, a click or a search of the engine. @throws LoupeError RATE_LIMITED */
  async scan(key: string): Promise<void> {
    this.lastScanMs = performance.now();
    await this.limits.scans.count(key);
  }

  /** Since this process was last asked for a scan, a click or a search, in milliseconds. */
  sinceLastScanMs(): number {
    return performance.now() - this.lastScanMs;
  }

  /** A file. @throws LoupeError RATE_LIMITED */
  async upload(viewer: Viewer): Promise<void> {
    if (viewer.kind === 'user') await this.limits.uploads.count(viewer.userId);
    if (viewer.kind === 'machine') await this.limits.uploads.count(viewer.tokenId);
  }

  /** A picture for an application. @throws LoupeError RATE_LIMITED */
  async reference(applicationId: string): Promise<void> {
    await this.limits.uploads.count(applicationId);
  }

  /** An account that somebody makes with an ApiKey alone. @throws LoupeError RATE_LIMITED */
  async signUp(organizationId: string): Promise<void> {
    const { signUps, signUpsOfKey } = this.limits;
    await this.all.count([...ofCaller(signUps), { limit: signUpsOfKey, key: organizationId }]);
  }

  /** Somebody without an account who gives a name to comment by a link. @throws LoupeError RATE_LIMITED */
  async guest(): Promise<void> {
    await this.all.count(ofCaller(this.limits.guests));
  }

  /** A comment of such a guest. @throws LoupeError RATE_LIMITED */
  async guestComment(guestId: string): Promise<void> {
    await this.limits.guestComments.count(guestId);
  }

  /** A mail with a code for a new password, whether or not anybody has that mailbox. @throws LoupeError RATE_LIMITED */
  async recovery(organizationId: string, mailbox: string): Promise<void> {
    const { recoveries, recoveriesOfMailbox } = this.limits;
    const ofMailbox = { limit: recoveriesOfMailbox, key: `${organizationId} ${mailbox}` };
    await this.all.count([...ofCaller(recoveries), ofMailbox]);
  }
}

/** By the address that the running request came from. */
function ofCaller(limit: RateLimit): readonly Counted[] {
  const address = currentAddress();
  return address === null ? [] : [{ limit, key: sourceNetwork(address) }];
}
