/** Drafts of a tab, by key: every part of the screen that shows one sees the same, and a closed one outlives a reload. */
export interface Stored<Value> {
  readonly value: Value;
  /** Version of what was on the screen when the typing began. */
  readonly baseVersion: string | null;
  /**
   * The server has it, and the screen does not know yet: it still shows this, as JSON. Until then the field keeps what was sent, so that
   * what is typed next goes behind it.
   */
  readonly sentOver?: string;
}

/** The value on its way to the server. */
interface Flight {
  readonly answer: Promise<unknown>;
}

/** The answer of a change. */
interface Answered {
  readonly isDone: boolean;
  readonly value?: unknown;
}

interface Shown {
  stored: Stored<unknown> | null;
  readonly listeners: Set<() => void>;
  /** The value that the screen has from the server, as JSON. */
  saved: string | null;
  /** The browser did not take it: it lives as long as the page. */
  isHeld: boolean;
}

class DraftStore {
  /** Of this tab alone: what another tab types does not appear under the hands of this one. */
  private readonly shown = new Map<string, Shown>();
  private readonly flights = new Map<string, Flight>();

  get<Value>(key: string): Stored<Value> | null {
    return this.entry(key).stored as Stored<Value> | null;
  }

  put(key: string, stored: Stored<unknown> | null): void {
    const entry = this.entry(key);
    entry.stored = stored;
    const typed = stored?.sentOver === undefined ? stored : null;
    entry.isHeld = !write(key, typed) && typed !== null;
    for (const listener of entry.listeners) listener();
    this.release(key);
  }

  /** The screen got something else from the server. */
  noteSaved(key: string, saved: string): void {
    const entry = this.entry(key);
    entry.saved = saved;
    if (entry.stored?.sentOver !== undefined && entry.stored.sentOver !== saved) this.put(key, null);
    this.release(key);
  }

  subscribe(key: string, listener: () => void): () => void {
    const { listeners } = this.entry(key);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      this.release(key);
    };
  }

  /**
   * Sends a draft. When the server has it, the draft is forgotten if it still is what was sent; what was typed meanwhile stays, held
   * to the version that was answered. A draft that is already on its way is waited for, and sent again only if more was typed.
   *
   * @param saved  what is sent where nothing is typed
   * @param work   sends it; `isDone` of its answer says whether the server took it
   * @param keptAs key of what was typed meanwhile, where something was made that has a draft of its own
   */
  async send<Value, Answer extends Answered>(
    key: string,
    saved: Stored<Value>,
    work: (value: Value, baseVersion: string | null) => Promise<Answer>,
    keptAs: (answer: Answer) => string = () => key,
  ): Promise<Answer> {
    const before = this.flights.get(key);
    if (before !== undefined) {
      const answer = (await before.answer) as Answer;
      if (!answer.isDone || !this.isLeft(key)) return answer;
      return this.send(key, saved, work, keptAs);
    }
    const sent = this.get<Value>(key) ?? saved;
    const { saved: shownBefore } = this.entry(key);
    const answer = work(sent.value, sent.baseVersion);
    this.flights.set(key, { answer });
    try {
      const outcome = await answer;
      // Before anybody who waits for the same answer goes on.
      if (outcome.isDone) this.settle(key, sent, versionIn(outcome.value), keptAs(outcome), shownBefore);
      return outcome;
    } finally {
      this.flights.delete(key);
    }
  }

  private settle(
    key: string,
    sent: Stored<unknown>,
    version: string | null,
    keptAs: string,
    shownBefore: string | null,
  ): void {
    const entry = this.entry(key);
    const now = entry.stored;
    const isMore = now !== null && !isSame(now.value, sent.value);
    const baseVersion = version ?? sent.baseVersion;
    if (keptAs !== key) {
      if (isMore) this.put(keptAs, { ...now, baseVersion });
      this.put(key, null);
    } else if (isMore) {
      this.put(key, { value: now.value, baseVersion });
    } else {
      const { saved } = entry;
      // A newer value of the screen is the answer, however the server wrote what was sent.
      const isKnown = saved === null || saved !== shownBefore || saved === JSON.stringify(sent.value);
      this.put(key, isKnown ? null : { value: sent.value, baseVersion, sentOver: saved });
    }
  }

  isSending(key: string): boolean {
    return this.flights.has(key);
  }

  /** Whether the server lacks something that is typed. */
  isLeft(key: string): boolean {
    const stored = this.get(key);
    return stored !== null && stored.sentOver === undefined;
  }

  private entry(key: string): Shown {
    const known = this.shown.get(key);
    if (known !== undefined) return known;
    const entry: Shown = { stored: read(key), listeners: new Set(), saved: null, isHeld: false };
    this.shown.set(key, entry);
    return entry;
  }

  /** Forgets an entry that no part shows; it is read from the browser the next time. */
  private release(key: string): void {
    const entry = this.shown.get(key);
    if (entry !== undefined && entry.listeners.size === 0 && !entry.isHeld) this.shown.delete(key);
  }
}

export const draftStore = new DraftStore();

export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function versionIn(answer: unknown): string | null {
  const version = (answer as { readonly version?: unknown } | null | undefined)?.version;
  return typeof version === 'string' ? version : null;
}

function read(key: string): Stored<unknown> | null {
  try {
    const text = localStorage.getItem(key);
    return text === null ? null : (JSON.parse(text) as Stored<unknown>);
  } catch {
    return null;
  }
}

/** @returns false where the store is full or forbidden */
function write(key: string, stored: Stored<unknown> | null): boolean {
  try {
    if (stored === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(stored));
    return true;
  } catch {
    return false;
  }
}
