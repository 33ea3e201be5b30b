/** What the engine wants to reach, beside what a run measured. */
import { formatValue } from './figures.js';
import type { BenchResult, Row } from './result.js';

type WantedVerdict = 'aim' | 'reached' | 'missed' | 'too few' | 'not measured';

export interface WantedFigure {
  readonly title: string;
  readonly reach: number;
  readonly aim: number;
  /** The row that shows it, undefined when the run has none. */
  readonly row: Row | undefined;
  readonly verdict: WantedVerdict;
}

interface Wish {
  readonly title: string;
  readonly reach: number;
  readonly aim: number;
  readonly find: (rows: RowFinder) => Row | undefined;
}

/** Index sizes that the wishes name, and how far a measured size may lie from them. */
const SIZE_TOLERANCE = 0.15;

class RowFinder {
  private readonly byId: ReadonlyMap<string, Row>;

  constructor(private readonly rows: readonly Row[]) {
    this.byId = new Map(rows.map((row) => [row.id, row]));
  }

  /** The first of these ids that the run has. */
  first(...ids: readonly string[]): Row | undefined {
    return ids.map((id) => this.byId.get(id)).find((row) => row !== undefined);
  }

  /** `growth.<size>.<figure>` at the measured size that is nearest to the wanted one. */
  at(size: number, figure: string): Row | undefined {
    const distanceOf = (row: Row): number => Math.abs(Number(row.id.split('.')[1]) - size);
    return this.rows
      .filter(({ id }) => id.startsWith('growth.') && id.split('.').slice(2).join('.') === figure)
      .filter((row) => distanceOf(row) <= SIZE_TOLERANCE * size)
      .sort((a, b) => distanceOf(a) - distanceOf(b))[0];
  }

  /** The row with this id, when it was measured at about this number of references. */
  countedAt(size: number, id: string): Row | undefined {
    const row = this.byId.get(id);
    return Math.abs((row?.count ?? 0) - size) <= SIZE_TOLERANCE * size ? row : undefined;
  }

  /** p99 divided by p50. */
  tailAt(size: number): Row | undefined {
    const p50 = this.at(size, 'search.p50');
    const p99 = this.at(size, 'search.p99');
    if (p50 === undefined || p99 === undefined) return undefined;
    return { ...p99, value: p99.value / p50.value, unit: 'x' };
  }
}

const SEARCH_WISHES = [
  ['1k', 1000, 12, 5],
  ['10k', 10_000, 11, 5],
  ['100k', 100_000, 15, 8],
  ['1M', 1_000_000, 44, 28],
] as const;

const WISHES: readonly Wish[] = [
  wish('recall@1, pages among 10k references', 83, 88, (rows) => rows.first('recall.pages.at1')),
  wish('recall@1, photos among 10k references', 93, 95, (rows) =>
    rows.first('recallAmongAll.photos.at1', 'recall.photos.at1'),
  ),
  wish('smvs_dvd right', 93, 98, (rows) => rows.first('recall.smvs_dvd.at1')),
  wish('docunet_pairs right', 83, 92, (rows) => rows.first('recall.docunet_pairs.at1')),
  wish('paintings2019 right, any work in the picture', 90, 97, (rows) =>
    rows.first('recall.paintings2019.at1'),
  ),
  wish('unrelated images accepted', 0.1, 0.01, (rows) =>
    rows.first('falseAcceptsAmongAll.unrelated', 'falseAccepts.unrelated'),
  ),
  wish('look-alike text pages accepted', 1, 0.1, (rows) =>
    rows.first('falseAcceptsAmongAll.lookAlike', 'falseAccepts.lookAlike'),
  ),
  wish('homography_seqs: corner error at 512 px, median', 3, 1, (rows) =>
    rows.first('corners.homography_seqs.p50'),
  ),
  ...SEARCH_WISHES.flatMap(([name, size, reach, aim]) => [
    wish(`search p50 at ${name} references`, reach, aim, (rows) => rows.at(size, 'search.p50')),
    wish(`search p99 against p50 at ${name}`, 2, 2, (rows) => rows.tailAt(size)),
  ]),
  wish('JPEG in, answer out, 10k references', 30, 12, (rows) => rows.at(10_000, 'total.p50')),
  wish('two cores against one, throughput', 1.7, 1.9, (rows) => rows.first('throughput.ratio')),
  wish('insert from JPEG', 80, 120, (rows) => rows.first('insert')),
  wish('remove at 10k', 50, 50, (rows) => rows.at(10_000, 'remove')),
  wish('remove at 100k', 50, 50, (rows) => rows.at(100_000, 'remove')),
  wish('remove at 1M', 50, 50, (rows) => rows.at(1_000_000, 'remove')),
  wish('memory a reference, hot', 8, 7, (rows) => rows.at(10_000, 'memory.hot')),
  wish('memory a reference, hot and DNA together', 28, 26, (rows) => rows.at(10_000, 'memory.all')),
  wish('start with 100k references from a snapshot', 3000, 1000, (rows) =>
    rows.first('snapshot.100000.load'),
  ),
  wish('search against the loop over ORB + BFMatcher, 1k', 150, 150, (rows) =>
    rows.countedAt(1000, 'peer.loop.searchFactor'),
  ),
  wish('search against the loop over ORB + BFMatcher, 10k', 2000, 4000, (rows) =>
    rows.countedAt(10_000, 'peerAmongAll.loop.searchFactor'),
  ),
];

/** Every wish with the row of the run that shows it. */
export function compareWithWishes({ rows }: Pick<BenchResult, 'rows'>): WantedFigure[] {
  const finder = new RowFinder(rows);
  return WISHES.map(({ title, reach, aim, find }) => {
    const row = find(finder);
    return { title, reach, aim, row, verdict: verdictOf(row, reach, aim) };
  });
}

function wish(title: string, reach: number, aim: number, find: Wish['find']): Wish {
  return { title, reach, aim, find };
}

function verdictOf(row: Row | undefined, reach: number, aim: number): WantedVerdict {
  if (row === undefined) return 'not measured';
  const isAtLeast = (wanted: number): boolean =>
    row.better === 'higher' ? row.value >= wanted : row.value <= wanted;
  // Too few for a rate: a single one would break it.
  const isTold = (wanted: number): boolean =>
    row.unit !== '%' || row.better !== 'lower' || ((row.count ?? 0) * wanted) / 100 >= 1;
  if (!isTold(reach)) return 'too few';
  if (isTold(aim) && isAtLeast(aim)) return 'aim';
  return isAtLeast(reach) ? 'reached' : 'missed';
}

/** Cells of one figure: title, reach, aim, measured, verdict. */
export function wantedCells({ title, reach, aim, row, verdict }: WantedFigure): string[] {
  if (row === undefined) return [title, formatWanted(reach), formatWanted(aim), '', verdict];
  const sign = row.better === 'higher' ? '≥' : '≤';
  const wanted = (value: number): string => `${sign} ${formatWanted(value)} ${row.unit}`;
  const interval =
    row.low === undefined || row.high === undefined
      ? ''
      : ` (${formatValue(row.low)}–${formatValue(row.high)})`;
  const count = row.count === undefined ? '' : ` of ${row.count.toLocaleString('en-US')}`;
  return [
    title,
    wanted(reach),
    wanted(aim),
    `${formatValue(row.value)} ${row.unit}${interval}${count}`,
    verdict,
  ];
}

export const WANTED_HEAD = ['Figure', 'Reach', 'Aim', 'Measured (95 % interval)', ''] as const;

/** Wanted figures have as many digits as they were given. */
const formatWanted = (value: number): string => value.toLocaleString('en-US');
