/** Scans in an open loop: sent when their time has come, whether those before were answered or not. */
import { setTimeout as sleep } from 'node:timers/promises';
import { postScan, type ScanBody, type Scanned } from './scan-request.js';

export interface Answered {
  /** 0 where there was no answer. */
  readonly status: number;
  readonly tookMs: number;
}

const HEALTH_EVERY_MS = 50;
const RECOVERY_LIMIT_MS = 60_000;

export class OpenLoop {
  constructor(
    private readonly scanned: Scanned,
    private readonly body: ScanBody,
  ) {}

  async oneByOne(count: number): Promise<readonly Answered[]> {
    const answers: Answered[] = [];
    for (let sent = 0; sent < count; sent += 1) answers.push(await this.scan());
    return answers;
  }

  /** A number of clients, each of which waits for its answer. */
  async closed(clients: number, durationMs: number): Promise<readonly Answered[]> {
    const until = performance.now() + durationMs;
    const answers: Answered[] = [];
    const client = async (): Promise<void> => {
      while (performance.now() < until) answers.push(await this.scan());
    };
    await Promise.all(Array.from({ length: clients }, client));
    return answers;
  }

  /** @param rate scans a second */
  async send(rate: number, durationMs: number): Promise<readonly Answered[]> {
    const begun = performance.now();
    const answers: Promise<Answered>[] = [];
    for (;;) {
      const elapsedMs = performance.now() - begun;
      if (elapsedMs > durationMs) break;
      while (answers.length < (elapsedMs / 1000) * rate) answers.push(this.scan());
      await sleep(2);
    }
    return Promise.all(answers);
  }

  /** @returns ends the watch and returns how long each answer took, in milliseconds */
  watchHealth(): () => Promise<readonly number[]> {
    const tookMs: number[] = [];
    let isWatching = true;
    const watch = async (): Promise<void> => {
      while (isWatching) {
        const begun = performance.now();
        await (await fetch(`${this.scanned.address}/health/ready`)).arrayBuffer();
        tookMs.push(performance.now() - begun);
        await sleep(HEALTH_EVERY_MS);
      }
    };
    const watching = watch();
    return async () => {
      isWatching = false;
      await watching;
      return tookMs;
    };
  }

  /** @returns milliseconds until three scans in a row were answered as quickly as wanted */
  async recovery(wantedMs: number): Promise<number> {
    const begun = performance.now();
    for (let inARow = 0; inARow < 3 && performance.now() - begun < RECOVERY_LIMIT_MS;) {
      const { status, tookMs } = await this.scan();
      inARow = status === 200 && tookMs <= wantedMs ? inARow + 1 : 0;
    }
    return performance.now() - begun;
  }

  private async scan(): Promise<Answered> {
    const begun = performance.now();
    const status = await postScan(this.scanned, this.body).catch(() => 0);
    return { status, tookMs: performance.now() - begun };
  }
}
