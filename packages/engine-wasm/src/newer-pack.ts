/** Brings the newest version of a pack: of a version that is kept, only the parts that are not in it are fetched. */
import { PackError } from '../../../src/packs/pack-error.js';
import { checkChunk, type ReadHead, readHead } from '../../../src/packs/pack-head.js';

export interface KeptPack {
  readonly file: Uint8Array;
  /** `ETag` of the answer that it came with. */
  readonly tag: string;
}

export interface FetchedPack extends KeptPack {
  readonly file: Uint8Array<ArrayBuffer>;
  /** Bytes of packs that came over the network. */
  readonly transferred: number;
}

/** The address gives no pack: it cannot be reached (`status` null), or answers with this status. */
export class PackAway extends Error {
  constructor(readonly status: number | null) {
    super(status === null ? 'The server cannot be reached.' : `The server answers with ${status}.`);
    this.name = 'PackAway';
  }
}

/** Holds the heads of most packs. */
const FIRST_BYTES = 1 << 14;
const SPAN = /\/(\d+)$/;

/**
 * @param kept  of the same address; null for none
 * @returns null where the kept one is the newest; nothing of the file is verified yet but parts of the kept one
 * @throws PackAway
 */
export async function newerPack(
  address: string,
  kept: KeptPack | null,
  ask: typeof fetch = fetch,
): Promise<FetchedPack | null> {
  const fetching = new Fetching(address, ask);
  const before = kept === null ? null : headOf(kept.file);
  if (kept === null || before === null) return fetching.whole();
  const first = await fetching.get({ Range: `bytes=0-${FIRST_BYTES - 1}`, 'If-None-Match': kept.tag });
  if (first.status === 304) return null;
  const bytes = await fetching.bytesOf(first);
  const tag = first.headers.get('ETag') ?? '';
  if (first.status !== 206) return fetching.fetched(bytes, tag);
  const after = headOf(bytes);
  const size = Number(SPAN.exec(first.headers.get('Content-Range') ?? '')?.[1]);
  if (after === null || tag === '' || after.end !== size) return fetching.whole();
  const file = new Uint8Array(size);
  file.set(bytes);
  const had = await partsOf(kept.file, before);
  for (const [from, to] of missing(after, bytes.length, had, file)) {
    const answer = await fetching.get({ Range: `bytes=${from}-${to - 1}`, 'If-Range': tag });
    const part = await fetching.bytesOf(answer);
    // Another version has come between.
    if (answer.status !== 206) return fetching.fetched(part, answer.headers.get('ETag') ?? '');
    if (part.length !== to - from) return fetching.whole();
    file.set(part, from);
  }
  return fetching.fetched(file, tag);
}

/** Requests for one pack, with the sum of what they brought. */
class Fetching {
  #transferred = 0;
  readonly #address: string;
  readonly #ask: typeof fetch;

  constructor(address: string, ask: typeof fetch) {
    this.#address = address;
    this.#ask = ask;
  }

  async get(headers: Record<string, string>): Promise<Response> {
    const ask = this.#ask;
    const answer = await ask(this.#address, { headers, cache: 'no-store' }).catch(() => {
      throw new PackAway(null);
    });
    if (!answer.ok && answer.status !== 304) throw new PackAway(answer.status);
    return answer;
  }

  async bytesOf(answer: Response): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = await answer.arrayBuffer().catch(() => {
      throw new PackAway(null);
    });
    this.#transferred += bytes.byteLength;
    return new Uint8Array(bytes);
  }

  fetched(file: Uint8Array<ArrayBuffer>, tag: string): FetchedPack {
    return { file, tag, transferred: this.#transferred };
  }

  async whole(): Promise<FetchedPack> {
    const answer = await this.get({});
    return this.fetched(await this.bytesOf(answer), answer.headers.get('ETag') ?? '');
  }
}

/** null where it cannot be read, or not yet. */
function headOf(file: Uint8Array): ReadHead | null {
  try {
    return readHead(file);
  } catch (error) {
    if (error instanceof PackError) return null;
    throw error;
  }
}

/** Parts of a file by their SHA-256; damaged ones are not among them. */
async function partsOf(
  file: Uint8Array,
  { head, offsets }: ReadHead,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const parts = new Map<string, Uint8Array>();
  for (const [i, chunk] of head.chunks.entries()) {
    const from = offsets[i] ?? 0;
    const bytes = file.subarray(from, from + chunk.size);
    const isSound = await checkChunk(bytes, chunk).then(
      () => true,
      () => false,
    );
    if (isSound) parts.set(chunk.sha256, bytes);
  }
  return parts;
}

/**
 * Puts the parts that are there into a file.
 *
 * @param known  bytes at the beginning of the file that are there
 * @returns where the others begin and end, neighbors as one
 */
function missing(
  { head, offsets }: ReadHead,
  known: number,
  had: ReadonlyMap<string, Uint8Array>,
  file: Uint8Array,
): readonly (readonly [number, number])[] {
  const spans: [number, number][] = [];
  let isOpen = false;
  for (const [i, { sha256, size }] of head.chunks.entries()) {
    const start = offsets[i] ?? 0;
    const part = had.get(sha256);
    const from = Math.max(start, known);
    const last = spans.at(-1);
    if (part !== undefined) file.set(part, start);
    else if (start + size > from) {
      if (isOpen && last !== undefined) last[1] = start + size;
      else spans.push([from, start + size]);
    }
    isOpen = part === undefined;
  }
  return spans;
}
