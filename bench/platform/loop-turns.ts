/** How much processor time the longest turn of this thread's event loop took; other programs' load does not count. */
export class LoopTurns {
  private longestMs = 0;
  private last = threadCpuMs();
  private isWatching = true;

  private constructor() {
    this.turn();
  }

  static watch(): LoopTurns {
    return new LoopTurns();
  }

  /** @returns milliseconds of the longest turn since `watch` */
  end(): number {
    this.isWatching = false;
    return this.longestMs;
  }

  private turn(): void {
    const now = threadCpuMs();
    this.longestMs = Math.max(this.longestMs, now - this.last);
    this.last = now;
    if (this.isWatching) setImmediate(() => this.turn());
  }
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
