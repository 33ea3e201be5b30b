/** References of an application: adding, changing, removing and reading them. */
import type { UsageLimits } from '../../access/usage-limits.js';
import type { Database, EntityManager, Transaction } from '../../db/database.js';
import { badInput, LoupeError } from '../../kernel/errors.js';
import type { StagedFile } from '../../media/file-store.js';
import type { GradeReason } from '../../vision/types.js';
import type { ApplicationCounters } from '../application-counters.js';
import { Application } from '../application.entity.js';
import { requireKeywords } from './keywords.rules.js';
import type { NearDuplicates } from './near-duplicates.js';
import type { PictureSignatures, PictureSource } from './picture-signatures.js';
import { countReferences } from './reference-count.js';
import { Reference, type ReferenceWithoutDna } from './reference.entity.js';
import type { ReferenceStore, ReferenceWrite, Signature } from './reference-store.js';
import type { ReferenceThumbnails } from './reference-thumbnails.js';
import { requireImageId, MAX_IDS } from '../search/search.rules.js';
import type { AddedReference, ReferenceView } from '../views.js';
import { requireCaller } from '../vision-failures.js';

export interface NewReference extends PictureSource {
  readonly imageId: string;
  readonly keywords?: readonly string[];
  /** Adds one more image to the id; by default the images that it has are replaced. */
  readonly isAdditional?: boolean;
  /** Gives the addition up when the caller is gone before it is stored. */
  readonly signal?: AbortSignal;
}

/** What is stored of a picture that was found good. */
interface CheckedReference {
  readonly externalId: string;
  /** null keeps those that the id has. */
  readonly keywords: readonly string[] | null;
  readonly signature: Signature;
  readonly thumbnail: StagedFile | null;
}

export interface ReferenceServiceParts {
  readonly database: Database;
  readonly store: ReferenceStore;
  readonly signatures: PictureSignatures;
  readonly thumbnails: ReferenceThumbnails;
  readonly nearDuplicates: NearDuplicates;
  readonly counters: ApplicationCounters;
  readonly usage: UsageLimits;
}

export class ReferenceService {
  constructor(private readonly parts: ReferenceServiceParts) {}

  /**
   * Adds a reference, or replaces the one of the same id. Searches that start after this resolves see it.
   *
   * @throws LoupeError MISSING_PARAMETER, BAD_USER_INPUT, INVALID_KEYWORD, IMAGE_AND_DNA, NEITHER_IMAGE_NOR_DNA,
   *   INVALID_IMAGE, UNSUPPORTED_MEDIA, PAYLOAD_TOO_LARGE, IMAGE_TOO_SIMPLE, INVALID_DNA, OVERLOADED, RATE_LIMITED
   */
  async add(application: Application, input: NewReference): Promise<AddedReference> {
    const externalId = requireImageId(input.imageId);
    const keywords = input.keywords === undefined ? null : requireKeywords(input.keywords);
    await this.parts.usage.reference(application.id);
    const signature = await this.parts.signatures.ofReference(application.kind, input, input.signal);
    const thumbnail = await this.parts.thumbnails.stage(application, input.image);
    const view = await this.put(application, input, { externalId, keywords, signature, thumbnail }).catch(
      async (error: unknown) => {
        await this.parts.thumbnails.drop(thumbnail);
        throw error;
      },
    );
    // Looked for once the new one can be found: of two that are added at the same moment, the later finds the earlier.
    const nearDuplicates = await this.parts.nearDuplicates.find(application, signature.dna, externalId);
    return { ...view, nearDuplicates };
  }

