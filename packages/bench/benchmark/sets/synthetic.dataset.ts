/** The synthetic set that is measured when no data is given; made once and kept in the cache folder. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { writeSyntheticSet } from '../../simulation/synthetic-set-writer.js';
import type { Progress } from '../progress.js';
import type { Dataset } from './dataset.js';
import { readDatasetFolder } from './folder.dataset.js';

export interface SyntheticSize {
  readonly referenceCount: number;
  readonly queriesPerGroup: number;
}

/** Reads the set from `cacheFolder`, after making it there if it is not complete. */
export async function syntheticDataset(
  cacheFolder: string,
  seed: number,
  size: SyntheticSize,
  progress: Progress,
  signal: AbortSignal,
): Promise<Dataset> {
  const name = `synthetic-${seed}-${size.referenceCount}-${size.queriesPerGroup}`;
  const folder = join(cacheFolder, name);
  if (!existsSync(join(folder, 'manifest.json'))) {
    const bar = progress.start('Drawing the synthetic set');
    await writeSyntheticSet(folder, { ...size, seed, withQuarterTurns: true, signal }, (done, total) =>
      bar.update(done, total),
    );
    bar.stop();
  }
  const dataset = readDatasetFolder(folder);
  // Nothing was tuned on a synthetic set: every seed is as good as another.
  const queries = dataset.queries.map((query) => ({ ...query, set: 'synthetic', half: 'held-out' as const }));
  return { ...dataset, name, isSynthetic: true, queries };
}
