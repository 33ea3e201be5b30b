/**
 * Completes an index that was opened before its signatures were there. They come from the shared snapshot's files; what does
 * not come, or is damaged, comes from the database. Searches need not wait for the end: what one lacks is put at once.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { NativeIndex } from '../native.js';
import type { FetchedSnapshot } from './snapshot-share.js';
import { toEngineError } from '../engine-error.js';

/** The number of signatures, some 2 MB, that are added in one change. */
const PUT_AT_A_TIME = 100;
const RETRY_MS = 5000;

/** An index that lacks signatures, see `LiveIndex`. */
interface ArrivingIndex {
  readonly native: Pick<NativeIndex, 'arrived' | 'hasWholeFiles'>;
  bringMissing(most: number): Promise<boolean>;
  endArrival(keep: () => Promise<void>): Promise<void>;
}

export interface ArrivalSteps {
  readonly bringSignatures: NonNullable<FetchedSnapshot['bringSignatures']>;
  /** Makes a snapshot of the completed index. @param isWhole whether its files are as they were shared */
  readonly keep: (isWhole: boolean) => Promise<void>;
  /** Removes what is left of an arrival that was stopped. */
  readonly giveUp: () => Promise<void>;
  readonly report: (error: unknown) => void;
}

export class SignatureArrival {
  private readonly ending = new AbortController();
  private readonly run: Promise<void>;

  constructor(
    private readonly index: ArrivingIndex,
    private readonly steps: ArrivalSteps,
  ) {
    this.run = this.complete().catch(async (error: unknown) => {
      if (!this.ending.signal.aborted) steps.report(error);
      await steps.giveUp();
    });
  }

  /** Ends it, wherever it is. Never rejects. */
  async stop(): Promise<void> {
    this.ending.abort();
    await this.run;
  }

  private async complete(): Promise<void> {
    const { signal } = this.ending;
    const { index, steps } = this;
    try {
      await steps.bringSignatures((file, upTo) => index.native.arrived(file, upTo), signal);
    } catch (error) {
      signal.throwIfAborted();
      steps.report(error);
    }
    while (await this.bringMissing()) signal.throwIfAborted();
    const isWhole = index.native.hasWholeFiles();
    await index.endArrival(() => steps.keep(isWhole));
  }

  /** Repeats until the database answers. */
  private async bringMissing(): Promise<boolean> {
    for (;;) {
      try {
        return await this.index.bringMissing(PUT_AT_A_TIME);
      } catch (error) {
        this.ending.signal.throwIfAborted();
        this.steps.report(error);
        await wait(RETRY_MS, undefined, { signal: this.ending.signal });
      }
    }
  }
}

/** Repeats a search until the signatures that it needs are here. */
export async function withSignatures<T>(
  indexes: readonly { bringWanted(): Promise<void> }[],
  search: () => Promise<T> | T,
): Promise<T> {
  for (;;) {
    try {
      return await search();
    } catch (error) {
      if (toEngineError(error).code !== 'SIGNATURES_AWAY') throw error;
      await Promise.all(indexes.map((index) => index.bringWanted()));
    }
  }
}
