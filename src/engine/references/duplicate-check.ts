/** Looks through a whole application for references that are nearly the same picture. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../../db/database.js';
import { badInput } from '../../kernel/errors.js';
import type { Application } from '../application.entity.js';
import { MOST_DUPLICATES, type NearDuplicates } from './near-duplicates.js';
import { countReferences } from './reference-count.js';
import { requireCursor } from './reference-list.js';
import type { ReferenceViews } from './reference-views.js';
import { Reference, type ReferenceWithoutDna } from './reference.entity.js';
import type { NearDuplicate, ReferenceView } from '../views.js';
import { requireCaller } from '../engine-failures.js';

/** References that are read at once, and most of a page. */
const BATCH = 100;

export interface ReferenceDuplicates {
  readonly reference: ReferenceView;
  /** Other references that are nearly the same picture, nearest first, at most `MOST_DUPLICATES`. */
  readonly nearDuplicates: readonly NearDuplicate[];
}

export interface DuplicateProgress {
  /** Ids of references that are checked, this one included. */
  readonly checked: number;
  readonly total: number;
  readonly result: ReferenceDuplicates;
}

export interface DuplicateRange {
  readonly first?: number | undefined;
  readonly after?: string | null | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface DuplicateReport {
  /** References of the page that have near-duplicates. */
  readonly items: readonly ReferenceDuplicates[];
  /** References that were looked at for the page. */
  readonly checked: number;
  /** Where the next page begins; null for a page without references. */
  readonly endCursor: string | null;
  readonly hasNextPage: boolean;
}

export class DuplicateCheck {
  constructor(
    private readonly database: Database,
    private readonly nearDuplicates: NearDuplicates,
    private readonly views: ReferenceViews,
  ) {}

  /**
   * Reference by reference, in the order of their addition; several images of one id count together. Of two that are
   * nearly the same, each is reported with the other one.
   *
   * @throws LoupeError OVERLOADED
   */
  async *walk(application: Application): AsyncGenerator<DuplicateProgress, void> {
    const { references: total } = await countReferences(this.database, application.id);
    let checked = 0;
    for (let place = 0; ;) {
      const rows = await this.rows(application, place, BATCH);
      for (const row of rows) {
        const result = await this.check(application, row);
        checked += 1;
        // References may be added while the others are checked.
        yield { checked, total: Math.max(total, checked), result };
      }
      if (rows.length < BATCH) return;
      place = rows.at(-1)?.key ?? place;
    }
  }

  /**
   * A page of the report, in the order of the references' addition. Each reference that is looked at costs a search: a page is
   * about that many references, and holds those of them that have near-duplicates.
   *
   * @param first references to look at, 1 to 100
   * @param after endCursor of the page before
   * @throws LoupeError OVERLOADED, BAD_USER_INPUT
   */
  async page(
    application: Application,
    { first = BATCH, after = null, signal }: DuplicateRange,
  ): Promise<DuplicateReport> {
    if (!Number.isInteger(first) || first < 1 || first > BATCH) {
      throw badInput('first', `must be a whole number from 1 to ${BATCH}`);
    }
    const rows = await this.rows(application, after === null ? 0 : requireCursor(after), first + 1);
    const checked = rows.slice(0, first);
    const items: ReferenceDuplicates[] = [];
    for (const row of checked) {
      requireCaller(signal);
      const found = await this.check(application, row);
      if (found.nearDuplicates.length > 0) items.push(found);
    }
    return {
      items,
      checked: checked.length,
      endCursor: checked.at(-1)?.key.toString() ?? null,
      hasNextPage: rows.length > first,
    };
  }

  private async rows(application: Application, place: number, limit: number) {
    const firsts = { applicationId: application.id, externalId: { $ne: null }, ordinal: 0 };
    return this.database
      .reader()
      .find(
        Reference,
        { ...firsts, key: { $gt: place } },
        { orderBy: { key: 'asc' }, limit, exclude: ['dna'] },
      );
  }

  private async check(application: Application, row: ReferenceWithoutDna): Promise<ReferenceDuplicates> {
    const reference = await this.views.of(application.id, row);
    const nearDuplicates = await this.of(application, reference.id);
    // Where the database answers at once, nobody else would have a turn before the end.
    await nextTurn();
    return { reference, nearDuplicates };
  }

  private async of(application: Application, externalId: string): Promise<readonly NearDuplicate[]> {
    const images = await this.database
      .reader()
      .find(Reference, { applicationId: application.id, externalId }, { orderBy: { ordinal: 'asc' } });
    const nearest = new Map<string, NearDuplicate>();
    for (const { dna } of images) {
      if (dna == null) continue;
      for (const near of await this.nearDuplicates.require(application, Buffer.from(dna), externalId)) {
        if (near.distance < (nearest.get(near.id)?.distance ?? Infinity)) nearest.set(near.id, near);
      }
    }
    return [...nearest.values()].sort((a, b) => a.distance - b.distance).slice(0, MOST_DUPLICATES);
  }
}
