/** Blobs in a bucket. */
import type { Readable } from 'node:stream';
import type { S3Place } from '../../kernel/blobs-url.js';
import { ConfigError } from '../../config.js';
import { isId } from '../../kernel/ids.js';
import { type ClusterId, requireOwner, foreignPlace, MARKER, markerOf, ownerIn } from './blob-owner.js';
import {
  type BlobSource,
  type BlobStore,
  type ByteRange,
  type DirectAnswer,
  type ListedBlob,
  pathOfBlob,
  storageUnavailable,
  tryToWrite,
} from './blob-store.js';
import { s3StartFailure } from './s3-client.js';
import { S3Objects } from './s3-objects.js';

const FILES = 'files/';
const SETTINGS = 'LOUPE_BLOBS_URL (a bucket or a prefix)';
const CHECK_TIMEOUT_MS = 5000;

export class S3Blobs implements BlobStore {
  private readonly objects: S3Objects;

  constructor(
    private readonly place: S3Place,
    private readonly clusterId: ClusterId,
  ) {
    this.objects = new S3Objects(place);
  }

  get name(): string {
    return this.place.name;
  }

  /** @throws ConfigError for a bucket that cannot be read, written and listed, or is another's */
  async prepare(): Promise<void> {
    const clusterId = (await this.clusterId?.()) ?? null;
    try {
      if (clusterId !== null && (await this.owner()) === null) await this.claim(clusterId);
      await tryToWrite(this);
    } catch (error) {
      throw error instanceof ConfigError ? error : s3StartFailure(error, this.place);
    }
    if (clusterId !== null && (await this.owner()) !== clusterId) throw foreignPlace(this.name, SETTINGS);
  }

  async check(): Promise<void> {
    const late = storageUnavailable(`${this.name} did not answer in time.`);
    const owner = await within(CHECK_TIMEOUT_MS, this.owner(), late);
    await requireOwner(owner, this.clusterId, this.name);
  }

  async put(id: string, bytes: Buffer): Promise<void> {
    await this.objects.put(keyOf(id), bytes);
  }

  async putStream(id: string, bytes: BlobSource): Promise<void> {
    await this.objects.putStream(keyOf(id), bytes);
  }

  async read(id: string): Promise<Buffer> {
    return this.objects.read(keyOf(id));
  }

  async size(id: string): Promise<number | null> {
    return this.objects.size(keyOf(id));
  }

  readStream(id: string, range?: ByteRange): Readable {
    return this.objects.readStream(keyOf(id), range);
  }

  async delete(id: string): Promise<void> {
    await this.objects.delete(keyOf(id));
  }

  async *list(): AsyncGenerator<readonly ListedBlob[]> {
    for await (const found of this.objects.list(FILES)) {
      const named = found.map(({ path, ...facts }) => ({
        id: path.slice(path.lastIndexOf('/') + 1),
        ...facts,
      }));
      yield named.filter(({ id }) => isId(id));
    }
  }

  async directAddress(id: string, answer: DirectAnswer, seconds: number): Promise<string> {
    return this.objects.directAddress(keyOf(id), answer, seconds);
  }

  close(): void {
    this.objects.close();
  }

  /** Id of the cluster whose the bucket is; null for nobody's. */
  private async owner(): Promise<string | null> {
    if ((await this.objects.size(MARKER)) === null) return null;
    return ownerIn(await this.objects.read(MARKER));
  }

  private async claim(clusterId: string): Promise<void> {
    await this.objects.putNew(MARKER, markerOf(clusterId));
  }
}

const keyOf = (id: string) => FILES + pathOfBlob(id);

async function within<T>(timeoutMs: number, work: Promise<T>, late: Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late), timeoutMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
