/** How many references an application has. Counting goes through all of its rows, which SQLite does off the event loop. */
import type { Database } from '../../db/database.js';
import { inParts } from '../../db/in-parts.js';
import { marks } from '../../db/rows.js';

export interface ReferenceCounts {
  /** Ids, each of which may have several images. */
  readonly references: number;
  readonly images: number;
}

/** Keys asked for in one statement. */
const BATCH = 1000;

type CountRow = Readonly<Record<keyof ReferenceCounts, number | string | null>>;

/**
 * @param keys counts only those of them; all of the application by default
 * @param onlyActive counts only those that searches find
 */
export async function countReferences(
  database: Database,
  applicationId: string,
  keys?: readonly number[],
  { onlyActive = false } = {},
): Promise<ReferenceCounts> {
  if (keys === undefined) return count(database, applicationId, [], onlyActive);
  const counts = { references: 0, images: 0 };
  for (const part of inParts(keys, BATCH)) {
    const { references, images } = await count(database, applicationId, part, onlyActive);
    counts.references += references;
    counts.images += images;
  }
  return counts;
}

async function count(
  database: Database,
  applicationId: string,
  keys: readonly number[],
  onlyActive: boolean,
): Promise<ReferenceCounts> {
  const active = onlyActive ? 'and "is_present"' : '';
  const among = keys.length === 0 ? '' : `and "key" in (${marks(keys)})`;
  const [row] = await database.readInThread<CountRow>(
    `select count(*) as images, sum(case when "ordinal" = 0 then 1 else 0 end) as "references"
     from "reference" where "application_id" = ? and "external_id" is not null ${active} ${among}`,
    [applicationId, ...keys],
  );
  return { references: Number(row?.references ?? 0), images: Number(row?.images ?? 0) };
}
