/**
 * From where a request comes, and what the rate limits said while it was served: the surface tells the caller at the end.
 * What is done without a request, for example at the command line, has no notes.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/** What is left of a limit after it was counted. */
export interface LimitNote {
  /** How often in a window. */
  readonly limit: number;
  readonly windowS: number;
  readonly remaining: number;
  /** Until the window ends. */
  readonly resetS: number;
}

export class LimitNotes {
  private tightest: LimitNote | null = null;

  constructor(readonly address: string) {}

  add(note: LimitNote): void {
    if (this.tightest === null || shareLeft(note) <= shareLeft(this.tightest)) this.tightest = note;
  }

  /** Of the limits that were counted, the one of which least is left; null when none was. */
  get note(): LimitNote | null {
    return this.tightest;
  }
}

const shareLeft = ({ remaining, limit }: LimitNote): number => remaining / limit;

const requests = new AsyncLocalStorage<LimitNotes>();

/** Runs what serves a request. */
export function servingRequest(notes: LimitNotes, work: () => void): void {
  requests.run(notes, work);
}

export function currentLimitNotes(): LimitNotes | null {
  return requests.getStore() ?? null;
}
