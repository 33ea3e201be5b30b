/**
 * The longest turn of this thread's event loop, which is what everybody else has to wait: how much processor time it took, so that
 * other programs' load does not count, and how long it was.
 */
import { type TurnProfile, profileTurns } from './turn-profile.js';

export interface LongestTurn {
  /** Milliseconds of processor time of the thread. */
  readonly cpuMs: number;
  /** Milliseconds from its beginning to its end; more where other programs had the processor. */
  readonly lengthMs: number;
  /** Where its time went, the most expensive functions first; empty unless that was asked for. */
  readonly spentIn: readonly string[];
}

export class LoopTurns {
  private longest = { cpuMs: 0, lengthMs: 0, sinceMs: 0 };
  private cpuMs = threadCpuMs();
  private sinceMs = performance.now();
  private isWatching = true;

  private constructor(private readonly profile: TurnProfile | null) {
    this.turn();
  }

  static async watch({ isProfiled = false } = {}): Promise<LoopTurns> {
    return new LoopTurns(isProfiled ? await profileTurns() : null);
  }

  /** @returns the longest turn since `watch`, by its processor time */
  async end(): Promise<LongestTurn> {
    this.isWatching = false;
    const { sinceMs, ...longest } = this.longest;
    const spentIn = await this.profile?.end(sinceMs, sinceMs + longest.lengthMs);
    return { ...longest, spentIn: spentIn ?? [] };
  }

  private turn(): void {
    const [cpuMs, sinceMs] = [threadCpuMs(), performance.now()];
    if (cpuMs - this.cpuMs > this.longest.cpuMs) {
      this.longest = {
        cpuMs: cpuMs - this.cpuMs,
        lengthMs: sinceMs - this.sinceMs,
        sinceMs: this.sinceMs,
      };
    }
    this.cpuMs = cpuMs;
    this.sinceMs = sinceMs;
    if (this.isWatching) setImmediate(() => this.turn());
  }
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
