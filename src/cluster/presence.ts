/** Presence of searchers and the parts they hold: each announces itself every second and when it leaves. */
import { z } from 'zod';
import type { Line } from './nats-line.js';
import type { Subjects } from './messages.js';

export const TELL_EVERY_MS = 1000;
/** A searcher without an announcement for this long is gone. */
const GONE_AFTER_MS = 4000;

const told = z.object({ id: z.string(), parts: z.array(z.number()), isLeaving: z.boolean() });
export type Told = z.infer<typeof told>;

export interface Cover {
  readonly bySearcher: ReadonlyMap<string, readonly number[]>;
  readonly ofNobody: readonly number[];
}

interface Seen {
  readonly id: string;
  readonly parts: readonly number[];
  readonly at: number;
}

export class Presence {
  private readonly searchers = new Map<string, Seen>();
  /** Those that did not answer, and have not announced themselves since. */
  private readonly doubted = new Set<string>();

  constructor(
    private readonly line: Line,
    subjects: Subjects,
    private readonly partCount: number,
  ) {
    line.listen(subjects.here, ({ data }) => this.note(data));
    line.onUp(() => {
      // Searchers of before may not have come back to NATS yet.
      this.searchers.clear();
      line.publish(subjects.who);
    });
  }

  /** Searchers that are there. */
  get count(): number {
    return this.living().length;
  }

  /** Whether every part has a searcher that can be asked. */
  get isWhole(): boolean {
    if (!this.line.isUp) return false;
    const held = new Set(this.living().flatMap(({ parts }) => parts));
    return held.size === this.partCount;
  }

  /** Some searcher that holds a part; null where none is known. */
  holderOf(part: number): string | null {
    const holders = this.trusted().filter(({ parts }) => parts.includes(part));
    return anyOf(holders)?.id ?? null;
  }

  /** Searchers that hold parts together, as few as can be found at a glance, and the parts that none of them is known to hold. */
  cover(parts: readonly number[]): Cover {
    const bySearcher = new Map<string, readonly number[]>();
    let left = parts;
    let searchers = this.trusted();
    while (left.length > 0) {
      const held = searchers.map((each) => ({
        ...each,
        held: left.filter((part) => each.parts.includes(part)),
      }));
      const most = held.reduce((count, { held: { length } }) => Math.max(count, length), 0);
      if (most === 0) break;
      const chosen = anyOf(held.filter(({ held: { length } }) => length === most));
      if (chosen === undefined) break;
      bySearcher.set(chosen.id, chosen.held);
      left = left.filter((part) => !chosen.held.includes(part));
      searchers = searchers.filter(({ id }) => id !== chosen.id);
    }
    return { bySearcher, ofNobody: left };
  }

  /** A searcher that has not answered gets no questions until it announces itself again. */
  doubt(searcherId: string): void {
    this.doubted.add(searcherId);
  }

  private trusted(): readonly Seen[] {
    return this.living().filter(({ id }) => !this.doubted.has(id));
  }

  private living(): readonly Seen[] {
    const since = performance.now() - GONE_AFTER_MS;
    return [...this.searchers.values()].filter(({ at }) => at >= since);
  }

  private note(data: Uint8Array): void {
    const parsed = told.safeParse(parsedJson(data));
    if (!parsed.success) return;
    const { id, parts, isLeaving } = parsed.data;
    this.doubted.delete(id);
    if (isLeaving) this.searchers.delete(id);
    else
      this.searchers.set(id, {
        id,
        parts: parts.filter((part) => part < this.partCount),
        at: performance.now(),
      });
    const since = performance.now() - GONE_AFTER_MS;
    for (const [each, { at }] of this.searchers) if (at < since) this.searchers.delete(each);
  }
}

function anyOf<T>(list: readonly T[]): T | undefined {
  return list[Math.floor(Math.random() * list.length)];
}

export function parsedJson(data: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(data).toString());
  } catch {
    return null;
  }
}
