/** References of an application: adding, changing, removing and reading them. */
import type { Database, EntityManager, Transaction } from '../../db/database.js';
import { badInput } from '../../kernel/errors.js';
import type { ApplicationCounters } from '../application-counters.js';
import type { Application } from '../application.entity.js';
import { lastChange } from './application-turn.js';
import { requireKeywords } from './keywords.rules.js';
import { requireMetadata } from './metadata.rules.js';
import type { NearDuplicates } from './near-duplicates.js';
import type { NewReference, ReferenceAddition } from './reference-addition.js';
import { countReferences } from './reference-count.js';
import { requireIds, throwUnknown, type UnknownCode } from './reference-addition.js';
import { type ReferenceViews } from './reference-views.js';
import { Reference } from './reference.entity.js';
import type { ReferenceStore } from './reference-store.js';
import type { AddedReference, ReferenceView } from '../views.js';

export interface ReferencePatch {
  readonly keywords?: readonly string[];
  /** As `requireMetadata` takes it; null for none. */
  readonly metadata?: unknown;
  readonly isActive?: boolean;
}

export interface ReferenceServiceParts {
  readonly database: Database;
  readonly store: ReferenceStore;
  readonly addition: ReferenceAddition;
  readonly nearDuplicates: NearDuplicates;
  readonly counters: ApplicationCounters;
  readonly views: ReferenceViews;
}

export class ReferenceService {
  constructor(private readonly parts: ReferenceServiceParts) {}

  /**
   * Adds a reference, or replaces the one of the same id. Searches that start after this resolves see it.
   *
   * @throws LoupeError as `ReferenceAddition.prepare`, and OVERLOADED
   */
  async add(application: Application, input: NewReference): Promise<AddedReference> {
    const { addition, views, nearDuplicates } = this.parts;
    const prepared = await addition.prepare(application, input);
    const added = await addition.store(application, prepared, { signal: input.signal });
    const view = await views.counted(application.id, added);
    // Looked for once the new one can be found: of two that are added at the same moment, the later finds the earlier.
    return {
      ...view,
      nearDuplicates: await nearDuplicates.find(application, prepared.signature.dna, view.id),
    };
  }

  /** Replaces the keywords of a reference. @throws LoupeError INVALID_KEYWORD, UNKNOWN_IMAGE_ID */
  async setKeywords(
    application: Application,
    imageId: string,
    keywords: readonly string[],
  ): Promise<ReferenceView> {
    return this.update(application, imageId, { keywords });
  }

  /**
   * Replaces the keywords or the metadata of a reference, switches it off or on; what is left out stays.
   *
   * @throws LoupeError INVALID_KEYWORD, UNKNOWN_IMAGE_ID, BAD_USER_INPUT when nothing is to be changed
   */
  async update(
    application: Application,
    imageId: string,
    { keywords, metadata, isActive }: ReferencePatch,
  ): Promise<ReferenceView> {
    if (keywords === undefined && metadata === undefined && isActive === undefined)
      throw badInput('keywords', 'or metadata or isActive is needed');
    const tags = {
      ...(keywords === undefined ? {} : { keywords: requireKeywords(keywords) }),
      ...(metadata === undefined ? {} : { metadata: metadata === null ? null : requireMetadata(metadata) }),
    };
    const { database, store } = this.parts;
    const row = await database.transaction(async (transaction) => {
      await this.require(transaction.em, application, imageId, 'UNKNOWN_IMAGE_ID');
      if (keywords !== undefined || metadata !== undefined) {
        await store.write(transaction, application.id, [{ kind: 'tag', externalId: imageId, ...tags }]);
      }
      if (isActive !== undefined) {
        await store.setPresence(transaction, application.id, [imageId], isActive ? 'show' : 'hide');
      }
      return this.require(transaction.em, application, imageId, 'UNKNOWN_IMAGE_ID');
    });
    return this.parts.views.of(application.id, row);
  }

  /**
   * Switches references off, so that searches no longer find them, or on again; a new picture of an id leaves it as it is.
   *
   * @returns the ids that are there, and those that are not
   * @throws LoupeError TOO_MANY_IDS
   */
  async setActive(
    application: Application,
    imageIds: readonly string[],
    isActive: boolean,
  ): Promise<{ readonly known: readonly string[]; readonly unknown: readonly string[] }> {
    const ids = requireIds(imageIds);
    return this.parts.database.transaction(async (transaction) => {
      const rows = await this.parts.store.load(transaction.em, application.id, ids);
      const present = new Set(rows.map((row) => row.externalId));
      const known = ids.filter((id) => present.has(id));
      await this.parts.store.setPresence(transaction, application.id, known, isActive ? 'show' : 'hide');
      return { known, unknown: ids.filter((id) => !present.has(id)) };
    });
  }

