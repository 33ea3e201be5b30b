/** Saving an index and starting from its snapshot. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Raster } from '@loupe-print/engine';

import type { Row } from '../report/result.js';
import type { Session } from './session.js';

const OWNER = 'benchmark';

/** Wall-clock times; the files are still in the system's cache when they are opened. */
export async function measureSnapshot({ engine, index }: Session, raster: Raster): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'loupe-bench-'));
  try {
    const size = index.size();
    const saveMs = await timed(() => index.save(folder, 1, OWNER));
    let loaded: Awaited<ReturnType<typeof engine.loadIndex>> = null;
    const loadMs = await timed(async () => (loaded = await engine.loadIndex(folder, OWNER)));
    const opened = loaded as Awaited<ReturnType<typeof engine.loadIndex>>;
    if (opened === null) throw new Error('The snapshot that was just saved is not there.');
    const searchMs = await timed(() => engine.search([opened.index], { picture: raster }, { limit: 1 }));
    opened.index.close();
    const base = { unit: 'ms', better: 'lower', count: size } as const;
    return [
      {
        ...base,
        id: `snapshot.${size}.save`,
        label: `save a snapshot of ${size}, wall clock`,
        value: saveMs,
      },
      {
        ...base,
        id: `snapshot.${size}.load`,
        label: `start from a snapshot of ${size}, wall clock`,
        value: loadMs,
      },
      { ...base, id: `snapshot.${size}.first`, label: `first search after it, wall clock`, value: searchMs },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}
