/**
 * Changes of references, made in the transaction of whatever they belong to. Each change takes the application's
 * next number, so that the index can follow; the index is brought up to date once the changes are durable and
 * before the caller's transaction resolves.
 */
import { raw } from '@mikro-orm/core';
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../clock.js';
import type { EntityManager, Transaction } from '../db/database.js';
import type { ReferenceChange } from '../vision/reference-feed.js';
import type { Extraction, Grade } from '../vision/types.js';
import type { Vision } from '../vision/vision.js';
import { VisionError } from '../vision/vision-error.js';
import { Application } from './application.entity.js';
import { toChange } from './database-feed.js';
import { ReferenceKeyword } from './reference-keyword.entity.js';
import { Reference } from './reference.entity.js';

/** What is kept of a picture; without a grade when only the DNA was given. */
export type Signature = Pick<Extraction, 'dna' | 'keypointCount'> & { readonly grade: Grade | null };

export type ReferenceWrite =
  | {
      readonly kind: 'put';
      readonly externalId: string;
      readonly signature: Signature;
      readonly keywords: readonly string[];
      readonly isPresent: boolean;
    }
  | { readonly kind: 'show'; readonly externalId: string; readonly isPresent: boolean }
  | { readonly kind: 'tag'; readonly externalId: string; readonly keywords: readonly string[] }
  | { readonly kind: 'remove'; readonly externalId: string };

/** Waits between attempts to bring the index up to date while its queue is full. */
const APPLY_RETRIES_MS = [50, 100, 200, 400, 800, 1600] as const;

/** SQL databases take only so many values in one statement. */
const BATCH = 500;

export class ReferenceStore {
  constructor(
    private readonly vision: Pick<Vision, 'apply' | 'drop'>,
    private readonly clock: Clock,
  ) {}

  /** Rows by external id; unknown ids are missing from the map. */
  async load(
    em: EntityManager,
    applicationId: string,
    externalIds: readonly string[],
  ): Promise<Map<string, Reference>> {
    const rows = new Map<string, Reference>();
    for (let from = 0; from < externalIds.length; from += BATCH) {
      const externalId = { $in: externalIds.slice(from, from + BATCH) };
      for (const row of await em.find(Reference, { applicationId, externalId })) {
        if (row.externalId != null) rows.set(row.externalId, row);
      }
    }
    return rows;
  }

  /**
   * Makes changes in order. Showing, tagging or removing what is not there does nothing.
   *
   * @returns how many references changed
   */
  async write(
    transaction: Transaction,
    applicationId: string,
    writes: readonly ReferenceWrite[],
  ): Promise<number> {
    if (writes.length === 0) return 0;
    const { em, afterCommit } = transaction;
    const known = await this.load(em, applicationId, [...new Set(writes.map((write) => write.externalId))]);
    const changed = new Set<Reference>();
    for (const write of writes) {
      const row = this.change(em, applicationId, known.get(write.externalId), write);
      if (row === null) continue;
      changed.add(row);
      if (write.kind === 'remove') known.delete(write.externalId);
      else known.set(write.externalId, row);
    }
    if (changed.size === 0) return 0;
    let sequence = await this.takeNumbers(em, applicationId, changed.size);
    for (const row of changed) row.sequence = sequence++;
    await em.flush();
    await this.writeKeywords(em, applicationId, [...changed]);
    const changes = [...changed].map(toChange);
    afterCommit(() => this.apply(applicationId, changes));
    return changed.size;
  }

  /** Forgets the index of an application that goes in this transaction. */
  dropIndex({ afterCommit }: Transaction, applicationId: string): void {
    afterCommit(() => this.vision.drop(applicationId));
  }

  private change(
    em: EntityManager,
    applicationId: string,
    row: Reference | undefined,
    write: ReferenceWrite,
  ): Reference | null {
    const now = this.clock.now();
    if (write.kind === 'put') {
      const { dna, keypointCount, grade } = write.signature;
      const values = {
        dna,
        keypointCount,
        gradeValue: grade?.value ?? null,
        gradeReason: grade?.reason ?? null,
        keywords: [...write.keywords],
        isPresent: write.isPresent,
        dateModified: now,
      };
      if (row !== undefined) return em.assign(row, values);
      const { externalId } = write;
      return em.create(Reference, { applicationId, externalId, sequence: 0, dateCreated: now, ...values });
    }
    if (row === undefined) return null;
    if (write.kind === 'tag') {
      if (isSameList(row.keywords, write.keywords)) return null;
      return em.assign(row, { keywords: [...write.keywords], dateModified: now });
    }
    if (write.kind === 'show') {
      if (row.isPresent === write.isPresent) return null;
      return em.assign(row, { isPresent: write.isPresent, dateModified: now });
    }
    // The row stays as a mark of the removal, for indexes that were saved before it.
    return em.assign(row, { externalId: null, dna: null, keywords: [], isPresent: false, dateModified: now });
  }

  /** The first of `count` new numbers. The update locks the application's row until the transaction ends. */
  private async takeNumbers(em: EntityManager, applicationId: string, count: number): Promise<number> {
    await em.nativeUpdate(Application, { id: applicationId }, { sequence: raw('sequence + ?', [count]) });
    const application = await em.findOneOrFail(Application, applicationId, {
      fields: ['sequence'],
      refresh: true,
    });
    return application.sequence - count + 1;
  }

  private async writeKeywords(
    em: EntityManager,
    applicationId: string,
    rows: readonly Reference[],
  ): Promise<void> {
    for (let from = 0; from < rows.length; from += BATCH) {
      const batch = rows.slice(from, from + BATCH);
      await em.nativeDelete(ReferenceKeyword, { referenceKey: { $in: batch.map((row) => row.key) } });
      const keywords = batch.flatMap((row) =>
        row.keywords.map((keyword) => ({ referenceKey: row.key, keyword, applicationId })),
      );
      for (let at = 0; at < keywords.length; at += BATCH) {
        await em.insertMany(ReferenceKeyword, keywords.slice(at, at + BATCH));
      }
    }
  }

  /** The changes are durable: a full queue only delays them, and a closing engine reads them when it opens again. */
  private async apply(applicationId: string, changes: readonly ReferenceChange[]): Promise<void> {
    for (const delayMs of [...APPLY_RETRIES_MS, null]) {
      try {
        await this.vision.apply(applicationId, changes);
        return;
      } catch (error) {
        if (error instanceof VisionError && error.code === 'CLOSED') return;
        const isBusy = error instanceof VisionError && error.code === 'QUEUE_FULL';
        if (!isBusy || delayMs === null) throw error;
        await wait(delayMs);
      }
    }
  }
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, at) => text === b[at]);
}
