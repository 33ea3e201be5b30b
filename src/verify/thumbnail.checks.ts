/** Thumbnails of references: each recorded one has its file, and each file belongs to a reference. */
import type { EntityManager } from '../db/database.js';
import { readRows } from '../db/rows.js';
import { compare, type Difference } from './difference.js';

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
