/** Logistic regression with a ridge and with signs that weights must have (Newton's method, active set). */

export interface Sample {
  readonly values: readonly number[];
  readonly isTrue: boolean;
  /** How much it counts; 1 is usual. */
  readonly weight: number;
}

export interface LogisticModel {
  readonly offset: number;
  readonly weights: readonly number[];
}

/** A weight of the wrong sign becomes 0; 0 allows both. */
export type Sign = -1 | 0 | 1;

const MOST_STEPS = 30;
const SMALL_STEP = 1e-6;

/** Logarithm of the odds. */
export function logOddsOf({ offset, weights }: LogisticModel, values: readonly number[]): number {
  return weights.reduce((sum, weight, i) => sum + weight * (values[i] ?? 0), offset);
}

export const probabilityOf = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));

/** @param ridge  price of a squared weight for values of deviation 1, for each sample */
export function fitLogistic(
  samples: readonly Sample[],
  signs: readonly Sign[],
  ridge: number,
): LogisticModel {
  const standards = standardsOf(samples, signs.length);
  const columns = [...signs.keys()];
  for (;;) {
    const table = columns.map((column) => standardized(samples, column, standards));
    const { offset, weights } = newton(table, samples, ridge);
    const wrongness = columns.map((column, i) => (signs[column] ?? 0) * (weights[i] ?? 0));
    const worst = wrongness.indexOf(Math.min(0, ...wrongness));
    if (worst < 0 || (wrongness[worst] ?? 0) >= 0) return unscaled(offset, weights, columns, standards);
    columns.splice(worst, 1);
  }
}

interface Standard {
  readonly mean: number;
  readonly deviation: number;
}

function standardsOf(samples: readonly Sample[], count: number): Standard[] {
  return Array.from({ length: count }, (_, i) => {
    const mean = samples.reduce((sum, { values }) => sum + (values[i] ?? 0), 0) / samples.length;
    const squares = samples.reduce((sum, { values }) => sum + ((values[i] ?? 0) - mean) ** 2, 0);
    return { mean, deviation: Math.max(1e-6, Math.sqrt(squares / samples.length)) };
  });
}

function standardized(
  samples: readonly Sample[],
  column: number,
  standards: readonly Standard[],
): Float64Array {
  const { mean, deviation } = standards[column] ?? { mean: 0, deviation: 1 };
  return Float64Array.from(samples, ({ values }) => ((values[column] ?? 0) - mean) / deviation);
}

function unscaled(
  offset: number,
  fitted: readonly number[],
  columns: readonly number[],
  standards: readonly Standard[],
): LogisticModel {
  const weights = standards.map(({ deviation }, column) => {
    const place = columns.indexOf(column);
    return place < 0 ? 0 : (fitted[place] ?? 0) / deviation;
  });
  return {
    weights,
    offset: weights.reduce((sum, weight, i) => sum - weight * (standards[i]?.mean ?? 0), offset),
  };
}

/** @param table  one column for each weight, of values for each sample */
function newton(table: readonly Float64Array[], samples: readonly Sample[], ridge: number): LogisticModel {
  const columns = [new Float64Array(samples.length).fill(1), ...table];
  const price = ridge * samples.reduce((sum, { weight }) => sum + weight, 0);
  let weights = columns.map(() => 0);
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const logOdds = new Float64Array(samples.length);
    for (const [i, column] of columns.entries()) addTo(logOdds, column, weights[i] ?? 0);
    const chances = logOdds.map(probabilityOf);
    const errors = Float64Array.from(
      samples,
      ({ isTrue, weight }, i) => weight * ((isTrue ? 1 : 0) - (chances[i] ?? 0)),
    );
    const curvatures = chances.map(
      (chance, i) => (samples[i]?.weight ?? 1) * Math.max(1e-9, chance * (1 - chance)),
    );
    const gradient = columns.map(
      (column, i) => dot(column, errors) - (i > 0 ? price * (weights[i] ?? 0) : 0),
    );
    const weighted = columns.map((column) => column.map((value, at) => value * (curvatures[at] ?? 0)));
    const hessian = columns.map((column, i) =>
      weighted.map((other, j) => dot(column, other) + (i === j && i > 0 ? price : 0)),
    );
    const change = solveSymmetric(hessian, gradient);
    weights = weights.map((weight, i) => weight + (change[i] ?? 0));
    if (Math.max(...change.map(Math.abs)) < SMALL_STEP) break;
  }
  const [offset = 0, ...rest] = weights;
  return { offset, weights: rest };
}

function addTo(sums: Float64Array, column: Float64Array, factor: number): void {
  for (const [i, value] of column.entries()) sums[i] = (sums[i] ?? 0) + factor * value;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

/** Solves a symmetric, positive system by elimination. */
function solveSymmetric(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i] ?? 0]);
  for (const [pivot, row] of rows.entries()) {
    const top = row[pivot] ?? 1;
    for (const other of rows.slice(pivot + 1)) {
      const factor = (other[pivot] ?? 0) / top;
      for (let k = pivot; k < other.length; k += 1) other[k] = (other[k] ?? 0) - factor * (row[k] ?? 0);
    }
  }
  const solution = new Array<number>(rows.length).fill(0);
  for (let i = rows.length - 1; i >= 0; i -= 1) {
    const row = rows[i] ?? [];
    let sum = row[rows.length] ?? 0;
    for (let k = i + 1; k < rows.length; k += 1) sum -= (row[k] ?? 0) * (solution[k] ?? 0);
    solution[i] = sum / (row[i] ?? 1);
  }
  return solution;
}
