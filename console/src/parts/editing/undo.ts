/**
 * Changes that can be taken back, the newest last: one row for everything on a screen, whatever made it. A message with “Undo” and Ctrl-Z take
 * from the same row, so that nothing is taken back twice.
 */
import type { Outcome } from '../../api/change';

export interface Undoable {
  /** Names the change, for the message that says it was taken back. */
  readonly text: string;
  readonly undo: () => Promise<Outcome<unknown>>;
  /** Was made in a draft, and can be taken back as long as that draft is there. */
  readonly isOfDraft?: boolean;
  /** The message that offers it, which goes with it. */
  readonly messageId?: string;
}

interface Kept extends Undoable {
  /** Nobody sees what is taken back on another screen. */
  readonly path: string;
}

/** More are forgotten, the oldest first. */
const MOST_KEPT = 50;

class UndoRow {
  private kept: readonly Kept[] = [];

  push(entry: Undoable): void {
    this.kept = [...this.kept.slice(1 - MOST_KEPT), { ...entry, path: window.location.pathname }];
  }

  /** The last thing that was done on this screen; null for nothing. It is gone from the row then. */
  take(): Undoable | null {
    const last = this.kept.at(-1);
    if (last?.path !== window.location.pathname) return null;
    this.kept = this.kept.slice(0, -1);
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
