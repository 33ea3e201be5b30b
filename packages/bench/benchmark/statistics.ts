/** Percentiles and confidence intervals. */

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Value below which the given share of the values lies (nearest rank); NaN of nothing. */
export function percentile(values: readonly number[], share: number): number {
  if (values.length === 0) return Number.NaN;
  const sorted = [...values].sort((a, b) => a - b);
  const rank = Math.max(1, Math.ceil(share * sorted.length));
  return sorted[Math.min(rank, sorted.length) - 1] ?? Number.NaN;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Ranks from 1; equal values share the mean of their ranks. */
function ranksOf(values: readonly number[]): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  const places = new Map<number, { first: number; count: number }>();
  for (const [place, value] of sorted.entries()) {
    const known = places.get(value);
    if (known === undefined) places.set(value, { first: place + 1, count: 1 });
    else known.count += 1;
  }
  return values.map((value) => {
    const { first, count } = places.get(value) ?? { first: 0, count: 1 };
    return first + (count - 1) / 2;
  });
}

/** Rank correlation of pairs, -1..1 (Spearman, 1904); NaN when one side does not vary. */
export function rankCorrelation(pairs: readonly (readonly [number, number])[]): number {
  const first = ranksOf(pairs.map(([value]) => value));
  const second = ranksOf(pairs.map(([, value]) => value));
  const middle = (pairs.length + 1) / 2;
  let shared = 0;
  let firstSpread = 0;
  let secondSpread = 0;
  for (const [place, rank] of first.entries()) {
    const other = (second[place] ?? 0) - middle;
    shared += (rank - middle) * other;
    firstSpread += (rank - middle) ** 2;
    secondSpread += other ** 2;
  }
  return shared / Math.sqrt(firstSpread * secondSpread);
}

const Z95 = 1.959963984540054;

/** 95 % score interval of a proportion (Wilson, JASA 1927). */
export function wilsonInterval(successes: number, trials: number): Interval {
  if (trials === 0) return { low: 0, high: 1 };
  const share = successes / trials;
  const z2 = Z95 * Z95;
  const center = share + z2 / (2 * trials);
  const spread = Z95 * Math.sqrt((share * (1 - share)) / trials + z2 / (4 * trials * trials));
  const scale = 1 + z2 / trials;
  return { low: Math.max(0, (center - spread) / scale), high: Math.min(1, (center + spread) / scale) };
}

/** 95 % exact interval of a proportion (Clopper and Pearson, Biometrika 1934); right also for rare events. */
export function clopperPearsonInterval(successes: number, trials: number): Interval {
  if (trials === 0) return { low: 0, high: 1 };
  const tail = 0.025;
  return {
    low: successes === 0 ? 0 : bisect((p) => 1 - binomialCdf(successes - 1, trials, p) - tail),
    high: successes === trials ? 1 : bisect((p) => tail - binomialCdf(successes, trials, p)),
  };
}

/** The root in 0..1 of a function that rises through zero. */
function bisect(rising: (p: number) => number): number {
  let low = 0;
  let high = 1;
  for (let step = 0; step < 100; step += 1) {
    const middle = (low + high) / 2;
    if (rising(middle) < 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Probability of at most `successes` in `trials` with probability `p` each. */
function binomialCdf(successes: number, trials: number, p: number): number {
  if (p <= 0) return 1;
  if (p >= 1) return successes >= trials ? 1 : 0;
  let logTerm = trials * Math.log1p(-p);
  let sum = Math.exp(logTerm);
  for (let k = 1; k <= successes; k += 1) {
    logTerm += Math.log((trials - k + 1) / k) + Math.log(p) - Math.log1p(-p);
    sum += Math.exp(logTerm);
  }
  return Math.min(1, sum);
}

/**
 * Probability that a value of the first kind is greater than one of the second, equal ones counting half (the area under
 * the ROC curve); NaN when a kind is empty.
 */
export function areaUnderCurve(first: readonly number[], second: readonly number[]): number {
  let wins = 0;
  for (const a of first) for (const b of second) wins += a > b ? 1 : a === b ? 0.5 : 0;
  return wins / (first.length * second.length);
}

/** A count of a whole, with the interval of its share in percent: `5 of 60 (3.6–18.1 %)`. */
export function shareWithInterval(part: number, whole: number): string {
  const { low, high } = wilsonInterval(part, whole);
  const percent = (value: number): string => (100 * value).toFixed(1);
  return `${part} of ${whole} (${percent(low)}–${percent(high)} %)`;
}
