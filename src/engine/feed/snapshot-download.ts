/**
 * Fetches the files of a shared snapshot, in parts, several at a time: first the hot part, a quarter of the
 * bytes, then the signatures, in the order of the file. Those wait while any snapshot's first bytes are being fetched.
 */
import { createWriteStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { LoupeError } from '../../kernel/errors.js';
import type { BlobStore, ByteRange } from '../../media/blobs/blob-store.js';
import { Meter } from '../../media/uploads/meter.js';
import type { FetchedSnapshot, TellArrived } from '../../engine-host/indexes/snapshot-share.js';
import { EngineError, toEngineError } from '../../engine-host/engine-error.js';
import type { SnapshotFile } from './shared-snapshot.entity.js';
import { addon } from '../../engine-host/native.js';

/** What the file of an index's segment consists of. */
interface SegmentParts {
  /** The hot part: bytes from the beginning of the file. */
  readonly hotBytes: number;
  /** The signatures, which only verification needs, to its end. */
  readonly signatureBytes: number;
}

/** Bytes of the header, which describes the parts of a file. */
const SEGMENT_HEADER_BYTES = addon.segmentHeaderBytes;

/** @throws EngineError SNAPSHOT_CORRUPT when the bytes are not the start of such a file */
function segmentParts(header: Buffer): SegmentParts {
  try {
    return addon.segmentParts(header);
  } catch (error) {
    throw toEngineError(error);
  }
}

const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_A_TIME = 4;
const SIGNATURE_PARTS_AT_A_TIME = 2;
/** Fewer bytes of signatures come along at once. */
export const SIGNATURES_WORTH_WAITING_BYTES = 32 * 1024 * 1024;

/** Names of these tell what is in them, so that equal names are equal files. */
export const isSegmentFile = (name: string) => name.startsWith('segment-');

const damaged = (blobId: string) =>
  new LoupeError('NOT_FOUND', `The file ${blobId} of a shared snapshot is damaged.`);

type ReadsRanges = Pick<BlobStore, 'readStream'>;
type BringSignatures = FetchedSnapshot['bringSignatures'];

interface PlannedFile extends SnapshotFile {
  readonly path: string;
  /** From its beginning. */
  readonly hotBytes: number;
}

interface OpenFile extends PlannedFile {
  readonly handle: FileHandle;
}

interface Part {
  readonly file: OpenFile;
  readonly range: ByteRange;
}

/** Lets work that is waited for go before work that nobody waits for. */
export class Precedence {
  private urgentCount = 0;
  private readonly waiting: (() => void)[] = [];

  async first<T>(work: () => Promise<T>): Promise<T> {
    this.urgentCount += 1;
    try {
      return await work();
    } finally {
      this.urgentCount -= 1;
      if (this.urgentCount === 0) for (const go of this.waiting.splice(0)) go();
    }
  }

  /** Resolves when nothing urgent is under way. */
  async turn(): Promise<void> {
    while (this.urgentCount > 0) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }
}

/**
 * Fills an empty folder with files, without signatures where these are many.
 *
 * @param worthWaitingBytes fewer bytes of signatures come along at once
 * @returns what brings the signatures; null when they are there
 * @throws LoupeError NOT_FOUND where a file is missing or damaged, what the store throws
 */
export async function downloadSnapshot(
  blobs: ReadsRanges,
  files: readonly SnapshotFile[],
  folder: string,
  { precedence, worthWaitingBytes }: { readonly precedence: Precedence; readonly worthWaitingBytes: number },
): Promise<BringSignatures> {
  const planned = await Promise.all(files.map((file) => plan(blobs, file, folder)));
  const late = planned.filter(({ hotBytes, sizeBytes }) => hotBytes < sizeBytes);
  const lateBytes = late.reduce((sum, { hotBytes, sizeBytes }) => sum + sizeBytes - hotBytes, 0);
  const isAllAtOnce = lateBytes < worthWaitingBytes;
  await precedence.first(async () => {
    for (const file of isAllAtOnce ? planned : planned.filter((each) => !late.includes(each)))
      await downloadWhole(blobs, file);
    if (!isAllAtOnce) await downloadHot(blobs, late);
  });
  return isAllAtOnce ? null : (tell, signal) => downloadSignatures(blobs, late, precedence, tell, signal);
}

async function plan(blobs: ReadsRanges, file: SnapshotFile, folder: string): Promise<PlannedFile> {
  const path = join(folder, basename(file.name));
  if (!isSegmentFile(file.name)) return { ...file, path, hotBytes: file.sizeBytes };
  if (file.sizeBytes < SEGMENT_HEADER_BYTES) throw damaged(file.blobId);
  const range = { start: 0, end: SEGMENT_HEADER_BYTES - 1 };
  const header = await readRange(blobs, file, range, Buffer.alloc(SEGMENT_HEADER_BYTES));
  try {
    const { hotBytes, signatureBytes } = segmentParts(header);
    if (hotBytes + signatureBytes === file.sizeBytes) return { ...file, path, hotBytes };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
  }
  throw damaged(file.blobId);
}

async function downloadWhole(blobs: ReadsRanges, { blobId, sha256, path }: PlannedFile): Promise<void> {
  const meter = new Meter();
  await pipeline(meter.through(blobs.readStream(blobId)), createWriteStream(path));
  if (meter.result().sha256 !== sha256) throw damaged(blobId);
}

/** The files get their full size. Opening one compares the checksums that it holds. */
async function downloadHot(blobs: ReadsRanges, files: readonly PlannedFile[]): Promise<void> {
  await withOpen(files, 'w', async (opened) => {
    for (const { handle, sizeBytes } of opened) await handle.truncate(sizeBytes);
    const parts = opened.flatMap((file) => partsOf(file, 0, file.hotBytes));
    const buffers = new PartBuffers();
    await inOrder(parts, PARTS_AT_A_TIME, (part) => buffers.with((buffer) => fetchPart(blobs, part, buffer)));
  });
}

async function downloadSignatures(
  blobs: ReadsRanges,
  files: readonly PlannedFile[],
  precedence: Precedence,
  tell: TellArrived,
  signal: AbortSignal,
): Promise<void> {
  await withOpen(files, 'r+', async (opened) => {
    const parts = opened.flatMap((file) => partsOf(file, file.hotBytes, file.sizeBytes));
    const buffers = new PartBuffers();
    const fetch = async (part: Part) => {
      await precedence.turn();
      signal.throwIfAborted();
      await buffers.with((buffer) => fetchPart(blobs, part, buffer));
    };
    const arrived = async ({ file, range }: Part) => {
      signal.throwIfAborted();
      await tell(basename(file.path), range.end + 1);
    };
    await inOrder(parts, SIGNATURE_PARTS_AT_A_TIME, fetch, arrived);
    for (const { handle } of opened) await handle.sync();
  });
}

function partsOf(file: OpenFile, begin: number, end: number): readonly Part[] {
  const parts: Part[] = [];
  for (let start = begin; start < end; start += PART_BYTES)
    parts.push({ file, range: { start, end: Math.min(end, start + PART_BYTES) - 1 } });
  return parts;
}

/** Buffers that parts are read into, used over and over: large ones that come and go keep the garbage collector busy. */
class PartBuffers {
  private readonly spare: Buffer[] = [];

  async with(work: (buffer: Buffer) => Promise<void>): Promise<void> {
    const buffer = this.spare.pop() ?? Buffer.allocUnsafeSlow(PART_BYTES);
    await work(buffer);
    this.spare.push(buffer);
  }
}

async function fetchPart(blobs: ReadsRanges, { file, range }: Part, buffer: Buffer): Promise<void> {
  const bytes = await readRange(blobs, file, range, buffer);
  for (let at = 0; at < bytes.length;)
    at += (await file.handle.write(bytes, at, bytes.length - at, range.start + at)).bytesWritten;
}

/** @param buffer long enough for the range */
async function readRange(
  blobs: ReadsRanges,
  { blobId }: SnapshotFile,
  range: ByteRange,
  buffer: Buffer,
): Promise<Buffer> {
  const bytes = buffer.subarray(0, range.end - range.start + 1);
  let at = 0;
  for await (const chunk of blobs.readStream(blobId, range) as AsyncIterable<Buffer>) {
    if (at + chunk.length > bytes.length) throw damaged(blobId);
    bytes.set(chunk, at);
    at += chunk.length;
  }
  if (at < bytes.length) throw damaged(blobId);
  return bytes;
}

async function withOpen(
  files: readonly PlannedFile[],
  flags: string,
  work: (opened: readonly OpenFile[]) => Promise<void>,
): Promise<void> {
  const opened: OpenFile[] = [];
  try {
    for (const file of files) opened.push({ ...file, handle: await open(file.path, flags) });
    await work(opened);
  } finally {
    for (const { handle } of opened) await handle.close();
  }
}

/** Does work for some items at a time, and after it, in the order of the items, what is to follow. Ends with none at work. */
async function inOrder<Item>(
  items: readonly Item[],
  atATime: number,
  work: (item: Item) => Promise<void>,
  follow: (item: Item) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const running: { readonly item: Item; readonly done: Promise<void> }[] = [];
  const settleFirst = async () => {
    const [first] = running.splice(0, 1);
    if (first === undefined) return;
    await first.done;
    await follow(first.item);
  };
  try {
    for (const item of items) {
      if (running.length >= atATime) await settleFirst();
      const done = work(item);
      done.catch(() => undefined);
      running.push({ item, done });
    }
    while (running.length > 0) await settleFirst();
  } finally {
    await Promise.allSettled(running.map(({ done }) => done));
  }
}
