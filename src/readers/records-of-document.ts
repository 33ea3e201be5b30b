/**
 * Counts and pages of a document's records, of which there may be millions: SQLite goes through them off the event loop.
 */
import type { Database } from '../db/database.js';
import type { SqlValue } from '../db/rows.js';

/** Matches and clicks are kept alike: where, and in which column their time is. */
const recordTables = {
  match: { table: 'match_record', time: 'request_time' },
  click: { table: 'click_record', time: 'click_time' },
} as const;

type RecordKind = keyof typeof recordTables;

export interface RecordPeriod {
  readonly from?: Date | null;
  /** Exclusive. */
  readonly to?: Date | null;
}

interface RecordSelection {
  readonly kind: RecordKind;
  /** A condition in SQL, with question marks for the values. */
  readonly where: string;
  readonly values: readonly SqlValue[];
}

/** @param also a further condition without values */
export function recordsOf(
  kind: RecordKind,
  documentId: string,
  { from, to }: RecordPeriod,
  also?: string,
): RecordSelection {
  const { time } = recordTables[kind];
  const bounds = [
    ...(from ? [{ condition: `${time} >= ?`, value: from }] : []),
    ...(to ? [{ condition: `${time} < ?`, value: to }] : []),
  ];
  const conditions = ['document_id = ?', ...bounds.map(({ condition }) => condition), also ?? []].flat();
  return {
    kind,
    where: conditions.join(' and '),
    values: [documentId, ...bounds.map(({ value }) => value)],
  };
}

export async function countRecords(
  database: Database,
  { kind, where, values }: RecordSelection,
): Promise<number> {
  const sql = `select count(*) as number from ${recordTables[kind].table} where ${where}`;
  const [row] = await database.readInThread<{ readonly number: number | string }>(sql, values);
  return Number(row?.number ?? 0);
}

/** Ids of one page, newest first. */
export async function idsOfRecords(
  database: Database,
  { kind, where, values }: RecordSelection,
  { skip, take }: { readonly skip: number; readonly take: number },
): Promise<readonly string[]> {
  const { table, time } = recordTables[kind];
  const rows = await database.readInThread<{ readonly id: string }>(
    `select id from ${table} where ${where} order by ${time} desc, id desc limit ? offset ?`,
    [...values, take, skip],
  );
  return rows.map(({ id }) => id);
}

/** The same for matches as the condition of a query of entities; none when the period is open. */
export function matchedWithin({ from, to }: RecordPeriod): object {
  if (!from && !to) return {};
  return { requestTime: { ...(from ? { $gte: from } : {}), ...(to ? { $lt: to } : {}) } };
}
