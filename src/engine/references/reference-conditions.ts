/** Which references of an application are wanted: by keywords, metadata, the beginning of their ids, switched on or off. */
import { marks, type SqlValue } from '../../db/rows.js';
import { requireKeywords } from './keywords.rules.js';
import { conditionsOf, type MetadataFilter, type SqlCondition } from './metadata-filter.js';

export interface ReferenceFilter {
  /** Only references that searches find, or only others. */
  readonly isActive?: boolean | null | undefined;
  /** Only references whose id begins so; case counts. */
  readonly idPrefix?: string | null | undefined;
  /** Only references that hold all of these. */
  readonly keywords?: readonly string[] | null | undefined;
  /** Only references that hold one of these. */
  readonly anyKeywords?: readonly string[] | null | undefined;
  /** Only references that hold none of these. */
  readonly noKeywords?: readonly string[] | null | undefined;
  /** Only references whose metadata is so. */
  readonly metadata?: MetadataFilter | null | undefined;
}

/**
 * The rows of `reference` that pass, all images of each id. Rows of another table are found by its indexes and not looked up
 * one reference after the other: a rare keyword costs what it finds, whatever the size of the application.
 *
 * @throws LoupeError INVALID_KEYWORD
 */
export function conditionOf(applicationId: string, filter: ReferenceFilter): SqlCondition {
  const { isActive, idPrefix } = filter;
  const all = requireKeywords(filter.keywords ?? []);
  const any = requireKeywords(filter.anyKeywords ?? []);
  const none = requireKeywords(filter.noKeywords ?? []);
  const withKeywords = (keywords: readonly string[]) =>
    among('reference_keyword', applicationId, {
      sql: `keyword in (${marks(keywords)})`,
      values: keywords,
    });
  const conditions: SqlCondition[] = [
    { sql: 'application_id = ? and external_id is not null', values: [applicationId] },
    ...(isActive == null ? [] : [{ sql: isActive ? 'is_present' : 'not is_present', values: [] }]),
    ...(idPrefix == null || idPrefix === ''
      ? []
      : // LIKE has no case in SQLite, and the order of texts is a matter of language in PostgreSQL.
        [{ sql: 'substr(external_id, 1, ?) = ?', values: [[...idPrefix].length, idPrefix] }]),
    ...all.map((keyword) => withKeywords([keyword])),
    ...(any.length === 0 ? [] : [withKeywords(any)]),
    ...(none.length === 0 ? [] : [not(withKeywords(none))]),
    ...conditionsOf(filter.metadata ?? {}).map((each) => among('reference_metadata', applicationId, each)),
  ];
  return {
    sql: conditions.map(({ sql }) => sql).join(' and '),
    values: conditions.flatMap(({ values }) => values),
  };
}

function among(table: string, applicationId: string, { sql, values }: SqlCondition): SqlCondition {
  const listed: readonly SqlValue[] = [applicationId, ...values];
  return {
    sql: `"key" in (select reference_key from ${table} where application_id = ? and ${sql})`,
    values: listed,
  };
}

function not({ sql, values }: SqlCondition): SqlCondition {
  return { sql: `not (${sql})`, values };
}
