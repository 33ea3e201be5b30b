/** Servers that give each other their indexes: recognition with a data folder each, on the database and the files of one Loupe. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SharedSnapshot } from '../../../src/engine/feed/shared-snapshot.entity.js';
import { SharedSnapshots } from '../../../src/engine/feed/shared-snapshots.js';
import { systemClock } from '../../../src/kernel/clock.js';
import type { BlobStore } from '../../../src/media/blobs/blob-store.js';
import type { ReferenceFeed } from '../../../src/engine-host/indexes/reference-feed.js';
import { indexIdOf, placeOf } from '../../../src/engine-host/shards/shard-ids.js';
import type { ShardOptions } from '../../../src/engine-host/shards/sharded-searching.js';
import { Vision } from '../../../src/engine-host/vision.js';
import type { TestApp } from '../app.js';
import { MemoryFeed } from '../engine/memory-feed.js';

type ReadStream = BlobStore['readStream'];

export interface SharingServer {
  readonly vision: Vision;
  readonly folder: string;
  /** Changes that were read from the database in the order of their numbers, and by key. */
  readonly counts: { inOrder: number; byKey: number };
}

export interface SharingServerOptions {
  /** Of the store, instead of its own. */
  readonly readStream?: ReadStream;
  /** Of a server that was closed; a new one otherwise. */
  readonly folder?: string;
  readonly isKeptWarm?: (indexId: string) => boolean;
  readonly shards?: ShardOptions;
  /** Signatures of fewer bytes come along at once. */
  readonly worthWaitingBytes?: number;
}

export class SharingServers {
  readonly feed = new MemoryFeed();
  /** What could not be shared or fetched. */
  readonly troubles: string[] = [];
  private readonly opened = new Set<Vision>();
  private readonly folders = new Set<string>();

  constructor(private readonly loupe: TestApp) {}

  async start(options: SharingServerOptions = {}): Promise<SharingServer> {
    const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'loupe-server-')));
    this.folders.add(folder);
    const counts = { inOrder: 0, byKey: 0 };
    const read: ReferenceFeed['read'] = async (...range) => {
      const page = await this.feed.read(...range);
      counts.inOrder += page.length;
      return page;
    };
    const readKeys: ReferenceFeed['readKeys'] = async (...keys) => {
      const found = await this.feed.readKeys(...keys);
      counts.byKey += found.length;
      return found;
    };
    const { database } = this.loupe.app.services;
    const store = Object.assign(Object.create(this.loupe.app.services.blobs) as BlobStore, {
      readStream: options.readStream ?? this.readStream,
    });
    const vision = new Vision({
      feed: Object.assign(Object.create(this.feed) as MemoryFeed, { read, readKeys }),
      snapshotFolder: folder,
      threads: 1,
      share: new SharedSnapshots(database, store, systemClock, options.worthWaitingBytes),
      shards: options.shards,
      isKeptWarm: options.isKeptWarm,
      onUnshared: (_, error) => this.troubles.push(error instanceof Error ? error.message : String(error)),
    });
    this.opened.add(vision);
    return { vision, folder, counts };
  }

  readonly readStream: ReadStream = (...given) => this.loupe.app.services.blobs.readStream(...given);

  /** The shared snapshot of an index or a shard. */
  async shared(indexId: string): Promise<SharedSnapshot | null> {
    const { number: shardNumber, count: shardCount } = placeOf(indexId);
    const row = { applicationId: indexIdOf(indexId), shardNumber, shardCount };
    return this.loupe.app.services.database.reader().findOne(SharedSnapshot, row);
  }

  async close({ vision }: SharingServer): Promise<void> {
    this.opened.delete(vision);
    await vision.close();
  }

  async closeAll(): Promise<void> {
    for (const vision of this.opened) await vision.close();
    for (const folder of this.folders) await rm(folder, { recursive: true });
  }
}
