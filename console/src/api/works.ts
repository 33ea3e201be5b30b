/**
 * Changes of this tab that the server has not answered yet, by the work that they belong to: a change that the user begins is a work, and
 * so is all that follows from its answer in the same turn. Works are numbered in the order in which they were begun.
 */
import type { Outcome } from './change';

interface Running {
  readonly work: number;
  /** Where it was begun. */
  readonly path: string;
  readonly isDone: Promise<boolean>;
}

const turn = () => new Promise<void>((resolve) => setTimeout(resolve));

class Works {
  /** The number of the work that was begun last; 0 before the first. */
  private begun = 0;
  /** The work whose answer came in this turn. */
  private answered: number | null = null;
  private readonly running = new Set<Running>();

  get last(): number {
    return this.begun;
  }

  /** The work that what happens now belongs to: the one that was answered in this turn, else the last. */
  get current(): number {
    return this.answered ?? this.begun;
  }

  /** Sends a change, which belongs to the work that was answered in this turn, or begins one. */
  async run<Value>(send: () => Promise<Outcome<Value>>): Promise<Outcome<Value>> {
    const work = this.answered ?? (this.begun += 1);
    const answer = send();
    const isDone = answer.then(
      (outcome) => outcome.isDone,
      () => false,
    );
    const running = { work, path: window.location.pathname, isDone };
    this.running.add(running);
    try {
      return await answer;
    } finally {
      this.running.delete(running);
      this.answered = work;
      void turn().then(() => {
        if (this.answered === work) this.answered = null;
      });
    }
  }

  /**
   * Waits for works of this screen, and for what follows from their answers. A long one of another screen holds nothing up.
   *
   * @param upTo the number of the last work that is waited for
   * @returns the last one that was on its way, if it was refused; null if not
   */
  async ended(upTo: number): Promise<number | null> {
    let [last, isRefused] = [0, false];
    for (;;) {
      const { pathname } = window.location;
      const awaited = [...this.running].filter(({ work, path }) => work <= upTo && path === pathname);
      if (awaited.length === 0) return isRefused ? last : null;
      for (const { work, isDone } of awaited) {
        const isAccepted = await isDone;
        if (work >= last) [last, isRefused] = [work, !isAccepted];
      }
      await turn();
    }
  }
}

export const works = new Works();
