/** How believable simulated references are: strangers must come as near to a descriptor as real ones do. */
import { createRandom } from '../../random.js';
import { VOCABULARY_PATH } from '@loupe-print/engine/internals';
import type { PeersAddon } from '../peers/native-addon.js';
import type { Row } from '../report/result.js';
import type { GrowthQuery } from './growth.js';
import type { Session } from './session.js';

/** What was indexed: references and their signatures, in the same order. */
type Indexed = Pick<Session, 'references' | 'dnas'>;

const SIZES = [1000, 3000, 10_000, 30_000];
/** Simulated references per real one that they are made of and compared with. */
const GROWTH = 10;
/** References of which descriptors are asked for. */
const ASKED = 120;
const RANKS = ['nearest', 'tenth nearest', 'fiftieth nearest'] as const;

/**
 * Signatures that simulated references may be made of: those of references that no query shows, in random order. What is
 * made of a reference that is asked for would stand nearer to it than strangers do.
 */
export function poolOf(
  indexed: Indexed,
  queries: readonly Pick<GrowthQuery, 'truths'>[],
  seed: number,
): Buffer[] {
  const shown = new Set(queries.flatMap(({ truths }) => truths));
  const others = indexed.dnas.filter((_, at) => !shown.has(indexed.references[at]?.id ?? ''));
  return createRandom(seed).shuffle(others.length > 0 ? others : indexed.dnas);
}

/** Distances from strangers among real references, and among as many that are simulated from a tenth of them. */
export function strangerRows(
  addon: Pick<PeersAddon, 'compareStrangers'>,
  indexed: Indexed,
  seed: number,
): Row[] {
  const dnas = createRandom(seed).shuffle(indexed.dnas);
  const rows: Row[] = [];
  for (const size of SIZES.filter((wanted) => wanted + ASKED <= dnas.length)) {
    const counts = { size, parents: size / GROWTH, asked: ASKED, seed };
    const compared = addon.compareStrangers(VOCABULARY_PATH, dnas, counts);
    for (const kind of ['real', 'simulated'] as const) {
      const among = `among ${size}, ${kind === 'real' ? kind : `simulated from ${counts.parents}`}`;
      const base = { better: 'lower', count: size } as const;
      for (const [at, rank] of RANKS.entries())
        rows.push({
          ...base,
          id: `strangers.${size}.${kind}.${at}`,
          label: `distance of the ${rank} stranger ${among}`,
          value: compared[kind].byRank[at] ?? 0,
          unit: '',
        });
      rows.push({
        ...base,
        id: `strangers.${size}.${kind}.hits`,
        label: `strangers that a descriptor hits ${among}`,
        value: compared[kind].hits,
        unit: '',
      });
    }
  }
  return rows;
}
