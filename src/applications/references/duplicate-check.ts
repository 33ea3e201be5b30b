/** Looks through a whole application for references that are nearly the same picture. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../../db/database.js';
import type { Application } from '../application.entity.js';
import { MOST_DUPLICATES, type NearDuplicates } from './near-duplicates.js';
import { countReferences } from './reference-count.js';
import { Reference } from './reference.entity.js';
import { toView } from './reference.service.js';
import type { NearDuplicate, ReferenceView } from '../views.js';

/** References that are read at once, with their signatures. */
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

export class DuplicateCheck {
  constructor(
    private readonly database: Database,
    private readonly nearDuplicates: NearDuplicates,
  ) {}

  /**
   * Reference by reference, in the order of their addition; several images of one id count together. Of two that are
   * nearly the same, each is reported with the other one.
   *
   * @throws LoupeError OVERLOADED
   */
  async *walk(application: Application): AsyncGenerator<DuplicateProgress, void> {
    const em = this.database.reader();
    const firsts = { applicationId: application.id, externalId: { $ne: null }, ordinal: 0 };
    const { references: total } = await countReferences(this.database, application.id);
    let checked = 0;
    for (let place = 0; ;) {
      const rows = await em.find(
        Reference,
        { ...firsts, key: { $gt: place } },
        {
          orderBy: { key: 'asc' },
          limit: BATCH,
          exclude: ['dna'],
        },
      );
      for (const row of rows) {
        const reference = toView(row);
        const nearDuplicates = await this.of(application, reference.id);
        checked += 1;
        // Where the database answers at once, nobody else would have a turn before the end.
        await nextTurn();
        // References may be added while the others are checked.
        yield { checked, total: Math.max(total, checked), result: { reference, nearDuplicates } };
      }
      if (rows.length < BATCH) return;
      place = rows.at(-1)?.key ?? place;
    }
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
