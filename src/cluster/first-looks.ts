/**
 * Whether the first look at a photo is sent alone. That saves the closer look where the first one is enough;
 * where it is not, the photo is looked at and searched for once more.
 */

/** Of this many searches about, the share for which the first look was enough is known by. */
const REMEMBERED = 32;
/** A photo that is looked at and searched for twice costs about as much more as a closer look that nobody needs. */
const LEAST_SHARE = 0.5;

export class FirstLooks {
  private enoughShare = 1;

  areEnough(): boolean {
    return this.enoughShare >= LEAST_SHARE;
  }

  /** Resolves with the outcome of a photo. */
  note(isEnough: boolean): void {
    this.enoughShare += ((isEnough ? 1 : 0) - this.enoughShare) / REMEMBERED;
  }
}
