/** One at a time, in the order of arrival. */
export class Turn {
  private last: Promise<void> = Promise.resolve();

  /** Runs `work` when everybody before has ended. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    const before = this.last;
    let end: () => void = () => undefined;
    this.last = new Promise((resolve) => (end = resolve));
    await before;
    try {
      return await work();
    } finally {
      end();
    }
  }
}
