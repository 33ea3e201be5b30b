import type { NativeChange, NativeFailure, NativeIndex } from '../native.js';
import type { ReferenceChange, ReferenceFeed } from './reference-feed.js';
import type { SignatureArrival } from './signature-arrival.js';
import { toEngineError, EngineError } from '../engine-error.js';

/** References read from the feed at a time: about 14 MB of signatures. */
const PAGE_SIZE = 500;

/** Some 2 MB of signatures. */
const CHANGES_UNMEASURED = 64;

/** Called for a reference that could not be indexed; the others are. */
export type ReportFailure = (failure: {
  indexId: string;
  key: number;
  code: string;
  message: string;
}) => void;

function toNative(change: ReferenceChange): NativeChange {
  if (change.state === 'absent') return { key: change.key };
  if (change.dna === undefined) {
    throw new EngineError('INVALID_ARGUMENT', `Reference ${change.key} is present but has no DNA.`);
  }
  return { key: change.key, dna: change.dna, keywords: change.keywords ?? [] };
}

const absent = (key: number): ReferenceChange => ({ sequence: 0, key, state: 'absent' });

/** An open index that follows its feed. Changes run one after the other; searches never wait for them. */
export class LiveIndex {
  private tail: Promise<unknown> = Promise.resolve();
  private readonly failedKeys = new Set<number>();
  /** Changes applied since the last snapshot. */
  unsavedCount = 0;
  private measured: { readonly bytes: number; readonly changes: number } | null = null;
  private changeCount = 0;
  /** Brings the signatures, where the index was opened before they were there; null when all are here. */
  arrival: SignatureArrival | null = null;
  /** True once it was deleted: searches leave it out. */
  isDropped = false;
  private isClosed = false;
  /** How often damaged signatures were looked for. */
  repairCount = 0;

  constructor(
    readonly id: string,
    readonly native: NativeIndex,
    private readonly feed: ReferenceFeed,
    private readonly report: ReportFailure,
    /** Number of the last change that the index holds. */
    public sequence: number,
  ) {}

  /** References that are present but could not be indexed. */
  get failedCount(): number {
    return this.failedKeys.size;
  }

  /**
   * Memory that searches need: what they go through, and signatures that are not in a file yet. Measured again after an
   * eighth of the references has changed: measuring a large index takes milliseconds.
   */
  get bytes(): number {
    const isFresh =
      this.measured !== null &&
      this.changeCount - this.measured.changes <= Math.max(CHANGES_UNMEASURED, this.native.size() / 8);
    if (this.measured === null || !isFresh) {
      const { hotBytes, dnaHeapBytes } = this.native.memory();
      this.measured = { bytes: hotBytes + dnaHeapBytes, changes: this.changeCount };
    }
    return this.measured.bytes;
  }

  /** Applies given changes when they are the next ones, else reads what is missing from the feed. */
  async apply(changes: readonly ReferenceChange[]): Promise<void> {
    await this.inTurn(async () => {
      const sorted = [...changes].sort((a, b) => a.sequence - b.sequence);
      const isNext = sorted.every((change, i) => change.sequence === this.sequence + 1 + i);
      if (isNext) await this.applyPage(sorted);
      else await this.catchUp();
    });
  }

  /** Reads the feed to its end, unless the index holds all changes up to a number by then. */
  async refresh(upTo = Infinity): Promise<void> {
    await this.inTurn(async () => {
      if (!this.isClosed && this.sequence < upTo) await this.catchUp();
    });
  }

  /** Reads the feed until at least `count` changes are not saved. @returns whether it was read to its end */
  async refreshUntilUnsaved(count: number): Promise<boolean> {
    let isAtEnd = true;
    await this.inTurn(async () => {
      if (!this.isClosed) isAtEnd = await this.catchUp(() => this.unsavedCount < count);
    });
    return isAtEnd;
  }

  /**
   * Writes a snapshot that holds at least the changes up to now.
   *
   * @param meanwhile is done while the snapshot is the newest; changes wait for it
   * @returns number of the last change that the snapshot is known to hold
   */
  async save(folder: string, meanwhile?: () => Promise<void>): Promise<number> {
    let sequence = this.sequence;
    await this.inTurn(async () => {
      const count = this.unsavedCount;
      sequence = this.sequence;
      await this.native.save(folder, sequence, this.id);
      this.unsavedCount -= count;
      await meanwhile?.();
    });
    return sequence;
  }

