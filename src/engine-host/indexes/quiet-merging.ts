/**
 * Merges the segments of indexes that have not changed for a while: a search looks into each of them. One index at a time,
 * so that it takes one of the engine's threads at most.
 */
export interface QuietMergingOptions {
  /** How long an index has to be left alone. */
  readonly quietMs: number;
  readonly merge: (indexId: string) => Promise<void>;
  /** Called for an index that could not be merged, or not be saved afterwards. */
  readonly onFailure: (indexId: string, error: unknown) => void;
}

export class QuietMerging {
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private tail: Promise<void> = Promise.resolve();
  private isEnded = false;

  constructor(private readonly options: QuietMergingOptions) {}

  /** Notes that an index was opened or has changed. */
  note(indexId: string): void {
    if (this.isEnded) return;
    clearTimeout(this.timers.get(indexId));
    const timer = setTimeout(() => {
      this.timers.delete(indexId);
      this.tail = this.tail.then(() => this.merge(indexId));
    }, this.options.quietMs);
    timer.unref();
    this.timers.set(indexId, timer);
  }

  /** Merges nothing more; resolves when what is under way has ended. */
  async end(): Promise<void> {
    this.isEnded = true;
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
    await this.tail;
  }

  private async merge(indexId: string): Promise<void> {
    // Changed again while others were being merged: its own time will come.
    if (this.isEnded || this.timers.has(indexId)) return;
    try {
      await this.options.merge(indexId);
    } catch (error) {
      this.options.onFailure(indexId, error);
    }
  }
}
