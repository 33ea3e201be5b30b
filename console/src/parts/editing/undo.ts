/**
 * Changes that can be taken back, the newest last: one row for everything on a screen, whatever made it. A message with “Undo” and Ctrl-Z take
 * from the same row, so that nothing is taken back twice.
 */
import type { Outcome } from '../../api/change';
import { works } from '../../api/works';

export interface Undoable {
  /** Names the change, for the message that says it was taken back. */
  readonly text: string;
  /** Null for a change without a way back: it is named before anything older is taken back. */
  readonly undo: (() => Promise<Outcome<unknown>>) | null;
  /** Was made in a draft, and can be taken back as long as that draft is there. */
  readonly isOfDraft?: boolean;
  /** The message that offers it, which goes with it. */
  readonly messageId?: string;
}

interface Kept extends Undoable {
  /** Nobody sees what is taken back on another screen. */
  readonly path: string;
  /** The number of the work that made the change. */
  readonly work: number;
}

/** More are forgotten, the oldest first. */
const MOST_KEPT = 50;

class UndoRow {
  private kept: readonly Kept[] = [];
  private readonly waiting = new Set<() => void>();

  /** Changes are taken back in the order in which they were begun, in whatever order they were answered. */
  push(entry: Undoable): void {
    const kept = { ...entry, path: window.location.pathname, work: works.current };
    const at = this.kept.findLastIndex(({ work }) => work <= kept.work) + 1;
    this.kept = this.kept.toSpliced(at, 0, kept).slice(-MOST_KEPT);
  }

  /** @param send sends what waits for the user's hand to rest; called before something is taken back @returns ends that */
  sendFirst(send: () => void): () => void {
    this.waiting.add(send);
    return () => this.waiting.delete(send);
  }

  /** Sends what waits. @returns the number of the last work that was begun by now */
  sendAll(): number {
    for (const send of this.waiting) send();
    return works.last;
  }

  /**
   * The last thing that was done on this screen, once the server has answered. It is gone from the row then.
   *
   * @param upTo the number of the last work that it may belong to
   * @returns null for nothing, and where the last change was refused: the one before it was not meant
   */
  async take(upTo: number): Promise<Undoable | null> {
    const refused = await works.ended(upTo);
    const { pathname } = window.location;
    const last = this.kept.findLast(({ work, path }) => work <= upTo && path === pathname);
    if (last === undefined || (refused !== null && last.work < refused)) return null;
    this.kept = this.kept.filter((entry) => entry !== last);
    return last;
  }

  /** It was taken back another way. @returns whether it was still there */
  forget(messageId: string): boolean {
    const before = this.kept.length;
    this.kept = this.kept.filter((entry) => entry.messageId !== messageId);
    return this.kept.length < before;
  }

  /** The draft in which changes were made is gone. @returns those changes */
  forgetDraft(): readonly Undoable[] {
    const gone = this.kept.filter(({ isOfDraft }) => isOfDraft);
    this.kept = this.kept.filter(({ isOfDraft }) => isOfDraft !== true);
    return gone;
  }
}

export const undoRow = new UndoRow();
