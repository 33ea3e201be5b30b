/** Which searchers are there, and which parts they hold: each tells of itself every second and when it leaves. */
import { z } from 'zod';
import type { Line } from './nats-line.js';
import type { Subjects } from './subjects.js';

export const TELL_EVERY_MS = 1000;
/** Who has not told for so long is gone. */
const GONE_AFTER_MS = 4000;

const told = z.object({ id: z.string(), parts: z.array(z.number()), isLeaving: z.boolean() });
export type Told = z.infer<typeof told>;

export class Presence {
  private readonly searchers = new Map<string, { readonly parts: readonly number[]; readonly at: number }>();

  constructor(
    private readonly line: Line,
    subjects: Subjects,
    private readonly partCount: number,
  ) {
    line.listen(subjects.here, ({ data }) => this.note(data));
    line.onUp(() => line.publish(subjects.who));
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

  private living() {
    const since = performance.now() - GONE_AFTER_MS;
    return [...this.searchers.values()].filter(({ at }) => at >= since);
  }

  private note(data: Uint8Array): void {
    const parsed = told.safeParse(parsedJson(data));
    if (!parsed.success) return;
    const { id, parts, isLeaving } = parsed.data;
    if (isLeaving) this.searchers.delete(id);
    else
      this.searchers.set(id, { parts: parts.filter((part) => part < this.partCount), at: performance.now() });
    const since = performance.now() - GONE_AFTER_MS;
    for (const [each, { at }] of this.searchers) if (at < since) this.searchers.delete(each);
  }
}

export function parsedJson(data: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(data).toString());
  } catch {
    return null;
  }
}
