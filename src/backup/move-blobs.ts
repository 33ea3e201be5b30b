/**
 * Copies every stored file to another store, beside a server that works: what is there already is read and compared, so that
 * an interrupted copy goes on where it stood. The old store is left as it is.
 */
import { resolve } from 'node:path';
import { parseS3Url } from '../kernel/blobs-url.js';
import type { Config } from '../config.js';
import type { Database } from '../db/database.js';
import { clusterIdOf } from '../db/installation.js';
import type { BlobStore } from '../media/blobs/blob-store.js';
import { openBlobs } from '../media/blobs/open-blobs.js';
import { StoredFile } from '../media/blobs/stored-file.entity.js';
import { measure, Meter, type Measured } from '../media/uploads/meter.js';
import { refusal } from './places.js';

const AT_A_TIME = 500;

export interface MoveReport {
  readonly from: string;
  readonly to: string;
  readonly copied: number;
  /** Were there with the right bytes. */
  readonly alreadyThere: number;
  readonly bytes: number;
  /** Ids of files whose bytes are not those that they were stored with. */
  readonly damaged: readonly string[];
  /** Ids of files whose bytes are nowhere. */
  readonly missing: readonly string[];
}

export interface MoveOptions {
  /** Trusts a file that has the right size, instead of reading it. */
  readonly trustsSizes: boolean;
}

/**
 * @param from what the server uses now
 * @param to   a folder, or `s3://<bucket>/<prefix>?…`
 * @throws LoupeError BAD_USER_INPUT for a place that cannot be used or is the same; ConfigError for another Loupe's
 */
export async function moveBlobs(
  {
    config,
    database,
    blobs: from,
  }: { readonly config: Config; readonly database: Database; readonly blobs: BlobStore },
  to: string,
  options: MoveOptions,
): Promise<MoveReport> {
  const target = openBlobs(placeOf(config, to), async () => clusterIdOf(database));
  if (target.name === from.name) throw refusal(`The files are at ${from.name} already. Name another place.`);
  try {
    await target.prepare();
    return await new BlobMove(database, from, target, options).run();
  } finally {
    target.close();
  }
}

function placeOf(config: Config, to: string): Pick<Config, 'bucket' | 'filesFolder'> {
  if (!/^[a-z0-9]+:\/\//i.test(to)) return { bucket: null, filesFolder: resolve(to) };
  try {
    return { bucket: parseS3Url(to), filesFolder: config.filesFolder };
  } catch (error) {
    throw refusal(`--to: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

class BlobMove {
  private copied = 0;
  private alreadyThere = 0;
  private bytes = 0;
  private readonly seen = new Set<string>();
  private readonly damaged: string[] = [];
  private readonly present = new Map<string, number>();

  constructor(
    private readonly database: Database,
    private readonly from: BlobStore,
    private readonly to: BlobStore,
    private readonly options: MoveOptions,
  ) {}

  async run(): Promise<MoveReport> {
    for await (const found of this.to.list())
      for (const { id, sizeBytes } of found) this.present.set(id, sizeBytes);
    for await (const found of this.from.list()) {
      for (let at = 0; at < found.length; at += AT_A_TIME) {
        const ids = found.slice(at, at + AT_A_TIME).map(({ id }) => id);
        const rows = await this.rowsOf(ids);
        for (const id of ids) await this.take(id, rows.get(id) ?? null);
      }
    }
    const missing = await this.missing();
    const { copied, alreadyThere, bytes, damaged } = this;
    return { from: this.from.name, to: this.to.name, copied, alreadyThere, bytes, damaged, missing };
  }

  private async take(id: string, row: Measured | null): Promise<void> {
    this.seen.add(id);
    if (row !== null && (await this.isThere(id, row))) {
      this.alreadyThere += 1;
      return;
    }
    const meter = new Meter();
    try {
      await this.to.putStream(id, meter.through(this.from.readStream(id) as AsyncIterable<Buffer>));
    } catch (error) {
      // A server beside may have removed it meanwhile.
      if ((await this.from.size(id)) === null) return;
      throw error;
    }
    const sent = meter.result();
    if (row !== null && !isSame(sent, row)) this.damaged.push(id);
    if (!isSame(await this.measured(id), sent)) {
      await this.to.delete(id);
      throw new Error(
        `${id} arrived at ${this.to.name} with other bytes. Look at the store, then begin again.`,
      );
    }
    this.copied += 1;
    this.bytes += sent.sizeBytes;
  }

  private async isThere(id: string, row: Measured): Promise<boolean> {
    if (this.present.get(id) !== row.sizeBytes) return false;
    return this.options.trustsSizes || isSame(await this.measured(id), row);
  }

  private async measured(id: string): Promise<Measured> {
    return measure(this.to.readStream(id) as AsyncIterable<Buffer>);
  }

  private async rowsOf(ids: readonly string[]): Promise<ReadonlyMap<string, Measured>> {
    const rows = await this.database
      .reader()
      .find(StoredFile, { id: { $in: [...ids] } }, { fields: ['id', 'sizeBytes', 'sha256'] });
    return new Map(rows.map(({ id, sizeBytes, sha256 }) => [id, { sizeBytes, sha256 }]));
  }

  /** Files that came while the others were copied are copied, too. */
  private async missing(): Promise<readonly string[]> {
    const missing: string[] = [];
    for (let after = ''; ;) {
      const rows = await this.database.reader().find(StoredFile, after === '' ? {} : { id: { $gt: after } }, {
        fields: ['id', 'sizeBytes', 'sha256'],
        orderBy: { id: 'asc' },
        limit: AT_A_TIME,
      });
      for (const { id, sizeBytes, sha256 } of rows) {
        if (this.seen.has(id)) continue;
        if ((await this.from.size(id)) !== null) await this.take(id, { sizeBytes, sha256 });
        else if (await this.isThere(id, { sizeBytes, sha256 })) this.alreadyThere += 1;
        else missing.push(id);
      }
      const last = rows.at(-1);
      if (last === undefined || rows.length < AT_A_TIME) return missing;
      after = last.id;
    }
  }
}

const isSame = (a: Measured, b: Measured) => a.sizeBytes === b.sizeBytes && a.sha256 === b.sha256;
