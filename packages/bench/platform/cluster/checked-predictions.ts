/** Sets what the model says of clusters of several sizes against what they cost, where it knows the smallest ones alone. */
import { searchCost, type UnitCosts } from './cluster-model.js';
import type { Held, ScanCosts } from './measured-cluster.js';

export interface Measured {
  /** Searchers. */
  readonly count: number;
  /** Of the application that is asked; 1 where it is whole. */
  readonly shards: number;
  /** Those of them that the searcher which searches does not hold. */
  readonly elsewhere: number;
  readonly costs: ScanCosts;
  readonly held: Held;
}

interface Row {
  readonly what: string;
  readonly count: number;
  readonly predicted: number;
  readonly measured: number;
  readonly unit: string;
}

/**
 * The two costs by which two and four shards differ from one.
 *
 * @param of what is reported, and how often each of the two costs is in it
 */
function solve(
  [one, two, four]: readonly Measured[],
  of: (measured: Measured) => readonly [number, number, number],
): readonly [number, number] {
  if (one === undefined || two === undefined || four === undefined) return [0, 0];
  const [[whole], [second, a, b], [third, c, d]] = [of(one), of(two), of(four)];
  const determinant = a * d - b * c;
  const [p, q] = [second - whole, third - whole];
  return [(p * d - b * q) / determinant, (a * q - p * c) / determinant];
}

/** What one searcher that holds everything costs, and what two and four shards add to it. */
export function costsOf(placed: Measured, divided: readonly Measured[]): UnitCosts {
  const processor = solve(divided, ({ costs, shards }) => [costs.searchMs, 1, shards]);
  const bytes = solve(divided, ({ costs, elsewhere }) => [costs.searcherBytes, 1, elsewhere]);
  return {
    answerMs: placed.costs.answerMs,
    searchMs: placed.costs.searchMs,
    // So few references cannot tell it.
    searchMsPerMillion: 0,
    carryMs: placed.costs.carryMs,
    wireBytes: placed.costs.searcherBytes,
    hotBytesPerReference: placed.held.indexBytes / placed.held.references,
    signatureBytesPerReference: 0,
    divisionMs: processor[0],
    shardMs: processor[1],
    divisionBytes: bytes[0],
    shardBytes: bytes[1],
    rounds: 0,
  };
}

function rowsOf(placed: readonly Measured[], divided: readonly Measured[]): readonly Row[] {
  const [first, ...others] = placed;
  const [whole] = divided;
  if (first === undefined || whole === undefined) return [];
  const costs = costsOf(first, divided);
  const ofOne = { ...costs, searchMs: whole.costs.searchMs, wireBytes: whole.costs.searcherBytes };
  return [
    ...others.flatMap(({ count, costs: measured, held }): Row[] => [
      { what: 'answering', count, predicted: costs.answerMs, measured: measured.answerMs, unit: 'ms' },
      { what: 'searchers', count, predicted: costs.searchMs, measured: measured.searchMs, unit: 'ms' },
      {
        what: 'bytes of searchers',
        count,
        predicted: costs.wireBytes / 1000,
        measured: measured.searcherBytes / 1000,
        unit: 'KB',
      },
      {
        what: 'memory of a searcher, mean',
        count,
        predicted: (costs.hotBytesPerReference * first.held.references) / count / 1e6,
        measured: held.indexBytes / count / 1e6,
        unit: 'MB',
      },
      { what: 'p50', count, predicted: first.costs.p50Ms, measured: measured.p50Ms, unit: 'ms' },
    ]),
    // Two and four of them gave the costs of shards.
    ...divided.slice(3).flatMap(({ count, costs: measured, ...division }): Row[] => {
      const predicted = searchCost(ofOne, 0, division);
      return [
        { what: 'shards', count, predicted: predicted.ms, measured: measured.searchMs, unit: 'ms' },
        {
          what: 'bytes of shards',
          count,
          predicted: predicted.bytes / 1000,
          measured: measured.searcherBytes / 1000,
          unit: 'KB',
        },
      ];
    }),
  ];
}

/** @param placed of 1, 2, 4 … searchers @param divided of one application in 1, 2, 4 … shards */
export function checkTable(placed: readonly Measured[], divided: readonly Measured[]): string {
  return rowsOf(placed, divided)
    .map(
      ({ what, count, predicted, measured, unit }) =>
        `${what}, ${count}: predicted ${predicted.toFixed(1)} ${unit}, measured ${measured.toFixed(1)} ${unit} ` +
        `(${(measured / predicted).toFixed(2)} times)`,
    )
    .join('\n');
}
