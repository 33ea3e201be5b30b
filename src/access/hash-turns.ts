/**
 * Turns of those who hash: a few at a time, since the threads that hash also read files, and one of the dear ones, whose memory is
 * hundreds of megabytes.
 */
import { LoupeError } from '../kernel/errors.js';

export class HashTurns {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly mostWaiting: number,
  ) {}

  /** Runs the work when it has its turn. @throws LoupeError OVERLOADED when too many wait already */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.running < this.atOnce) this.running += 1;
    else await this.turn();
    try {
      return await work();
    } finally {
      // The next in line takes this place over.
      const next = this.waiting.shift();
      if (next === undefined) this.running -= 1;
      else next();
    }
  }

  private async turn(): Promise<void> {
    if (this.waiting.length >= this.mostWaiting) {
      throw new LoupeError('OVERLOADED', 'Too many people log in at the moment. Try again in a few seconds.');
    }
    await new Promise<void>((resolve) => this.waiting.push(resolve));
  }
}
