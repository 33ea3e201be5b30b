/** Objects of a bucket below a prefix: what blobs and backups are made of. Names are paths relative to the prefix. */
import type { GetObjectCommandOutput, S3Client } from '@aws-sdk/client-s3';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { S3Place } from '../../kernel/blobs-url.js';
import { type BlobSource, type ByteRange, type DirectAnswer, missingBlob } from './blob-store.js';
import type { SourceError } from '../uploads/parts.js';
import { firstPart, PART_BYTES, watched } from '../uploads/parts.js';
import {
  isMissingObject,
  isUnknownCondition,
  isUnmetCondition,
  openS3Client,
  s3Failure,
} from './s3-client.js';

const PARTS_AT_A_TIME = 2;
/** How often a stream that breaks off is taken up again where it stood. */
const MOST_RESUMPTIONS = 3;

export interface ListedObject {
  readonly path: string;
  readonly sizeBytes: number;
  readonly dateModified: Date;
}

/** Every method throws LoupeError STORAGE_UNAVAILABLE or STORAGE_FULL where the store does not do what it is asked. */
export class S3Objects {
  private opened: Promise<S3Client> | null = null;

  constructor(readonly place: S3Place) {}

  async put(path: string, bytes: Uint8Array): Promise<void> {
    await this.putWhole(path, bytes);
  }

  /** Puts what is not there yet. @returns false when something is there, where the store can tell */
  async putNew(path: string, bytes: Uint8Array): Promise<boolean> {
    try {
      await this.putWhole(path, bytes, { IfNoneMatch: '*' });
      return true;
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause.cause : undefined;
      if (isUnmetCondition(cause)) return false;
      if (!isUnknownCondition(cause)) throw error;
      await this.putWhole(path, bytes);
      return true;
    }
  }

  /** What the source throws is thrown, and nothing is put. */
  async putStream(path: string, bytes: BlobSource): Promise<void> {
    let failed: SourceError | undefined;
    try {
      const source = watched(bytes, (error) => (failed = error));
      const { part, isAll } = await firstPart(source);
      if (isAll) await this.putWhole(path, part);
      else await this.putParts(path, part, source);
    } catch (error) {
      if (failed !== undefined) throw failed.cause;
      throw s3Failure(error, this.place);
    }
  }

