/**
 * Pictures by a part of their name, compared as people compare names, which databases cannot, and by keywords, which
 * pictures without a reference have, too.
 */
import type { EntityManager } from '../db/database.js';
import type { Keyset } from '../db/keyset.js';
import { readRows } from '../db/rows.js';
import { foldText } from '../kernel/text-fold.js';
import { requirePictureKeywords } from './picture.rules.js';

export interface PictureFilter {
  /** The whole or a part of the name. */
  readonly name?: string | null;
  /** Only pictures that hold all of these; compared exactly as written. */
  readonly keywords?: readonly string[] | null;
}

/** A part of a list, by object ids; null is the end of the list. */
interface Range {
  readonly after?: string | null;
  readonly before?: string | null;
  /** From the end towards the beginning. */
  readonly isInverted?: boolean;
}

/** Pictures that are looked at before other work gets its turn. */
const BATCH = 1000;
/** Behind every object id, which has hexadecimal digits alone. */
const BEHIND_ALL = 'g';

interface Row {
  readonly object_id: string;
  readonly name: string;
  readonly keywords: string | readonly string[];
}

export function isFiltering({ name, keywords }: PictureFilter): boolean {
  return (name != null && name !== '') || (keywords != null && keywords.length > 0);
}

/** The part that a page of a connection is. */
export function rangeOf({ after, before, isInverted }: Keyset): Range {
  const objectIdIn = (values: Keyset['after']) => (values === null ? null : String(values[0]));
  return { after: objectIdIn(after), before: objectIdIn(before), isInverted };
}

/** The first object ids that pass. @throws LoupeError BAD_USER_INPUT */
export async function firstPassing(
  em: EntityManager,
  organizationId: string,
  filter: PictureFilter,
  range: Range,
  limit: number,
): Promise<readonly string[]> {
  const first: string[] = [];
  for await (const id of objectIdsPassing(em, organizationId, filter, range)) {
    if (first.push(id) === limit) break;
  }
  return first;
}

/**
 * Object ids of the pictures within the range that pass, in order of creation or, inverted, against it.
 *
 * @throws LoupeError BAD_USER_INPUT
 */
export async function* objectIdsPassing(
  em: EntityManager,
  organizationId: string,
  { name, keywords }: PictureFilter,
  { after, before, isInverted = false }: Range = {},
): AsyncGenerator<string> {
  const wanted = foldText(name ?? '');
  const wantedKeywords = requirePictureKeywords(keywords ?? []);
  let from = after ?? '';
  let to = before ?? BEHIND_ALL;
  for (;;) {
    const rows = await readRows<Row>(
      em,
      `select object_id, name, keywords from picture
       where organization_id = ? and object_id > ? and object_id < ? and date_trashed is null
       order by object_id ${isInverted ? 'desc' : 'asc'} limit ?`,
      [organizationId, from, to, BATCH],
    );
    for (const row of rows) {
      const isNamed = wanted === '' || foldText(row.name).includes(wanted);
      if (isNamed && holdsAll(row, wantedKeywords)) yield row.object_id;
    }
    const last = rows.at(-1)?.object_id;
    if (last === undefined || rows.length < BATCH) return;
    if (isInverted) to = last;
    else from = last;
  }
}

function holdsAll({ keywords }: Row, wanted: readonly string[]): boolean {
  if (wanted.length === 0) return true;
  const held = (typeof keywords === 'string' ? JSON.parse(keywords) : keywords) as readonly string[];
  return wanted.every((keyword) => held.includes(keyword));
}
