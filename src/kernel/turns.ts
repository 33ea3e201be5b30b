/** Turns of those who want something that only a few can have at a time, first come, first served. */
import { LoupeError } from './errors.js';

export class Turns {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  /** @param refusal the sentence for those who find too many waiting */
  constructor(
    private readonly atOnce: number,
    private readonly mostWaiting: number,
    private readonly refusal: string,
  ) {}

  /** Runs the work when it has its turn. @throws LoupeError OVERLOADED when too many wait already */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const leave = await this.take();
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** @returns ends the turn; to be called once @throws LoupeError OVERLOADED when too many wait already */
  async take(): Promise<() => void> {
    if (this.running < this.atOnce) this.running += 1;
    else await this.turn();
    return () => {
      // The next in line takes this place over.
      const next = this.waiting.shift();
      if (next === undefined) this.running -= 1;
      else next();
    };
  }

  private async turn(): Promise<void> {
    if (this.waiting.length >= this.mostWaiting) throw new LoupeError('OVERLOADED', this.refusal);
    await new Promise<void>((resolve) => this.waiting.push(resolve));
  }
}
