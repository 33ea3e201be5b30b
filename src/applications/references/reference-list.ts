/** Lists and counts the references of an application. */
import { raw } from '@mikro-orm/core';
import type { Database } from '../../db/database.js';
import { type Keyset, keysetQuery } from '../../db/keyset.js';
import { badInput } from '../../kernel/errors.js';
import type { Application } from '../application.entity.js';
import { requireKeywords } from './keywords.rules.js';
import { ReferenceKeyword } from './reference-keyword.entity.js';
import { countReferences, type ReferenceCounts } from './reference-count.js';
import { toView } from './reference.service.js';
import { Reference } from './reference.entity.js';
import type { ReferenceView } from '../views.js';

const MAX_PAGE_SIZE = 1000;
const DEFAULT_PAGE_SIZE = 100;

/** A reference in a list; its cursor names its place, whatever is added or removed meanwhile. */
export interface ListedReference extends ReferenceView {
  readonly cursor: string;
}

export interface ReferencePage {
  readonly items: readonly ListedReference[];
  readonly hasNextPage: boolean;
}

export interface ReferenceListRange extends ReferenceFilter {
  readonly limit?: number | undefined;
  /** Cursor of the last reference before the page. */
  readonly after?: string | null | undefined;
  /** Only references that hold this keyword. */
  readonly keyword?: string | null | undefined;
}

export interface ReferenceFilter {
  /** Only references that searches find, or only others. */
  readonly isActive?: boolean | null | undefined;
  /** Only references whose id begins so; case counts. */
  readonly idPrefix?: string | null | undefined;
}

export class ReferenceList {
  constructor(private readonly database: Database) {}

  /**
   * A page of references, one for each id, in order of their addition.
   *
   * @throws LoupeError BAD_USER_INPUT, INVALID_KEYWORD
   */
  async page(application: Pick<Application, 'id'>, range: ReferenceListRange): Promise<ReferencePage> {
    const { limit = DEFAULT_PAGE_SIZE, after = null, keyword = null } = range;
    if (!Number.isInteger(limit) || limit < 0 || limit > MAX_PAGE_SIZE) {
      throw badInput('first', `must be a whole number from 0 to ${MAX_PAGE_SIZE}`);
    }
    const place = after === null ? 0 : requireCursor(after);
    const rows =
      keyword === null
        ? await this.rows(application, { key: { $gt: place } }, limit + 1, range)
        : await this.rowsWith(application, { keyword, place, count: limit + 1 }, range);
    const items = rows.slice(0, limit).map((row) => ({ ...toView(row), cursor: String(row.key) }));
    return { items, hasNextPage: rows.length > limit };
  }

  /** A part of the references by keyset, in order of their addition. */
  async keysetPage(
    application: Pick<Application, 'id'>,
    keyset: Keyset,
    filter: ReferenceFilter = {},
  ): Promise<readonly ListedReference[]> {
    const { where, orderBy, limit } = keysetQuery<Reference>([{ property: 'key', direction: 'asc' }], keyset);
    const rows = await this.database
      .reader()
      .find(
        Reference,
        { $and: [firstsOf(application, filter), where] },
        { orderBy, limit, exclude: ['dna'] },
      );
    return rows.map((row) => ({ ...toView(row), cursor: String(row.key) }));
  }

  /** Number of references, each id once. */
  async count(application: Pick<Application, 'id'>, filter: ReferenceFilter = {}): Promise<number> {
    return this.database.reader().count(Reference, firstsOf(application, filter));
  }

  async counts(application: Pick<Application, 'id'>): Promise<ReferenceCounts> {
    return countReferences(this.database, application.id);
  }

  /** The first images of ids, in order of their keys. */
  private async rows(
    application: Pick<Application, 'id'>,
    keys: { key: object },
    limit: number,
    filter: ReferenceFilter,
  ) {
    return this.database
      .reader()
      .find(
        Reference,
        { ...firstsOf(application, filter), ...keys },
        { orderBy: { key: 'asc' }, limit, exclude: ['dna'] },
      );
  }

  private async rowsWith(
    application: Pick<Application, 'id'>,
    range: { readonly keyword: string; readonly place: number; readonly count: number },
    filter: ReferenceFilter,
  ) {
    const { place: after, count } = range;
    const [keyword = ''] = requireKeywords([range.keyword]);
    const em = this.database.reader();
    const found: Awaited<ReturnType<ReferenceList['rows']>> = [];
    for (let place = after; ;) {
      const where = { applicationId: application.id, keyword, referenceKey: { $gt: place } };
      const tagged = await em.find(ReferenceKeyword, where, {
        orderBy: { referenceKey: 'asc' },
        limit: count,
      });
      const keys = tagged.map((row) => row.referenceKey);
      found.push(...(await this.rows(application, { key: { $in: keys } }, count, filter)));
      if (tagged.length < count || found.length >= count) return found.slice(0, count);
      place = keys.at(-1) ?? place;
    }
  }
}

/** The first images of ids. */
function firstsOf({ id }: Pick<Application, 'id'>, { isActive, idPrefix }: ReferenceFilter) {
  return {
    applicationId: id,
    externalId: { $ne: null },
    ordinal: 0,
    ...(isActive == null ? {} : { isPresent: isActive }),
    ...(idPrefix == null || idPrefix === ''
      ? {}
      : // LIKE has no case in SQLite, and the order of texts is a matter of language in PostgreSQL.
        { [raw('substr(external_id, 1, ?)', [[...idPrefix].length])]: idPrefix }),
  };
}

function requireCursor(cursor: string): number {
  if (!/^\d{1,15}$/.test(cursor)) throw badInput('after', 'must be the cursor of an earlier answer');
  return Number(cursor);
}
