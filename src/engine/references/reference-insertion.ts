/**
 * New references. They are written past the unit of work, which would copy their signatures to compare them at each flush, and
 * write them into the text of a statement.
 */
import type { EntityManager } from '../../db/database.js';
import { inParts } from '../../db/in-parts.js';
import { marks } from '../../db/rows.js';
import type { Reference } from './reference.entity.js';

/** Rows of a statement: few enough for its values to be bound, and its text to be prepared once. */
const AT_ONCE = 50;

/** No reference has this key. */
export const UNWRITTEN = 0;

export const isUnwritten = ({ key }: Pick<Reference, 'key'>): boolean => key === UNWRITTEN;

/** Columns with what a row holds in them; JSON as text. */
const columns: Readonly<Record<string, (row: Reference) => unknown>> = {
  application_id: (row) => row.applicationId,
  external_id: (row) => row.externalId,
  ordinal: (row) => row.ordinal,
  sequence: (row) => row.sequence,
  is_present: (row) => row.isPresent,
  look: (row) => row.appearance,
  dna: (row) => row.dna,
  keywords: (row) => JSON.stringify(row.keywords),
  metadata: (row) => (row.metadata == null ? null : JSON.stringify(row.metadata)),
  keypoint_count: (row) => row.keypointCount,
  grade_value: (row) => row.gradeValue,
  grade_reason: (row) => row.gradeReason,
  thumbnail_id: (row) => row.thumbnailId,
  date_created: (row) => row.dateCreated,
  date_modified: (row) => row.dateModified,
};
const names = Object.keys(columns);

/** Writes rows of one application whose key is `UNWRITTEN`, and gives them their keys. */
export async function insertReferences(em: EntityManager, rows: readonly Reference[]): Promise<void> {
  const bySequence = new Map(rows.map((row) => [row.sequence, row]));
  for (const part of inParts(rows, AT_ONCE)) {
    const values = part.flatMap((row) => Object.values(columns).map((read) => read(row) ?? null));
    const sql = `insert into "reference" (${names.map((name) => `"${name}"`).join(', ')})
      values ${part.map(() => `(${marks(names)})`).join(', ')} returning "key", "sequence"`;
    const written = await em
      .getConnection()
      .execute<{ readonly key: number | string; readonly sequence: number | string }[]>(
        sql,
        values,
        'all',
        em.getTransactionContext(),
      );
    for (const { key, sequence } of written) {
      const row = bySequence.get(Number(sequence));
      if (row !== undefined) row.key = Number(key);
    }
  }
}

/** Changes a row that is written at the next flush, or by `insertReferences`. */
export function assign(em: EntityManager, row: Reference, values: Partial<Reference>): Reference {
  if (isUnwritten(row)) return Object.assign(row, values);
  return em.assign(row, values, { mergeObjectProperties: false });
}
