/** Lists and counts the references of an application. */
import type { Database } from '../../db/database.js';
import type { Keyset } from '../../db/keyset.js';
import { badInput } from '../../kernel/errors.js';
import type { Application } from '../application.entity.js';
import { countReferences, type ReferenceCounts } from './reference-count.js';
import { conditionOf, type ReferenceFilter } from './reference-conditions.js';
import { type ReferenceViews, toView } from './reference-views.js';
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
}

/** Keys that bound a part of the list; null where it has no bound. */
interface Part {
  readonly after: number | null;
  readonly before: number | null;
  readonly limit: number;
  readonly isInverted: boolean;
}

export class ReferenceList {
  constructor(
    private readonly database: Database,
    private readonly views: ReferenceViews,
  ) {}

  /**
   * A page of references, one for each id, in order of their addition.
   *
   * @throws LoupeError BAD_USER_INPUT, INVALID_KEYWORD
   */
  async page(application: Pick<Application, 'id'>, range: ReferenceListRange): Promise<ReferencePage> {
    const { limit = DEFAULT_PAGE_SIZE, after = null } = range;
    if (!Number.isInteger(limit) || limit < 0 || limit > MAX_PAGE_SIZE) {
      throw badInput('first', `must be a whole number from 0 to ${MAX_PAGE_SIZE}`);
    }
    const place = after === null ? 0 : requireCursor(after);
    const part = { after: place, before: null, limit: limit + 1, isInverted: false };
    const found = await this.find(application, part, range);
    return { items: found.slice(0, limit), hasNextPage: found.length > limit };
  }

  /** A part of the references by keyset, in order of their addition. @throws LoupeError INVALID_KEYWORD */
  async keysetPage(
    application: Pick<Application, 'id'>,
    { after, before, limit, isInverted }: Keyset,
    filter: ReferenceFilter = {},
  ): Promise<readonly ListedReference[]> {
    const placeOf = (values: Keyset['after']) => (values === null ? null : Number(values[0]));
    const part = { after: placeOf(after), before: placeOf(before), limit, isInverted };
    return this.find(application, part, filter);
  }

  /** Number of references, each id once. @throws LoupeError INVALID_KEYWORD */
  async count(application: Pick<Application, 'id'>, filter: ReferenceFilter = {}): Promise<number> {
    const { sql, values } = conditionOf(application.id, filter);
    const [row] = await this.database.readInThread<{ readonly count: number | string }>(
      `select count(*) as "count" from reference where ${sql} and ordinal = 0`,
      values,
    );
    return Number(row?.count ?? 0);
  }

  async counts(application: Pick<Application, 'id'>): Promise<ReferenceCounts> {
    return countReferences(this.database, application.id);
  }

  private async find(
    application: Pick<Application, 'id'>,
    part: Part,
    filter: ReferenceFilter,
  ): Promise<readonly ListedReference[]> {
    const keys = await this.keys(application, part, filter);
    const rows = await this.database
      .reader()
      .find(Reference, { key: { $in: [...keys] } }, { exclude: ['dna'] });
    const byKey = new Map(rows.map((row) => [row.key, row]));
    const items = keys.flatMap((key) => {
      const row = byKey.get(key);
      return row === undefined ? [] : [{ ...toView(row), cursor: String(key) }];
    });
    return this.views.allCounted(application.id, items);
  }

  private async keys(
    application: Pick<Application, 'id'>,
    { after, before, limit, isInverted }: Part,
    filter: ReferenceFilter,
  ): Promise<readonly number[]> {
    const { sql, values } = conditionOf(application.id, filter);
    const bounds = [after === null ? '' : ' and "key" > ?', before === null ? '' : ' and "key" < ?'].join('');
    const rows = await this.database.readInThread<{ readonly key: number | string }>(
      `select "key" from reference where ${sql} and ordinal = 0${bounds}
        order by "key" ${isInverted ? 'desc' : 'asc'} limit ?`,
      [...values, ...[after, before].filter((bound) => bound !== null), limit],
    );
    return rows.map(({ key }) => Number(key));
  }
}

/** The key that a cursor names. @throws LoupeError BAD_USER_INPUT */
export function requireCursor(cursor: string): number {
  if (!/^\d{1,15}$/.test(cursor)) throw badInput('after', 'must be the cursor of an earlier answer');
  return Number(cursor);
}