  /** @returns the number of the change. @throws LoupeError IMAGE_TO_DELETE_NOT_FOUND */
  async remove(application: Application, imageId: string): Promise<number> {
    return this.parts.database.transaction(async (transaction) => {
      await this.require(transaction.em, application, imageId, 'IMAGE_TO_DELETE_NOT_FOUND');
      const count = await this.erase(transaction, application, [imageId]);
      // Another caller was faster.
      if (count === 0) throwUnknown('IMAGE_TO_DELETE_NOT_FOUND', imageId);
      return lastChange(transaction.em, application);
    });
  }

  /**
   * Removes several references at once; unknown ids are no failure.
   *
   * @throws LoupeError TOO_MANY_IDS
   * @returns the ids that were there, and those that were not
   */
  async removeMany(
    application: Application,
    imageIds: readonly string[],
  ): Promise<{ readonly removed: readonly string[]; readonly unknown: readonly string[] }> {
    const ids = requireIds(imageIds);
    return this.parts.database.transaction(async (transaction) => {
      const rows = await this.parts.store.load(transaction.em, application.id, ids);
      const present = new Set(rows.map((row) => row.externalId));
      const removed = ids.filter((id) => present.has(id));
      await this.erase(transaction, application, removed);
      return { removed, unknown: ids.filter((id) => !present.has(id)) };
    });
  }

  /** @throws LoupeError UNKNOWN_IMAGE_ID */
  async get(application: Application, imageId: string): Promise<ReferenceView> {
    const row = await this.require(this.parts.database.reader(), application, imageId, 'UNKNOWN_IMAGE_ID');
    return this.parts.views.of(application.id, row);
  }

  /** The signature of a reference's first image. @throws LoupeError UNKNOWN_IMAGE_ID */
  async getDna(application: Application, imageId: string): Promise<Buffer> {
    const row = await this.require(this.parts.database.reader(), application, imageId, 'UNKNOWN_IMAGE_ID');
    return Buffer.from(row.dna ?? throwUnknown('UNKNOWN_IMAGE_ID', imageId));
  }

  /** The signatures of all images of a reference. @throws LoupeError UNKNOWN_IMAGE_ID */
  async getDnas(application: Application, imageId: string): Promise<readonly Buffer[]> {
    const rows = await this.parts.database
      .reader()
      .find(
        Reference,
        { applicationId: application.id, externalId: imageId },
        { orderBy: { ordinal: 'asc' } },
      );
    if (rows.length === 0) throwUnknown('UNKNOWN_IMAGE_ID', imageId);
    return rows.flatMap(({ dna }) => (dna == null ? [] : [Buffer.from(dna)]));
  }

  /** Number of images in the application. */
  async count(application: Pick<Application, 'id'>): Promise<number> {
    return (await countReferences(this.parts.database, application.id)).images;
  }

  /** Whether a change of this number was made; every number that was given out is that of a finished one. */
  async isChangeMade(application: Pick<Application, 'id'>, changeNumber: number): Promise<boolean> {
    return changeNumber >= 0 && changeNumber <= (await lastChange(this.parts.database.reader(), application));
  }

  private async erase(
    transaction: Transaction,
    application: Application,
    imageIds: readonly string[],
  ): Promise<number> {
    const writes = imageIds.map((externalId) => ({ kind: 'remove', externalId }) as const);
    const count = await this.parts.store.write(transaction, application.id, writes);
    transaction.afterCommit(() => this.parts.counters.note(application.id, 'imagesDeleted', count));
    return count;
  }

  private async first(em: EntityManager, application: Application, externalId: string) {
    return em.findOne(
      Reference,
      { applicationId: application.id, externalId },
      { orderBy: { ordinal: 'asc' } },
    );
  }

  private async require(
    em: EntityManager,
    application: Application,
    imageId: string,
    code: UnknownCode,
  ): Promise<Reference> {
    return (await this.first(em, application, imageId)) ?? throwUnknown(code, imageId);
  }
}
