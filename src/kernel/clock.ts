/** Lengths of time that several rules count in. */

export const MS_PER_DAY = 24 * 60 * 60 * 1000;

/** The time, injected so that tests can move it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
