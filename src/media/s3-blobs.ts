/**
 * Blobs in a bucket. An object with the id of the cluster says whose the bucket is: two that share one would remove each
 * other's files as orphans.
 */
import type { Readable } from 'node:stream';
import type { S3Place } from '../blobs-url.js';
import { ConfigError } from '../config.js';
import { isId } from '../ids.js';
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

const MARKER = 'loupe-cluster.json';
const FILES = 'files/';
const CHECK_TIMEOUT_MS = 5000;

export class S3Blobs implements BlobStore {
  private readonly objects: S3Objects;

  /** @param clusterId the id of this Loupe, which all servers on its database share */
  constructor(
    private readonly place: S3Place,
    private readonly clusterId: () => Promise<string>,
  ) {
    this.objects = new S3Objects(place);
  }

  get name(): string {
    return this.place.name;
  }

  /** @throws ConfigError for a bucket that cannot be read, written and listed, or is another's */
  async prepare(): Promise<void> {
    try {
      if ((await this.owner()) === null) await this.claim();
      await tryToWrite(this);
    } catch (error) {
      throw error instanceof ConfigError ? error : s3StartFailure(error, this.place);
    }
    if ((await this.owner()) !== (await this.clusterId())) throw foreign(this.name);
  }

  async check(): Promise<void> {
    const late = storageUnavailable(`${this.name} did not answer in time.`);
    const owner = await within(CHECK_TIMEOUT_MS, this.owner(), late);
    if (owner === (await this.clusterId())) return;
    throw storageUnavailable(
      owner === null ? `${this.name} says no longer whose it is (${MARKER}).` : foreign(this.name).message,
    );
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
    const text = (await this.objects.read(MARKER)).toString('utf8');
    return /"cluster":\s*"([^"]*)"/.exec(text)?.[1] ?? '';
  }

  private async claim(): Promise<void> {
    const cluster = await this.clusterId();
    const text = JSON.stringify({
      cluster,
      note: 'The files beside this belong to one Loupe. Do not remove.',
    });
    await this.objects.putNew(MARKER, Buffer.from(`${text}\n`));
  }
}

const keyOf = (id: string) => FILES + pathOfBlob(id);

function foreign(name: string): ConfigError {
  return new ConfigError(
    `The file store ${name} belongs to another Loupe (${MARKER} names it). Give each a bucket or prefix of its own in LOUPE_BLOBS_URL.`,
  );
}

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
