/** What the disks hold, byte by byte: the database's own pages, signatures of references, stored files. */
import { Reference } from '../engine/references/reference.entity.js';
import type { Database, EntityManager } from '../db/database.js';
import { readRows } from '../db/rows.js';
import type { FileStore } from '../media/blobs/file-store.js';
import { type Measured, measure } from '../media/uploads/meter.js';
import { StoredFile } from '../media/blobs/stored-file.entity.js';
import { describeDna } from '../engine-host/dna.js';
import { compare, type Difference } from './difference.js';

/** Thumbnails of references: each recorded one has its file, and each file belongs to a reference. */
export async function checkThumbnails(em: EntityManager): Promise<readonly Difference[]> {
  const missing = await readRows<{ readonly key: number }>(
    em,
    `select r."key" from reference r left join stored_file f on f.id = r.thumbnail_id and f.owner_id = r.application_id
     where r.thumbnail_id is not null and f.id is null order by r."key"`,
    [],
  );
  const left = await readRows<{ readonly id: string }>(
    em,
    `select f.id from stored_file f left join reference r on r.thumbnail_id = f.id
     where f.kind = 'ReferenceThumbnail' and r."key" is null order by f.id`,
    [],
  );
  return [
    ...missing.flatMap(({ key }) => compare('Reference.Thumbnail', String(key), 'missing', 'stored')),
    ...left.flatMap(({ id }) => compare('File.Reference', id, false, true)),
  ];
}

const SOUND = 'ok';
const REFERENCES_AT_A_TIME = 200;

/** What SQLite says of its own file; PostgreSQL checks its pages by itself where checksums are switched on. */
export async function checkDatabase(database: Database, em: EntityManager): Promise<readonly Difference[]> {
  if (database.isShared) return [];
  const ask = (pragma: string) => readRows<Readonly<Record<string, unknown>>>(em, `pragma ${pragma}`, []);
  const said = (await ask('integrity_check(50)')).flatMap((row) => Object.values(row)).map(String);
  const broken = (await ask('foreign_key_check')).map(
    (row) => `${String(row['table'])} → ${String(row['parent'])}`,
  );
  return [
    ...said.flatMap((text) => compare('Database.Integrity', '', text, SOUND)),
    ...broken.slice(0, 50).flatMap((text) => compare('Database.ForeignKey', '', text, SOUND)),
  ];
}

/** Every signature is whole: it carries a checksum of its own. @returns how many there are */
export async function checkSignatures(
  database: Database,
): Promise<{ readonly count: number; readonly differences: readonly Difference[] }> {
  const differences: Difference[] = [];
  let count = 0;
  for (let after = 0; ;) {
    const rows = await database.reader().find(
      Reference,
      { isPresent: true, key: { $gt: after } },
      {
        orderBy: { key: 'asc' },
        limit: REFERENCES_AT_A_TIME,
        fields: ['key', 'dna'],
        disableIdentityMap: true,
      },
    );
    for (const { key, dna } of rows)
      differences.push(...compare('Reference.Dna', String(key), stateOf(dna), SOUND));
    count += rows.length;
    after = rows.at(-1)?.key ?? 0;
    if (rows.length < REFERENCES_AT_A_TIME) return { count, differences };
  }
}

function stateOf(dna: Uint8Array | null | undefined): string {
  if (dna == null) return 'missing';
  try {
    describeDna(Buffer.from(dna));
    return SOUND;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Every file that is known lies on the disk with the bytes that it was stored with. @returns how many there are */
export async function checkFiles(
  database: Database,
  files: Pick<FileStore, 'openStream'>,
): Promise<{ readonly count: number; readonly differences: readonly Difference[] }> {
  const known = await database
    .reader()
    .find(
      StoredFile,
      {},
      { fields: ['id', 'sizeBytes', 'sha256'], orderBy: { id: 'asc' }, disableIdentityMap: true },
    );
  const differences: Difference[] = [];
  for (const file of known) {
    const found = await measureFile(files, file);
    const differs = [
      ...compare('File.Size', file.id, found?.sizeBytes ?? null, file.sizeBytes),
      ...(found?.sizeBytes === file.sizeBytes
        ? compare('File.Sha256', file.id, found.sha256, file.sha256)
        : []),
    ];
    // A server beside may have removed it meanwhile.
    const isGone = async () => (await database.reader().count(StoredFile, { id: file.id })) === 0;
    if (differs.length > 0 && !(await isGone())) differences.push(...differs);
  }
  return { count: known.length, differences };
}

async function measureFile(
  files: Pick<FileStore, 'openStream'>,
  file: { readonly id: string },
): Promise<Measured | null> {
  return measure(files.openStream(file)).catch(() => null);
}
