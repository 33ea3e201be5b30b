/** Whether one of several addresses is opened by more readers than the others, or chance could have made the difference. */

export interface Shown {
  /** Sessions that were shown it. */
  readonly sessions: number;
  /** Of these, the sessions that opened it. */
  readonly opened: number;
}

interface Interval {
  /** 0..1; of a difference -1..1. */
  readonly low: number;
  readonly high: number;
}

/** Of the normal distribution, for 95 %. */
const Z = 1.96;
/** How often a comparison of equals may be called decided, over all looks at it together. */
const ERROR_RATE = 0.05;
/** Differences of shares that are looked for, as a standard deviation: 5 points. Other ones are found, later. */
const USUAL_DIFFERENCE = 0.05;
/** A handful of readers decides nothing. */
const FEWEST_SESSIONS = 50;

/** The share that opens it, with 95 % of certainty (Wilson 1927). */
export function intervalOf({ sessions, opened }: Shown): Interval {
  if (sessions === 0) return { low: 0, high: 1 };
  const share = opened / sessions;
  const squared = Z * Z;
  const middle = (share + squared / (2 * sessions)) / (1 + squared / sessions);
  const half =
    (Z * Math.sqrt((share * (1 - share)) / sessions + squared / (4 * sessions * sessions))) /
    (1 + squared / sessions);
  // Rounding leaves next to nothing of an end that is exactly there.
  return {
    low: opened === 0 ? 0 : Math.max(0, middle - half),
    high: opened === sessions ? 1 : Math.min(1, middle + half),
  };
}

export interface Lead {
  /** Place of the one that leads. */
  readonly leader: number;
  /** How much larger its share is than that of the next one. */
  readonly difference: Interval;
  /** Whether it is decided: the whole interval of the difference to every other one is above zero. */
  readonly isDecided: boolean;
}

/**
 * The one that is opened most. The intervals hold however often one looks: a mixture of sequential probability ratios (Robbins 1970;
 * Johari, Pekelis and Walsh 2015), divided among the pairs.
 *
 * @returns null where fewer than two were shown
 */
export function leadOf(all: readonly Shown[]): Lead | null {
  const ranked = all
    .map((shown, at) => ({ ...shown, at, share: shown.sessions === 0 ? 0 : shown.opened / shown.sessions }))
    .filter(({ sessions }) => sessions > 0)
    .toSorted((a, b) => b.share - a.share || b.sessions - a.sessions);
  const [first, ...others] = ranked;
  const [next] = others;
  if (first === undefined || next === undefined) return null;
  const errorRate = ERROR_RATE / ((ranked.length * others.length) / 2);
  const hasEnough = ranked.every(({ sessions }) => sessions >= FEWEST_SESSIONS);
  const isDecided = hasEnough && others.every((other) => differenceOf(first, other, errorRate).low > 0);
  return { leader: first.at, difference: differenceOf(first, next, errorRate), isDecided };
}

function differenceOf(a: Shown, b: Shown, errorRate: number): Interval {
  const information = 1 / (varianceOf(a) + varianceOf(b));
  const mixture = 1 + information * USUAL_DIFFERENCE ** 2;
  const half = Math.sqrt(
    ((2 * mixture) / (information ** 2 * USUAL_DIFFERENCE ** 2)) * Math.log(Math.sqrt(mixture) / errorRate),
  );
  const difference = a.opened / a.sessions - b.opened / b.sessions;
  return { low: Math.max(-1, difference - half), high: Math.min(1, difference + half) };
}

/** Of a share. One that nobody or everybody opened has some as well. */
function varianceOf({ sessions, opened }: Shown): number {
  const share = (opened + 1) / (sessions + 2);
  return (share * (1 - share)) / sessions;
}
