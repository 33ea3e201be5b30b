/**
 * Sizes beyond what memory holds with a DNA for each reference: the core alone, with whole segments of simulated
 * references that share their DNA.
 */
import { VOCABULARY_PATH } from '@loupe-print/engine/internals';
import type { PeersAddon } from '../peers/native-addon.js';
import type { Progress } from '../progress.js';
import { percentile } from '../statistics.js';
import {
  type Growth,
  type GrowthAnswer,
  growthOf,
  type GrowthQuery,
  hotMemoryRow,
  removalRow,
} from './growth.js';
import type { Session } from './session.js';
import { poolOf } from './strangers.js';

const REMOVALS = 200;

/** @param sizes  ascending, all above the number of real references */
export async function measureMillions(
  { addon, session, seed }: { readonly addon: PeersAddon; readonly session: Session; readonly seed: number },
  queries: readonly GrowthQuery[],
  sizes: readonly number[],
  progress: Progress,
  signal: AbortSignal,
  keep: (growth: Growth) => void,
): Promise<void> {
  const index = new addon.SimulatedIndex(VOCABULARY_PATH, session.dnas, poolOf(session, queries, seed), seed);
  for (const size of sizes) {
    const growing = progress.start(`Growing to ${size}`);
    while (index.size() < size) {
      signal.throwIfAborted();
      growing.update(await index.grow(size - index.size()), size);
    }
    growing.stop();
    const asking = progress.start(`Asking among ${size}`);
    const answers: GrowthAnswer[] = [];
    for (const { raster, truths } of queries) {
      signal.throwIfAborted();
      const { cpu, key } = await index.search(raster);
      const shown = truths.map((id) => session.keyOf.get(id));
      answers.push({ cpu, isRight: shown.length === 0 ? null : shown.includes(key) });
      asking.update(answers.length, queries.length);
    }
    asking.stop();
    const hot = hotMemoryRow(size, index.hotBytes());
    const removedUs = index.remove(REMOVALS);
    const growth = growthOf(size, answers);
    const removal = removalRow(size, percentile(removedUs, 0.5), removedUs.length);
    keep({ ...growth, rows: [...growth.rows, hot, removal] });
  }
}
