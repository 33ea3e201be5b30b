/**
 * Descriptor tables of similarity and color applications: filled from the feed when they are first used, and kept
 * equal to it by every change after that.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AppearanceChange, ReferenceChange, ReferenceFeed } from '../indexes/reference-feed.js';
import type { NativeAppearance } from './native-appearance.js';
import { DescriptorTable } from './similarity.js';
import { toEngineError, EngineError } from '../engine-error.js';
import type { ReportFailure } from '../indexes/live-index.js';

/** References read from the feed at a time: some 10 ms of work between two yields to the event loop. */
const PAGE_SIZE = 1000;

export class TableRegistry {
  private readonly open = new Map<string, Promise<LiveTable>>();

  constructor(
    private readonly engine: NativeAppearance,
    private readonly feed: ReferenceFeed,
    private readonly report: ReportFailure = () => undefined,
  ) {}

  /**
   * The table of an application, filled if it was not open.
   *
   * @param seen number of the last change that it must hold; without it all that there is
   */
  async use(indexId: string, seen?: number): Promise<DescriptorTable> {
    const known = this.open.get(indexId);
    if (known !== undefined) {
      const live = await known;
      // Other processes may have changed it.
      if (this.feed.latest !== undefined) await live.refresh(seen);
      return live.table;
    }
    const opening = this.fill(indexId);
    this.open.set(indexId, opening);
    try {
      return (await opening).table;
    } catch (error) {
      if (this.open.get(indexId) === opening) this.open.delete(indexId);
      throw toEngineError(error);
    }
  }

  /** Makes committed changes visible. A table that is not open reads them when it is opened. */
  async apply(indexId: string, changes: readonly ReferenceChange[]): Promise<void> {
    const opening = this.open.get(indexId);
    if (opening !== undefined) await (await opening).apply(changes);
  }

  drop(indexId: string): void {
    this.open.delete(indexId);
  }

  private async fill(indexId: string): Promise<LiveTable> {
    const live = new LiveTable(indexId, new DescriptorTable(this.engine), this.feed, this.report);
    await live.refresh();
    return live;
  }
}

class LiveTable {
  private tail: Promise<unknown> = Promise.resolve();
  private sequence = 0;

  constructor(
    private readonly id: string,
    readonly table: DescriptorTable,
    private readonly feed: ReferenceFeed,
    private readonly report: ReportFailure,
  ) {}

  /** Applies given changes when they are the next ones, else reads what is missing from the feed. */
  async apply(changes: readonly ReferenceChange[]): Promise<void> {
    await this.inTurn(async () => {
      const sorted = [...changes].sort((a, b) => a.sequence - b.sequence);
      const isNext = sorted.every((change, i) => change.sequence === this.sequence + 1 + i);
      if (isNext) this.take(sorted.map(appearanceChangeOf));
      else await this.catchUp();
    });
  }

  async refresh(upTo = Infinity): Promise<void> {
    await this.inTurn(async () => {
      if (this.sequence < upTo) await this.catchUp();
    });
  }

  private async inTurn(step: () => Promise<void>): Promise<void> {
    const turn = this.tail.then(step);
    this.tail = turn.catch(() => undefined);
    await turn;
  }

  private async catchUp(): Promise<void> {
    for (;;) {
      const page = await this.feed.readAppearances(this.id, this.sequence, PAGE_SIZE);
      this.take(page);
      if (page.length < PAGE_SIZE) return;
      await nextTurn();
    }
  }

  private take(page: readonly AppearanceChange[]): void {
    for (const { key, state, appearance, sequence } of page) {
      try {
        if (state === 'absent') this.table.remove(key);
        else if (appearance === undefined) throw withoutAppearance();
        else this.table.put(key, appearance);
      } catch (error) {
        const { code, message } = toEngineError(error);
        this.table.remove(key);
        this.report({ indexId: this.id, key, code, message });
      }
      this.sequence = Math.max(this.sequence, sequence);
    }
  }
}

function appearanceChangeOf({ sequence, key, state, dna }: ReferenceChange): AppearanceChange {
  return { sequence, key, state, ...(dna === undefined ? {} : { appearance: dna }) };
}

function withoutAppearance(): EngineError {
  return new EngineError(
    'INVALID_ARGUMENT',
    'The DNA was extracted without color; extract the picture again.',
  );
}