  private async put(
    application: Application,
    { isAdditional = false, signal }: NewReference,
    { externalId, keywords, signature, thumbnail }: CheckedReference,
  ): Promise<Omit<AddedReference, 'nearDuplicates'>> {
    return this.parts.database.transaction(async (transaction) => {
      // Nothing is stored for callers who will not learn of it.
      requireCaller(signal);
      const known = isAdditional ? await this.first(transaction.em, application, externalId) : null;
      const all = keywords ?? known?.keywords ?? [];
      const writes: ReferenceWrite[] = [
        { kind: 'put', externalId, signature, thumbnail, keywords: all, isPresent: 'as it is', isAdditional },
      ];
      // The images of one id share their keywords.
      if (known !== null && keywords !== null) writes.unshift({ kind: 'tag', externalId, keywords });
      await this.parts.store.write(transaction, application.id, writes);
      transaction.afterCommit(() => this.parts.counters.note(application.id, 'imagesAdded'));
      const rows = await this.rowsOf(transaction.em, application, externalId);
      const added = rows.at(-1) ?? throwUnknown('UNKNOWN_IMAGE_ID', externalId);
      const thumbnailFileId = rows[0]?.thumbnailId ?? null;
      const changeNumber = await this.lastChange(transaction.em, application);
      return { ...toView(added), thumbnailFileId, imageCount: rows.length, changeNumber };
    });
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
   * Replaces the keywords of a reference, switches it off or on, or both; what is left out stays.
   *
   * @throws LoupeError INVALID_KEYWORD, UNKNOWN_IMAGE_ID, BAD_USER_INPUT when nothing is to be changed
   */
  async update(
    application: Application,
    imageId: string,
    { keywords, isActive }: { readonly keywords?: readonly string[]; readonly isActive?: boolean },
  ): Promise<ReferenceView> {
    if (keywords === undefined && isActive === undefined) throw badInput('keywords', 'or isActive is needed');
    const distinct = keywords === undefined ? null : requireKeywords(keywords);
    const { database, store } = this.parts;
    return database.transaction(async (transaction) => {
      await this.require(transaction.em, application, imageId, 'UNKNOWN_IMAGE_ID');
      if (distinct !== null) {
        const write = { kind: 'tag', externalId: imageId, keywords: distinct } as const;
        await store.write(transaction, application.id, [write]);
      }
      if (isActive !== undefined) {
        await store.setPresence(transaction, application.id, [imageId], isActive ? 'show' : 'hide');
      }
      return toView(await this.require(transaction.em, application, imageId, 'UNKNOWN_IMAGE_ID'));
    });
  }

  /**
   * Switches references off, so that searches find them no more, or on again; a new picture of an id leaves it as it is.
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
      return this.lastChange(transaction.em, application);
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
    return toView(await this.require(this.parts.database.reader(), application, imageId, 'UNKNOWN_IMAGE_ID'));
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
    return (
      changeNumber >= 0 && changeNumber <= (await this.lastChange(this.parts.database.reader(), application))
    );
  }

  /** Within a transaction that changed references: the number of its last change. */
  private async lastChange(em: EntityManager, { id }: Pick<Application, 'id'>): Promise<number> {
    const { sequence } = await em.findOneOrFail(Application, id, { fields: ['sequence'], refresh: true });
    return sequence;
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

  private async rowsOf(em: EntityManager, application: Application, externalId: string) {
    const where = { applicationId: application.id, externalId };
    return em.find(Reference, where, { orderBy: { ordinal: 'asc' }, exclude: ['dna'] });
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

/** Each once. @throws LoupeError TOO_MANY_IDS */
function requireIds(imageIds: readonly string[]): readonly string[] {
  const ids = [...new Set(imageIds)];
  if (ids.length <= MAX_IDS) return ids;
  throw new LoupeError('TOO_MANY_IDS', `Give at most ${MAX_IDS} ids at once; there are ${ids.length}.`);
}

type UnknownCode = 'UNKNOWN_IMAGE_ID' | 'IMAGE_TO_DELETE_NOT_FOUND';

function throwUnknown(code: UnknownCode, imageId: string): never {
  throw new LoupeError(
    code,
    code === 'UNKNOWN_IMAGE_ID' ? 'Unknown image id' : `Image ${imageId.slice(0, 100)} was not found.`,
  );
}

export function toView(row: ReferenceWithoutDna): ReferenceView {
  return {
    id: row.externalId ?? '',
    keywords: row.keywords,
    keypointCount: row.keypointCount,
    grade: row.gradeValue ?? null,
    gradeReason: (row.gradeReason ?? null) as GradeReason | null,
    thumbnailFileId: row.thumbnailId ?? null,
    isActive: row.isPresent,
    dateCreated: row.dateCreated,
    dateModified: row.dateModified,
  };
}
