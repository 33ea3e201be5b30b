/**
 * Imports a large TAR over HTTP into a server that is killed meanwhile, several times, each time at a random place, and starts
 * again on the same data folder: at the end the report must have a line for each picture, the application each picture once,
 * and photos of some must find them. Prints the rate and the server's memory. Ends with 1 at a fault and leaves the folder.
 *
 *   npm run build && npm run trial:import -- [--pictures 20000] [--kills 4] [--duplicates false]
 */
import { createWriteStream, openAsBlob } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { pack } from 'tar-stream';
import { jpegPicture } from '../../../test/kit/pictures.js';
import { processFacts } from './process-facts.js';
import { loupe, ServerProcess } from './server-process.js';

const { values } = parseArgs({
  options: {
    pictures: { type: 'string', default: '20000' },
    kills: { type: 'string', default: '4' },
    duplicates: { type: 'string', default: 'false' },
  },
});
const count = Number(values.pictures);
const kills = Number(values.kills);
const [WIDTH_PX, HEIGHT_PX] = [320, 240];
const ASK_EVERY_MS = 1000;
const LINES = 1000;
/** Pictures that are made at a time. */
const AT_ONCE = 50;
const SAMPLES = 20;

interface ImportState {
  readonly state: string;
  readonly added: number;
  readonly refused: number;
}

const folder = await mkdtemp(join(tmpdir(), 'loupe-import-'));
const tar = join(folder, 'catalog.tar');
const nameOf = (at: number) => `shelf-${Math.floor(at / 1000)}/${at}.jpg`;
const pictureOf = (at: number) => jpegPicture(at + 1, WIDTH_PX, HEIGHT_PX);

async function writeTar(): Promise<void> {
  const entries = pack();
  const written = pipeline(entries, createWriteStream(tar));
  for (let from = 0; from < count; from += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, at) => from + at);
    const pictures = await Promise.all(numbers.map(pictureOf));
    for (const [at, bytes] of pictures.entries()) {
      await new Promise<void>((resolve, reject) => {
        entries.entry({ name: nameOf(from + at) }, bytes, (error) => (error ? reject(error) : resolve()));
      });
    }
  }
  entries.finalize();
  await written;
}

class Trial {
  private peakMb = 0;
  private workedMs = 0;

  constructor(
    private readonly server: ServerProcess,
    private readonly key: string,
  ) {}

  private async call(path: string, init: RequestInit = {}): Promise<unknown> {
    const response = await fetch(`${this.server.address}/api/v3/engine/applications/current/${path}`, {
      ...init,
      headers: { 'Application-Key': this.key },
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  }

  async start(): Promise<string> {
    const body = new FormData();
    body.append('zip', await openAsBlob(tar), 'catalog.tar');
    body.append('duplicates', values.duplicates);
    return ((await this.call('imports', { method: 'POST', body })) as { readonly id: string }).id;
  }

  /** Waits until it has ended, or so much of it is done. @returns how it stands, its time and the most memory seen */
  async follow(id: string, upTo = Infinity) {
    const since = performance.now();
    for (;;) {
      const state = (await this.call(`imports/${id}`)) as ImportState;
      this.peakMb = Math.max(this.peakMb, (await processFacts(this.server.pid)).ownMb);
      this.workedMs = performance.now() - since;
      const isEnded = state.state !== 'Waiting' && state.state !== 'Running';
      if (isEnded || state.added + state.refused >= upTo)
        return { ...state, isEnded, peakMb: this.peakMb, workedMs: this.workedMs };
      await sleep(ASK_EVERY_MS);
    }
  }

  /** What is wrong with the import that has ended, in words. */
  async faults(id: string): Promise<readonly string[]> {
    const found: string[] = [];
    const named = new Map<string, number>();
    for (let offset = 0; offset < count; offset += LINES) {
      const { items } = (await this.call(
        `imports/${id}/lines?first=${LINES}${offset === 0 ? '' : `&after=${offset - 1}`}`,
      )) as {
        readonly items: readonly { readonly imageId: string; readonly code: string | null }[];
      };
      for (const { imageId, code } of items) {
        named.set(imageId, (named.get(imageId) ?? 0) + 1);
        if (code !== null) found.push(`${imageId} was refused with ${code}.`);
      }
    }
    for (let at = 0; at < count; at += 1) {
      const lines = named.get(nameOf(at)) ?? 0;
      if (lines !== 1) found.push(`${nameOf(at)} has ${lines} lines in the report.`);
    }
    const counted = (await this.call('counts')) as { readonly references: number; readonly images: number };
    if (counted.images !== count || counted.references !== count) {
      found.push(`There are ${counted.references} references with ${counted.images} images.`);
    }
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      const at = Math.floor((sample * count) / SAMPLES);
      const body = new FormData();
      body.append('image', new Blob([new Uint8Array(await pictureOf(at))]), 'photo.jpg');
      const { hits } = (await this.call('search', { method: 'POST', body })) as {
        readonly hits: readonly { readonly id: string }[];
      };
      if (hits[0]?.id !== nameOf(at))
        found.push(`A photo of ${nameOf(at)} finds ${hits[0]?.id ?? 'nothing'}.`);
    }
    return found;
  }
}

const environment = { LOUPE_MAX_ARCHIVE_MB: '8192' };
const key = 'key-of-the-trial';
console.log(`Making ${count} pictures …`);
await writeTar();
console.log(`The TAR has ${Math.round((await stat(tar)).size / 1024 / 1024)} MB.`);
await loupe(folder, 'app', 'create', '--kind', 'mobile', '--key', key);
let server = await ServerProcess.start(folder, { environment });
let isWhole = false;
try {
  const began = performance.now();
  const id = await new Trial(server, key).start();
  console.log(`Sent and counted in ${Math.round((performance.now() - began) / 1000)} s.`);
  let done = 0;
  let peakMb = 0;
  for (let kill = 1; ; kill += 1) {
    const next = kill > kills ? Infinity : (count * (kill - 0.5 + Math.random() * 0.5)) / (kills + 1);
    const state = await new Trial(server, key).follow(id, next);
    const worked = state.added + state.refused - done;
    peakMb = Math.max(peakMb, state.peakMb);
    const rate = (worked * 1000) / state.workedMs;
    done += worked;
    console.log(
      `${done} of ${count}, ${state.state}: ${rate.toFixed(1)} pictures/s, at most ${state.peakMb} MB of memory.`,
    );
    if (state.isEnded) break;
    await server.end('SIGKILL');
    server = await ServerProcess.start(folder, { environment });
    console.log(`Killed with SIGKILL; ready again after ${Math.round(server.startMs)} ms.`);
  }
  const faults = await new Trial(server, key).faults(id);
  for (const fault of faults.slice(0, 20)) console.log(fault);
  isWhole = faults.length === 0;
  const seconds = (performance.now() - began) / 1000;
  console.log(
    isWhole
      ? `Whole: ${count} pictures in ${Math.round(seconds)} s with ${kills} kills, at most ${peakMb} MB.`
      : `${faults.length} faults. The data lie in ${folder}.`,
  );
} finally {
  await server.end('SIGTERM').catch(() => undefined);
  if (isWhole) await rm(folder, { recursive: true, force: true });
}
process.exitCode = isWhole ? 0 : 1;
