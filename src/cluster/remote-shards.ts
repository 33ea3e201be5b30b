/**
 * Shards of large indexes in other processes. Shards that one searcher keeps are asked together, and as few searchers as can be: what a
 * message costs hardly depends on how many shards it is for.
 */
import type { RemoteShards as AskedShards, ShardsAnswer } from '../engine-host/shards/sharded-searching.js';
import { type Asking, isUnanswered, type Whom, askSearcher } from './asking.js';
import { bufferOf } from './messages.js';
import type { Line } from './nats-line.js';
import type { Parts } from './parts.js';
import type { Presence } from './presence.js';

export interface RemoteShardsParts {
  readonly asking: Asking;
  readonly line: Line;
  readonly parts: Parts;
  readonly presence: Pick<Presence, 'cover'>;
  /** Whether this process keeps an index itself. */
  readonly holds: (indexId: string) => boolean;
}

interface Asked {
  readonly shardIds: readonly string[];
  readonly question: Buffer;
  readonly seen: number;
  readonly signal: AbortSignal | undefined;
}

export class RemoteShards implements AskedShards {
  constructor(private readonly given: RemoteShardsParts) {}

  holds(shardId: string): boolean {
    return this.given.holds(shardId);
  }

  async answer(
    shardIds: readonly string[],
    question: Buffer,
    seen: number,
    signal?: AbortSignal,
  ): Promise<readonly ShardsAnswer[]> {
    const { parts, presence } = this.given;
    const byPart = Map.groupBy(shardIds, (id) => parts.of(id));
    const { bySearcher, ofNobody } = presence.cover([...byPart.keys()]);
    const idsOf = (held: readonly number[]) => held.flatMap((part) => byPart.get(part) ?? []);
    const asked = { question, seen, signal };
    const answers = await Promise.all([
      ...[...bySearcher].map(([to, held]) => this.askSearcher(to, { ...asked, shardIds: idsOf(held) })),
      this.askParts({ ...asked, shardIds: idsOf(ofNobody) }),
    ]);
    return answers.flat();
  }

  async size(shardId: string, seen: number): Promise<number> {
    const way = { part: this.given.parts.of(shardId), seen: new Map([[shardId, seen]]) };
    return askSearcher(this.given, way, { kind: 'size', indexId: shardId });
  }

  /** Where it does not answer, its shards are asked as if nobody was known. */
  private async askSearcher(to: string, asked: Asked): Promise<readonly ShardsAnswer[]> {
    try {
      return [await this.ask({ to }, asked)];
    } catch (error) {
      if (!isUnanswered(error)) throw error;
      return this.askParts(asked);
    }
  }

  private async askParts(asked: Asked): Promise<readonly ShardsAnswer[]> {
    const byPart = Map.groupBy(asked.shardIds, (id) => this.given.parts.of(id));
    return Promise.all([...byPart].map(([part, shardIds]) => this.ask({ part }, { ...asked, shardIds })));
  }

  private async ask(whom: Whom, { shardIds, question, seen, signal }: Asked): Promise<ShardsAnswer> {
    const way = { ...whom, seen: new Map(shardIds.map((id) => [id, seen])), signal };
    const answer = await askSearcher(this.given, way, { kind: 'shards', indexIds: [...shardIds], question });
    return { shardIds, answer: bufferOf(answer) };
  }
}
