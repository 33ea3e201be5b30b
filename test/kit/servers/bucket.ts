/** A bucket of an S3 store of its own, behind a line that can be cut. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

/** The only account that the store knows. */
const ACCOUNT = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' } as const;

export class TestBucket {
  private readonly sockets = new Set<Socket>();
  private isCut = false;
  /** The number of bytes after which the next answer breaks off; null for none. */
  private breakAfterBytes: number | null = null;

  private constructor(
    private readonly store: S3rver,
    private readonly line: Server,
    private readonly folder: string,
    private readonly host: string,
    readonly bucket: string,
  ) {}

  /**
   * The account is that of this process from now on: the client takes it from the environment.
   *
   * @param host address of this machine that it listens at
   */
  static async start(host = '127.0.0.1'): Promise<TestBucket> {
    Object.assign(process.env, ACCOUNT);
    const folder = await mkdtemp(join(tmpdir(), 'loupe-s3-'));
    const bucket = `loupe-${randomUUID().slice(0, 8)}`;
    const options = { address: '127.0.0.1', port: 0, silent: true, directory: folder };
    const store = new S3rver({ ...options, configureBuckets: [{ name: bucket, configs: [] }] });
    const { port } = await store.run();
    const line = createServer().listen(0, host);
    await once(line, 'listening');
    const started = new TestBucket(store, line, folder, host, bucket);
    line.on('connection', (socket) => started.connect(socket, port));
    return started;
  }

  get endpoint(): string {
    return `http://${this.host}:${(this.line.address() as AddressInfo).port}`;
  }

  /** @param prefix what names in the bucket begin with */
  url(prefix = ''): string {
    return `s3://${this.bucket}/${prefix}?endpoint=${this.endpoint}`;
  }

  /** What programs need that are to use the bucket. */
  environment(prefix = ''): Readonly<Record<string, string>> {
    return { ...ACCOUNT, LOUPE_BLOBS_URL: this.url(prefix) };
  }

  /** From now on nobody reaches the store. */
  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) socket.destroy();
  }

  mend(): void {
    this.isCut = false;
  }

  breakOffAfter(bytes: number): void {
    this.breakAfterBytes = bytes;
  }

  async close(): Promise<void> {
    this.cut();
    this.line.close();
    await this.store.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  private connect(client: Socket, port: number): void {
    if (this.isCut) {
      client.destroy();
      return;
    }
    const store = connect(port, '127.0.0.1');
    for (const socket of [client, store]) {
      this.sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => this.sockets.delete(socket));
    }
    client.on('data', (chunk) => void store.write(chunk)).on('close', () => store.destroy());
    store.on('close', () => client.destroy());
    store.on('data', (chunk) => {
      if (this.breakAfterBytes === null) {
        client.write(chunk);
        return;
      }
      const left = this.breakAfterBytes;
      this.breakAfterBytes -= chunk.length;
      client.write(chunk.subarray(0, left));
      if (this.breakAfterBytes > 0) return;
      this.breakAfterBytes = null;
      client.end();
      store.destroy();
    });
  }
}