  /** @throws LoupeError NOT_FOUND */
  async read(path: string): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of this.chunks(path)) chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks);
  }

  readStream(path: string, range?: ByteRange): Readable {
    return Readable.from(this.chunks(path, range), { objectMode: false });
  }

  /** Bytes of an object; null when it is not there. */
  async size(path: string): Promise<number | null> {
    const { HeadObjectCommand } = await import('@aws-sdk/client-s3');
    try {
      const head = await (await this.client()).send(new HeadObjectCommand(this.named(path)));
      return head.ContentLength ?? 0;
    } catch (error) {
      if (isMissingObject(error)) return null;
      throw s3Failure(error, this.place);
    }
  }

  /** Nothing happens when it is gone already. */
  async delete(path: string): Promise<void> {
    const { DeleteObjectCommand } = await import('@aws-sdk/client-s3');
    try {
      await (await this.client()).send(new DeleteObjectCommand(this.named(path)));
    } catch (error) {
      if (!isMissingObject(error)) throw s3Failure(error, this.place);
    }
  }

  /** All objects whose path begins so, up to a thousand at a time. */
  async *list(begin = ''): AsyncGenerator<readonly ListedObject[]> {
    const { paginateListObjectsV2 } = await import('@aws-sdk/client-s3');
    const { bucket, prefix } = this.place;
    try {
      const pages = paginateListObjectsV2(
        { client: await this.client() },
        { Bucket: bucket, Prefix: prefix + begin },
      );
      for await (const { Contents: found = [] } of pages) {
        yield found.map(
          ({ Key: key = '', Size: sizeBytes = 0, LastModified: dateModified = new Date() }) => ({
            path: key.slice(prefix.length),
            sizeBytes,
            dateModified,
          }),
        );
      }
    } catch (error) {
      throw s3Failure(error, this.place);
    }
  }

  /** An address from which anyone can fetch the object, for a number of seconds. */
  async directAddress(path: string, answer: DirectAnswer, seconds: number): Promise<string> {
    const { GetObjectCommand } = await import('@aws-sdk/client-s3');
    const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
    const { contentType, cacheControl, disposition } = answer;
    const command = new GetObjectCommand({
      ...this.named(path),
      ResponseContentType: contentType,
      ResponseCacheControl: cacheControl,
      ...(disposition === null ? {} : { ResponseContentDisposition: disposition }),
    });
    return getSignedUrl(await this.client(), command, { expiresIn: seconds }).catch((error: unknown) => {
      throw s3Failure(error, this.place);
    });
  }

  close(): void {
    void this.opened?.then((client) => client.destroy());
  }

  private async client(): Promise<S3Client> {
    this.opened ??= openS3Client(this.place);
    return this.opened;
  }

  private named(path: string) {
    return { Bucket: this.place.bucket, Key: this.place.prefix + path };
  }

  /** The store compares the bytes with their checksum before it takes them. */
  private async putWhole(
    path: string,
    bytes: Uint8Array,
    condition: { readonly IfNoneMatch?: '*' } = {},
  ): Promise<void> {
    const { PutObjectCommand } = await import('@aws-sdk/client-s3');
    const ContentMD5 = createHash('md5').update(bytes).digest('base64');
    const command = new PutObjectCommand({ ...this.named(path), ...condition, Body: bytes, ContentMD5 });
    try {
      await (await this.client()).send(command);
    } catch (error) {
      throw s3Failure(error, this.place);
    }
  }

  private async putParts(path: string, first: Uint8Array, rest: AsyncIterable<Uint8Array>): Promise<void> {
    const { Upload } = await import('@aws-sdk/lib-storage');
    const all = async function* () {
      yield first;
      // They are kept until there are enough for a part.
      for await (const chunk of rest) yield Buffer.from(chunk);
    };
    const upload = new Upload({
      client: await this.client(),
      params: { ...this.named(path), Body: Readable.from(all(), { objectMode: false }) },
      partSize: PART_BYTES,
      queueSize: PARTS_AT_A_TIME,
    });
    await upload.done();
  }

  /** The bytes of an object; a stream that breaks off is taken up again where it stood. */
  private async *chunks(path: string, range?: ByteRange): AsyncGenerator<Uint8Array> {
    let at = range?.start ?? 0;
    let end = range?.end ?? null;
    let tag: string | undefined;
    for (let resumption = 0; ; resumption += 1) {
      const answer = await this.get(path, at, end, tag);
      tag = answer.ETag;
      let offset = Number(/^bytes (\d+)-/.exec(answer.ContentRange ?? '')?.[1] ?? 0);
      end ??= at + (answer.ContentLength ?? 0) - 1;
      const body = (answer.Body as Readable)[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
      try {
        for (;;) {
          const next = await body.next().catch((error: unknown) => {
            if (resumption < MOST_RESUMPTIONS) return null;
            throw s3Failure(error, this.place);
          });
          if (next === null) break;
          if (next.done === true) return;
          // A store may answer with more than it was asked for.
          const wanted = next.value.subarray(Math.max(0, at - offset), Math.max(0, end + 1 - offset));
          offset += next.value.length;
          at += wanted.length;
          if (wanted.length > 0) yield wanted;
          if (at > end) return;
        }
      } finally {
        (answer.Body as Readable).destroy();
      }
      if (at > end) return;
    }
  }

  private async get(
    path: string,
    start: number,
    end: number | null,
    tag: string | undefined,
  ): Promise<GetObjectCommandOutput> {
    const { GetObjectCommand } = await import('@aws-sdk/client-s3');
    const Range = start === 0 && end === null ? undefined : `bytes=${start}-${end ?? ''}`;
    const command = new GetObjectCommand({
      ...this.named(path),
      ...(Range === undefined ? {} : { Range }),
      ...(tag === undefined ? {} : { IfMatch: tag }),
    });
    try {
      return await (await this.client()).send(command);
    } catch (error) {
      throw isMissingObject(error) ? missingBlob(error) : s3Failure(error, this.place);
    }
  }
}
