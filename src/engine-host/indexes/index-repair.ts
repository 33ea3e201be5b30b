/**
 * Signatures lie in files that are read when a search needs them. One that the disk has damaged meanwhile is read from the
 * feed again; other damage is found when a snapshot is opened.
 */
import type { LiveIndex } from './live-index.js';
import { toEngineError } from '../engine-error.js';

/** Of work that comes upon damage; a disk that damages what is being written is beyond repair. */
const MOST_TRIES = 3;

export interface IndexRepairOptions {
  /** Saves a repaired index, so that the next start finds no damage that counts. */
  readonly save: (index: LiveIndex) => Promise<void>;
  /** @param count of the references that were read again */
  readonly onRepaired?: ((indexId: string, count: number) => void) | undefined;
  readonly onUnsaved?: ((indexId: string, error: unknown) => void) | undefined;
}

export class IndexRepair {
  private readonly running = new Map<LiveIndex, Promise<void>>();

  constructor(private readonly options: IndexRepairOptions) {}

  /** Repeats what a damaged signature has ended, after the repair. @throws EngineError SNAPSHOT_CORRUPT, and what the work throws */
  async during<T>(
    indexes: readonly LiveIndex[],
    work: (indexes: readonly LiveIndex[]) => Promise<T> | T,
  ): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      const before = new Map(indexes.map((index) => [index, index.repairCount]));
      try {
        return await work(indexes);
      } catch (error) {
        if (toEngineError(error).code !== 'SNAPSHOT_CORRUPT' || tries === MOST_TRIES) throw error;
        // One that another search has had repaired meanwhile needs no second look.
        const unseen = indexes.filter((index) => before.get(index) === index.repairCount);
        for (const index of unseen) await this.repairOnce(index);
      }
    }
  }

  /** Searches that come upon the damage at one time share a repair. */
  private async repairOnce(index: LiveIndex): Promise<void> {
    const repair = this.running.get(index) ?? this.repair(index).finally(() => this.running.delete(index));
    this.running.set(index, repair);
    await repair;
  }

  private async repair(index: LiveIndex): Promise<void> {
    const { save, onRepaired, onUnsaved } = this.options;
    const count = await index.repair();
    if (count === 0) return;
    onRepaired?.(index.id, count);
    try {
      await save(index);
    } catch (error) {
      onUnsaved?.(index.id, error);
    }
  }
}
