/** Scans in an open loop: sent when their time has come, whether those before were answered or not. */
import { once } from 'node:events';
import { type Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Answered {
  /** 0 where there was no answer. */
  readonly status: number;
  readonly tookMs: number;
}

interface Body {
  readonly type: string;
  readonly bytes: Buffer;
}

const HEALTH_EVERY_MS = 50;
const RECOVERY_LIMIT_MS = 60_000;

/** A form with a photo. */
export async function scanBody(jpeg: Buffer): Promise<Body> {
  const form = new FormData();
  form.append('query', JSON.stringify({ Language: 'en-US' }));
  form.append('file', new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' }), 'photo.jpg');
  const encoded = new Response(form);
  const bytes = Buffer.from(await encoded.arrayBuffer());
  return { type: encoded.headers.get('Content-Type') ?? '', bytes };
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

export class OpenLoop {
  constructor(
    private readonly address: string,
    private readonly agent: Agent,
    private readonly apiKey: string,
    private readonly body: Body,
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
        await (await fetch(`${this.address}/health/ready`)).arrayBuffer();
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
    const status = await this.post().catch(() => 0);
    return { status, tookMs: performance.now() - begun };
  }

  private async post(): Promise<number> {
    const sent = request(`${this.address}/api/EnrichedImages`, {
      method: 'POST',
      agent: this.agent,
      timeout: 60_000,
      headers: {
        ApiKey: this.apiKey,
        ApplicationName: 'Crowd',
        ApplicationVersion: '1',
        DeviceName: 'Simulated phone',
        DeviceSystemVersion: '1',
        SdkVersion: '1',
        'Content-Type': this.body.type,
        'Content-Length': this.body.bytes.length,
      },
    });
    sent.end(this.body.bytes);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
    return response.statusCode ?? 0;
  }
}
