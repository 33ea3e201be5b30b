/** What a search in texts reads from the database: plain rows, sorted and cut there. */
import type { Database } from '../db/database.js';
import { inTrash } from '../tree/trash-place.js';
import { marks } from '../db/rows.js';
import type { NodeType } from '../tree/node.entity.js';
import { digitsOf, isNumber } from '../kernel/action-targets.js';

/** What can match, in the order in which equally good matches come. */
export const searchFields = ['Name', 'Title', 'ActionName', 'ActionTarget', 'PageText'] as const;
export type SearchField = (typeof searchFields)[number];

export interface FoundRow {
  readonly id: string;
  readonly type: NodeType;
  readonly rank: number;
  readonly sortKey: string;
}

export interface MatchRow {
  readonly nodeId: string;
  readonly field: SearchField;
  readonly languageCode: string | null;
  /** Of the title or action; the element's own for its name. */
  readonly id: string;
  /** Name or title; of an action its name, of the text of a page the page's. */
  readonly text: string;
  readonly type: string | null;
  /** Of an action its content, of the text of a page its lines. */
  readonly content: string | null;
}

export interface TextQuery {
  /** Path of the organization or folder that is searched; empty for all. */
  readonly base: string;
  /** Id of the organization that it is, or lies in; null for all. */
  readonly organizationId: string | null;
  /** Folded text. */
  readonly folded: string;
  readonly fields: readonly SearchField[];
  /** PostgreSQL sorts by its own rules unless a collation is given. */
  readonly isPostgres: boolean;
}

/** Where a part of the answer begins or ends: rank, sort key and id of an element. */
export type FoundPlace = readonly [rank: number, sortKey: string, id: string];

export interface FoundPart {
  readonly after: FoundPlace | null;
  readonly before: FoundPlace | null;
  readonly limit: number;
  readonly isInverted: boolean;
}

/** Whole texts come first, then beginnings, then the rest. */
const RANKS_APART = searchFields.length;

const sources: Readonly<Record<SearchField, { readonly table: string; readonly column: string }>> = {
  Name: { table: 'node n', column: 'n.name_folded' },
  Title: { table: 'node n cross join title x', column: 'x.value_folded' },
  ActionName: { table: 'node n cross join action x', column: 'x.name_folded' },
  ActionTarget: { table: 'node n cross join action x', column: 'x.target_folded' },
  PageText: { table: 'node n cross join page_text x', column: 'x.text_folded' },
};

/** SQLite reads the tables of a cross join in their order: a search costs by what its organizations hold. */
const JOINED = 'x.node_id = n.id and';
const joinOf = (field: SearchField) => (field === 'Name' ? '' : JOINED);

type Values = (string | number)[];

/** Elements that match, each once, the best match deciding its place. */
export async function readFound(database: Database, query: TextQuery, part: FoundPart): Promise<FoundRow[]> {
  const { sql, values } = ranked(query);
  const key = `n.name_sort_key${query.isPostgres ? ' collate "C"' : ''}`;
  const direction = part.isInverted ? 'desc' : 'asc';
  const bounds = [
    ...(part.after === null ? [] : [{ sign: '>', place: part.after }]),
    ...(part.before === null ? [] : [{ sign: '<', place: part.before }]),
  ];
  const conditions = bounds.map(({ sign }) => ` and (r.rank, ${key}, n.id) ${sign} (?, ?, ?)`).join('');
  const rows = await database.readInThread<FoundRow & { readonly sort_key: string }>(
    `with ranked as (${sql})
     select n.id, n.type, r.rank, n.name_sort_key as sort_key
       from ranked r join node n on n.id = r.node_id where 1 = 1${conditions}
      order by r.rank ${direction}, ${key} ${direction}, n.id ${direction} limit ${part.limit}`,
    [...values, ...bounds.flatMap(({ place }) => [...place])],
  );
  return rows.map(({ id, type, rank, sort_key: sortKey }) => ({ id, type, rank: Number(rank), sortKey }));
}

export async function countFound(database: Database, query: TextQuery): Promise<number> {
  const { sql, values } = ranked(query);
  const [row] = await database.readInThread<{ readonly count: number | string }>(
    `with ranked as (${sql}) select count(*) as count from ranked`,
    values,
  );
  return Number(row?.count ?? 0);
}

