/** Shards of large indexes in other processes, which are asked as searchers are by processes without an index. */
import type { RemoteShards as AskedShards } from '../vision/sharded-searching.js';
import type { Asking } from './asking.js';
import type { Line } from './nats-line.js';
import type { Parts } from './parts.js';
import { putQuestion, type Way } from './put-question.js';

export interface RemoteShardsParts {
  readonly asking: Asking;
  readonly line: Line;
  readonly parts: Parts;
  /** Whether this process keeps an index itself. */
  readonly holds: (indexId: string) => boolean;
}

export class RemoteShards implements AskedShards {
  constructor(private readonly given: RemoteShardsParts) {}

  holds(shardId: string): boolean {
    return this.given.holds(shardId);
  }

  async answer(shardId: string, question: Buffer, seen: number, signal?: AbortSignal): Promise<Uint8Array> {
    return putQuestion(this.given, this.way(shardId, seen, signal), {
      kind: 'shard',
      indexId: shardId,
      question,
    });
  }

  async size(shardId: string, seen: number): Promise<number> {
    return putQuestion(this.given, this.way(shardId, seen), { kind: 'size', indexId: shardId });
  }

  private way(shardId: string, seen: number, signal?: AbortSignal): Way {
    return { part: this.given.parts.of(shardId), seen: new Map([[shardId, seen]]), signal };
  }
}