  /**
   * Merges the segments into as few as possible: a search reads each. It costs as much as adding a part of the references again. No file holds
   * the merged ones yet, whatever was saved before.
   */
  async mergeSegments(): Promise<void> {
    await this.inTurn(async () => {
      if (this.isClosed) return;
      await this.native.compact('everything');
      this.noteMerged();
    });
  }

  /** Merges what is worth it in an index that does not change; should it change, changes do not wait. */
  async mergeQuietly(): Promise<void> {
    // One whose signatures are still coming is merged when they are here.
    if (this.isClosed || this.arrival !== null || !this.native.needsCompaction('quiet')) return;
    try {
      await this.native.compact('quiet');
    } catch (error) {
      throw toEngineError(error);
    }
    this.noteMerged();
  }

  /** Puts the references again whose signatures searches lacked. */
  async bringWanted(): Promise<void> {
    await this.inTurn(() => this.putAgain(this.native.takeWantedSignatures()));
  }

  /** Adds again at most `most` references whose signatures have not arrived. @returns whether there were any */
  async bringMissing(most: number): Promise<boolean> {
    let keys: readonly number[] = [];
    await this.inTurn(async () => {
      keys = await this.native.missingSignatures(most);
      await this.putAgain(keys);
    });
    return keys.length > 0;
  }

  /** Puts the references again whose signatures were damaged in their file. @returns how many there were */
  async repair(): Promise<number> {
    let count = 0;
    await this.inTurn(async () => {
      if (this.isClosed) return;
      const keys = await this.native.damagedSignatures();
      for (let at = 0; at < keys.length; at += PAGE_SIZE) await this.putAgain(keys.slice(at, at + PAGE_SIZE));
      count = keys.length;
    });
    this.repairCount += 1;
    return count;
  }

  /** Ends the arrival when all signatures are here; changes wait meanwhile. */
  async endArrival(keep: () => Promise<void>): Promise<void> {
    await this.inTurn(async () => {
      try {
        await keep();
      } finally {
        this.arrival = null;
      }
    });
  }

  /** Waits for changes under way, then frees the index. */
  async close(): Promise<void> {
    await this.arrival?.stop();
    await this.inTurn(() => {
      this.isClosed = true;
      this.native.close();
      return Promise.resolve();
    });
  }

  private async inTurn(step: () => Promise<void>): Promise<void> {
    const turn = this.tail.then(step);
    this.tail = turn.catch(() => undefined);
    try {
      await turn;
    } catch (error) {
      throw toEngineError(error);
    }
  }

  /** @returns whether the feed was read to its end */
  private async catchUp(goesOn: () => boolean = () => true): Promise<boolean> {
    do {
      const page = await this.feed.read(this.id, this.sequence, PAGE_SIZE);
      if (page.length > 0) await this.applyPage(page);
      if (page.length < PAGE_SIZE) return true;
    } while (goesOn());
    return false;
  }

  /** As the database has them now, which may be newer than the rest: the change is then applied twice. */
  private async putAgain(keys: readonly number[]): Promise<void> {
    if (keys.length === 0) return;
    const found = new Map((await this.feed.readKeys(this.id, keys)).map((change) => [change.key, change]));
    const { failures } = await this.native.apply(keys.map((key) => toNative(found.get(key) ?? absent(key))));
    this.note(keys, failures);
    // What cannot be put is in nobody's way.
    if (failures.length > 0) await this.native.apply(failures.map(({ key }) => ({ key })));
  }

  private noteMerged(): void {
    this.unsavedCount = Math.max(this.unsavedCount, this.native.size());
    this.measured = null;
  }

  private note(keys: readonly number[], failures: readonly NativeFailure[]): void {
    for (const key of keys) this.failedKeys.delete(key);
    for (const failure of failures) {
      this.failedKeys.add(failure.key);
      this.report({ indexId: this.id, ...failure });
    }
    this.unsavedCount += keys.length;
    this.changeCount += keys.length;
  }

  private async applyPage(page: readonly ReferenceChange[]): Promise<void> {
    const { failures } = await this.native.apply(page.map(toNative));
    this.note(
      page.map(({ key }) => key),
      failures,
    );
    this.sequence = page.reduce((last, change) => Math.max(last, change.sequence), this.sequence);
    if (this.native.needsCompaction()) await this.native.compact();
  }
}