/** The place of one element among those that match; null when it does not. */
export async function placeOf(database: Database, query: TextQuery, id: string): Promise<FoundPlace | null> {
  const { sql, values } = ranked(query);
  const [row] = await database.readInThread<{ readonly rank: number; readonly sort_key: string }>(
    `with ranked as (${sql})
     select r.rank, n.name_sort_key as sort_key from ranked r join node n on n.id = r.node_id where n.id = ?`,
    [...values, id],
  );
  return row === undefined ? null : [Number(row.rank), row.sort_key, id];
}

/** What of elements matches: of each at most `limit`, in the order of the fields, then of their making. */
export async function readMatches(
  database: Database,
  query: TextQuery,
  nodeIds: readonly string[],
  limit: number,
): Promise<MatchRow[]> {
  const values: Values = [];
  const parts = query.fields.map((field) => {
    const { table, column } = sources[field];
    const { condition, values: wanted } = matching(query, field, column);
    values.push(...nodeIds, ...wanted);
    const shown =
      field === 'Name'
        ? 'n.id as id, null as language_code, n.name as text, null as type, null as content'
        : field === 'Title'
          ? 'x.id as id, x.language_code, x.value as text, null as type, null as content'
          : field === 'PageText'
            ? 'n.id as id, null as language_code, n.name as text, null as type, x.lines as content'
            : 'x.id as id, x.language_code, x.name as text, x.type, x.content';
    const rank = searchFields.indexOf(field);
    return `select n.id as node_id, ${rank} as field, ${shown}
              from ${table} where ${joinOf(field)} n.id in (${marks(nodeIds)}) and ${condition}`;
  });
  const rows = await database.readInThread<{
    node_id: string;
    field: number;
    id: string;
    language_code: string | null;
    text: string;
    type: string | null;
    content: string | null;
  }>(
    `select * from (
       select m.*, row_number() over (partition by m.node_id order by m.field, m.id) as place
         from (${parts.join(' union all ')}) m
     ) numbered where place <= ${limit} order by node_id, place`,
    values,
  );
  return rows.map((row) => ({
    nodeId: row.node_id,
    field: searchFields[Number(row.field)] ?? 'Name',
    languageCode: row.language_code,
    id: row.id,
    text: row.text,
    type: row.type,
    content: row.content,
  }));
}

/** Elements with the place of their best match. */
function ranked(query: TextQuery): { readonly sql: string; readonly values: Values } {
  const values: Values = [];
  const pattern = escaped(query.folded);
  const below = `${query.base}%`;
  // The organization of a folder lies above it.
  const own = query.organizationId === null ? [] : [query.organizationId];
  const parts = query.fields.map((field) => {
    const { table, column } = sources[field];
    const { condition, values: wanted } = matching(query, field, column);
    values.push(query.folded, `${pattern}%`, ...wanted, below, inTrash.$like, below, ...own);
    return `select n.id as node_id,
                   ${RANKS_APART} * case when ${column} = ? then 0 when ${column} like ? escape '!' then 1 else 2 end
                   + ${searchFields.indexOf(field)} as rank
              from ${table}
             where ${joinOf(field)} ${condition} and n.path like ? and n.path not like ? and n.organization_id in
                   (select o.id from organization o join node p on p.id = o.id
                     where p.path like ?${own.length === 0 ? '' : ' or o.id = ?'})`;
  });
  const sql = `select node_id, min(rank) as rank from (${parts.join(' union all ')}) hits group by node_id`;
  return { sql, values };
}

/** Numbers are found by their digits, however they are written. */
function matching({ folded }: TextQuery, field: SearchField, column: string) {
  const patterns = [`%${escaped(folded)}%`];
  if (field === 'ActionTarget' && isNumber(folded)) patterns.push(`%${digitsOf(folded)}%`);
  const condition = patterns.map(() => `${column} like ? escape '!'`).join(' or ');
  return { condition: `(${condition})`, values: patterns };
}

function escaped(folded: string): string {
  return folded.replace(/[!%_]/g, '!$&');
}
