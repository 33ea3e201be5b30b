/**
 * When a photo takes itself: the picture has stood still for a moment, shows something, and is another one than the
 * one that was looked at last. Works on small gray frames of one size.
 */

export type Look = 'empty' | 'moving' | 'seen' | 'steady';

/** Mean difference of two frames, 0–255: below, a hand that holds a phone still. */
const STILL = 7;
/** Above, another picture than the last one. */
const CHANGED = 16;
/** Standard deviation of gray values, 0–255: below, nothing is in front of the camera. */
const PLAIN = 9;
const STILL_FRAMES = 3;

type Frame = ArrayLike<number>;

export class SteadyWatch {
  private before: Frame | null = null;
  private sent: Frame | null = null;
  private stillFrames = 0;

  /** Decides whether the next frame is steady enough. */
  look(frame: Frame): Look {
    const { before } = this;
    this.before = frame;
    if (deviation(frame) < PLAIN) return this.wait('empty');
    if (before === null || difference(before, frame) > STILL) return this.wait('moving');
    if (this.sent !== null && difference(this.sent, frame) < CHANGED) return this.wait('seen');
    this.stillFrames++;
    return this.stillFrames < STILL_FRAMES ? 'moving' : 'steady';
  }

  /** Remembers what was looked at, so that the same picture is not sent again. */
  taken(frame: Frame): void {
    this.sent = frame;
    this.stillFrames = 0;
  }

  /** The same picture may be sent again. */
  forget(): void {
    this.sent = null;
  }

  private wait(look: Look): Look {
    this.stillFrames = 0;
    return look;
  }
}

function difference(a: Frame, b: Frame): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.abs((a[i] ?? 0) - (b[i] ?? 0));
  return sum / a.length;
}

function deviation(frame: Frame): number {
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < frame.length; i++) {
    const value = frame[i] ?? 0;
    sum += value;
    squares += value * value;
  }
  const mean = sum / frame.length;
  return Math.sqrt(Math.max(0, squares / frame.length - mean * mean));
}
