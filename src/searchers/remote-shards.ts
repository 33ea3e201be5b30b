/** Shards of large indexes in other processes, which are asked as searchers are by processes without an index. */
import { currentRequestId, outgoingTraceparent } from '../current-request.js';
import { happenings } from '../happenings.js';
import { newId } from '../ids.js';
import type { RemoteShards as AskedShards } from '../vision/sharded-searching.js';
import { VisionError } from '../vision/vision-error.js';
import type { Asking } from './asking.js';
import { type AnswerOf, type AskedFor, pack, ROOM_BYTES } from './messages.js';
import type { Line } from './nats-line.js';
import type { Parts } from './parts.js';

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
    return this.ask(seen, { kind: 'shard', indexId: shardId, question }, signal);
  }

  async size(shardId: string, seen: number): Promise<number> {
    return this.ask(seen, { kind: 'size', indexId: shardId });
  }

  private async ask<Kind extends 'shard' | 'size'>(
    seen: number,
    what: AskedFor & { readonly kind: Kind; readonly indexId: string },
    signal?: AbortSignal,
  ): Promise<AnswerOf[Kind]> {
    const { asking, line, parts } = this.given;
    const since = performance.now();
    let code = '';
    try {
      const id = newId();
      const asked = { id, seen: { [what.indexId]: seen }, what };
      const message = await pack(asked, line.maxPayload - ROOM_BYTES);
      const headers = { traceparent: outgoingTraceparent(), 'x-request-id': currentRequestId() };
      const answer = await asking.ask({ id, part: parts.of(what.indexId), message, headers, signal });
      return answer as AnswerOf[Kind];
    } catch (error) {
      code = error instanceof VisionError ? error.code : 'INTERNAL';
      throw error;
    } finally {
      happenings.searcherAsked.tell({ kind: what.kind, code, tookMs: performance.now() - since });
    }
  }
}
