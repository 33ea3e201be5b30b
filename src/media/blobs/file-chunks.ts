/** Large files, read to be copied: with one buffer, so that neither their number of bytes nor their garbage is felt elsewhere. */
import { open } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

const STEP_BYTES = 1024 * 1024;
/** Shorter pauses cost more than they give. */
const SHORTEST_PAUSE_MS = 5;

export interface Pacing {
  /** On average, from the first byte on. Infinity reads as fast as the bytes are taken. */
  readonly mostBytesPerSecond: number;
  /** Waits for `ms` milliseconds. */
  readonly wait?: (ms: number) => Promise<unknown>;
  /** In milliseconds. */
  readonly now?: () => number;
}

/** The bytes of a file. A chunk is good until the next one is asked for: its memory is used again. */
export async function* chunksOfFile(
  path: string,
  { mostBytesPerSecond, wait = pause, now = () => performance.now() }: Pacing = {
    mostBytesPerSecond: Infinity,
  },
): AsyncGenerator<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.allocUnsafeSlow(STEP_BYTES);
    const begunAt = now();
    for (let read = 0; ;) {
      const { bytesRead } = await file.read(buffer, 0, STEP_BYTES);
      if (bytesRead === 0) return;
      read += bytesRead;
      yield buffer.subarray(0, bytesRead);
      const early = (read / mostBytesPerSecond) * 1000 - (now() - begunAt);
      if (early >= SHORTEST_PAUSE_MS) await wait(early);
    }
  } finally {
    await file.close();
  }
}
