/**
 * Whether the first look at a photo is sent alone. That saves the closer look where the first one recognizes something;
 * where it does not, the photo is looked at and searched for once more.
 */

/** Of this many searches about, the share of recognized ones is known by. */
const REMEMBERED = 32;
/** A photo that is looked at and searched for twice costs about as much more as a closer look that nobody needs. */
const LEAST_SHARE = 0.5;

export class FirstLooks {
  private recognizedShare = 1;

  areEnough(): boolean {
    return this.recognizedShare >= LEAST_SHARE;
  }

  /** Tells what became of a photo. */
  note(isRecognized: boolean): void {
    this.recognizedShare += ((isRecognized ? 1 : 0) - this.recognizedShare) / REMEMBERED;
  }
}
