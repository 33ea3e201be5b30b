/** The pictures that are kept of references, for the content that keypoints do not tell apart. */
import { CommittedCache } from '../../../db/committed-cache.js';
import type { Database, EntityManager } from '../../../db/database.js';
import { marks, readRows } from '../../../db/rows.js';
import type { ContentSource } from '../../../engine-host/content/content-source.js';
import { ReferencePicture } from '../reference.entity.js';

/** Bytes of pictures in memory: some 600 pages. */
const MOST_KEPT_BYTES = 40_000_000;
const MOST_KEPT = 20_000;

type Pictures = ReadonlyMap<number, Buffer>;

export class ReferencePictures implements ContentSource {
  private readonly cache: CommittedCache<Pictures>;

  /** @param report called for a picture that was damaged and is forgotten: a start makes it again */
  constructor(
    private readonly database: Database,
    private readonly report: (key: number, error?: unknown) => void = () => undefined,
  ) {
    this.cache = new CommittedCache<Pictures>(database, {
      maxEntries: MOST_KEPT,
      maxSize: MOST_KEPT_BYTES,
      sizeOf: (pictures) => [...pictures.values()].reduce((sum, { length }) => sum + length, 1),
    });
  }

  async read(keys: readonly number[]): Promise<Pictures> {
    if (keys.length === 0) return new Map();
    const loadAll = async () => {
      const pictures = await this.load(keys);
      return pictures.size === keys.length ? pictures : null;
    };
    // One that is not there yet may come without being counted as a change.
    return (await this.cache.read(keys.join(), loadAll)) ?? (await this.load(keys));
  }

  readonly onUnreadable = (key: number): void => {
    this.database
      .transaction(async ({ em }) => forgetPictures(em, [key]))
      .then(
        () => this.report(key),
        (error: unknown) => this.report(key, error),
      );
  };

  async readDna(key: number): Promise<Buffer | null> {
    const [row] = await readRows<{ readonly dna: Uint8Array | null }>(
      this.database.reader(),
      'select dna from reference where "key" = ?',
      [key],
    );
    return row?.dna == null ? null : Buffer.from(row.dna);
  }

  private async load(keys: readonly number[]): Promise<Pictures> {
    const rows = await readRows<{ readonly reference_key: number | string; readonly picture: Uint8Array }>(
      this.database.reader(),
      `select reference_key, picture from reference_picture where reference_key in (${marks(keys)})`,
      keys,
    );
    return new Map(rows.map(({ reference_key: key, picture }) => [Number(key), Buffer.from(picture)]));
  }
}

/** A reference and its picture, or none where it was given as a DNA. */
export interface StoredPicture {
  readonly key: number;
  readonly picture: Buffer | null;
}

/** Replaces the pictures of references. */
export async function storePictures(em: EntityManager, pictures: readonly StoredPicture[]): Promise<void> {
  await forgetPictures(
    em,
    pictures.map(({ key }) => key),
  );
  await addPictures(em, pictures);
}

/** The pictures of references that have none. */
export async function addPictures(em: EntityManager, pictures: readonly StoredPicture[]): Promise<void> {
  const rows = pictures.flatMap(({ key, picture }) =>
    picture === null ? [] : [{ referenceKey: key, picture }],
  );
  if (rows.length > 0) await em.insertMany(ReferencePicture, rows);
}

export async function forgetPictures(em: EntityManager, keys: readonly number[]): Promise<void> {
  if (keys.length > 0) await em.nativeDelete(ReferencePicture, { referenceKey: { $in: [...keys] } });
}
