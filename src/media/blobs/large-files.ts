/** Bounds how much of large uploads lies in memory at the same time, however many arrive at once. */

/** Smaller files are read without waiting. */
export const LARGE_BYTES = 32 * 1024 * 1024;
const MOST_AT_ONCE = 2;

/** Places for large files; a request that finds none waits for one. */
export class LargeFiles {
  private taken = 0;
  private readonly waiting: (() => void)[] = [];

  async take(): Promise<void> {
    if (this.taken < MOST_AT_ONCE) this.taken += 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  free(): void {
    const next = this.waiting.shift();
    if (next === undefined) this.taken -= 1;
    else next();
  }
}
