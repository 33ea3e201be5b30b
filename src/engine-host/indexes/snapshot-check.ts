/** Reads snapshots from end to end, those of a server that runs as well. */
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { NativeEngine } from '../native.js';
import { everyShardIdOf } from '../shards/shard-ids.js';
import { toEngineError } from '../engine-error.js';
import { snapshotFolderOf } from './index-snapshots.js';

/** Of a snapshot that its server replaces again and again meanwhile. */
const MOST_TRIES = 5;

/** A snapshot that is damaged. The server reads what is damaged from the database as soon as it comes upon it. */
export interface DamagedSnapshot {
  /** Of the index, or of a shard of it. */
  readonly indexId: string;
  readonly reason: string;
}

/**
 * Reads the snapshots of indexes and of their shards, those that there are.
 *
 * @param snapshotFolder where they lie; one that is not there holds none
 * @returns how many there are, and those that are damaged
 */
export async function checkSnapshots(
  engine: Pick<NativeEngine, 'loadIndex'>,
  snapshotFolder: string,
  indexIds: readonly string[],
): Promise<{ readonly count: number; readonly damaged: readonly DamagedSnapshot[] }> {
  const there = new Set(await readdir(snapshotFolder).catch(() => []));
  const damaged: DamagedSnapshot[] = [];
  let count = 0;
  for (const id of indexIds.flatMap((indexId) => [indexId, ...everyShardIdOf(indexId)])) {
    const folder = snapshotFolderOf(snapshotFolder, id);
    if (!there.has(basename(folder))) continue;
    count += 1;
    const reason = await damageOf(engine, folder, id);
    if (reason !== null) damaged.push({ indexId: id, reason });
  }
  return { count, damaged };
}

async function damageOf(
  engine: Pick<NativeEngine, 'loadIndex'>,
  folder: string,
  indexId: string,
): Promise<string | null> {
  for (let tries = 1; ; tries += 1) {
    const manifest = await manifestOf(folder);
    const reason = await readThrough(engine, folder, indexId);
    if (reason === null || tries === MOST_TRIES || manifest.equals(await manifestOf(folder))) return reason;
  }
}

/** Its server may replace the files while they are read: the manifest shows it. */
async function manifestOf(folder: string): Promise<Buffer> {
  return readFile(join(folder, 'manifest')).catch(() => Buffer.alloc(0));
}

async function readThrough(
  engine: Pick<NativeEngine, 'loadIndex'>,
  folder: string,
  indexId: string,
): Promise<string | null> {
  try {
    const loaded = await engine.loadIndex(folder, indexId);
    if (loaded === null) return null;
    try {
      const keys = await loaded.index.damagedSignatures();
      return keys.length === 0 ? null : `signatures of references ${keys.slice(0, 20).join(', ')}`;
    } finally {
      loaded.index.close();
    }
  } catch (error) {
    const { code, message } = toEngineError(error);
    // One of another vocabulary is replaced when its index is opened.
    if (code === 'SNAPSHOT_STALE') return null;
    if (code === 'SNAPSHOT_CORRUPT' || code === 'STORAGE') return message;
    throw error;
  }
}
