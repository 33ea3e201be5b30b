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
