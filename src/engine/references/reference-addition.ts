/** Adds references: a picture is read first, then any number of them are stored together. */
import type { UsageLimits } from '../../access/usage-limits.js';
import type { Database, EntityManager, Transaction } from '../../db/database.js';
import type { StagedFile } from '../../media/blobs/file-store.js';
import type { ApplicationCounters } from '../application-counters.js';
import type { Application } from '../application.entity.js';
import { lastChange } from './application-turn.js';
import { requireKeywords } from './keywords.rules.js';
import { type Metadata, requireMetadata } from './metadata.rules.js';
import type { PictureSignatures, PictureSource } from './pictures/picture-signatures.js';
import { Reference, type ReferenceWithoutDna } from './reference.entity.js';
import type { ReferenceStore, ReferenceWrite, Signature } from './reference-store.js';
import type { ReferenceThumbnails } from './pictures/reference-thumbnails.js';
import { toView } from './reference-views.js';
import { requireImageId, MAX_IDS } from '../search/search.rules.js';
import type { AddedReference } from '../views.js';
import { requireCaller } from '../engine-failures.js';
import { LoupeError } from '../../kernel/errors.js';

/** Each once. @throws LoupeError TOO_MANY_IDS */
export function requireIds(imageIds: readonly string[]): readonly string[] {
  const ids = [...new Set(imageIds)];
  if (ids.length <= MAX_IDS) return ids;
  throw new LoupeError('TOO_MANY_IDS', `Give at most ${MAX_IDS} ids at once; there are ${ids.length}.`);
}

export type UnknownCode = 'UNKNOWN_IMAGE_ID' | 'IMAGE_TO_DELETE_NOT_FOUND';

export function throwUnknown(code: UnknownCode, imageId: string): never {
  throw new LoupeError(
    code,
    code === 'UNKNOWN_IMAGE_ID' ? 'Unknown image id' : `Image ${imageId.slice(0, 100)} was not found.`,
  );
}

export interface NewReference extends PictureSource {
  readonly imageId: string;
  readonly keywords?: readonly string[];
  /** A JSON object that is kept with it, as `requireMetadata` takes it; null for none. */
  readonly metadata?: unknown;
  /** Whether searches find it; as the id is so far where nothing is said, and a new one is found. */
  readonly isActive?: boolean | undefined;
  /** Adds one more image to the id; by default the images that it has are replaced. */
  readonly isAdditional?: boolean;
  /** Gives the addition up when the caller is gone before it is stored. */
  readonly signal?: AbortSignal;
}

/** A picture that was found good, and what is to be stored of it. */
export interface PreparedReference {
  readonly externalId: string;
  /** null keeps those that the id has. */
  readonly keywords: readonly string[] | null;
  /** undefined keeps what the id has. */
  readonly metadata: Metadata | null | undefined;
  readonly isActive: boolean | undefined;
  readonly isAdditional: boolean;
  readonly signature: Signature;
  readonly thumbnail: StagedFile | null;
}

export type StoredReference = Omit<AddedReference, 'nearDuplicates'>;

export interface StoreOptions {
  /** Gives it up when the caller is gone. */
  readonly signal?: AbortSignal | undefined;
  /** What is written in the same transaction. */
  readonly also?: (transaction: Transaction) => Promise<void>;
}

export interface ReferenceAdditionParts {
  readonly database: Database;
  readonly store: ReferenceStore;
  readonly signatures: PictureSignatures;
  readonly thumbnails: ReferenceThumbnails;
  readonly counters: ApplicationCounters;
  readonly usage: UsageLimits;
}

export class ReferenceAddition {
  constructor(private readonly parts: ReferenceAdditionParts) {}

  /**
   * Reads a picture and checks what is said of it; nothing is stored but its thumbnail, which `drop` takes back.
   *
   * @throws LoupeError MISSING_PARAMETER, BAD_USER_INPUT, INVALID_KEYWORD, IMAGE_AND_DNA, NEITHER_IMAGE_NOR_DNA,
   *   INVALID_IMAGE, UNSUPPORTED_MEDIA, PAYLOAD_TOO_LARGE, IMAGE_TOO_SIMPLE, INVALID_DNA, OVERLOADED, RATE_LIMITED
   */
  async prepare(application: Application, input: NewReference): Promise<PreparedReference> {
    const externalId = requireImageId(input.imageId);
    const keywords = input.keywords === undefined ? null : requireKeywords(input.keywords);
    const metadata = input.metadata == null ? input.metadata : requireMetadata(input.metadata);
    await this.parts.usage.reference(application.id);
    const signature = await this.parts.signatures.ofReference(application.kind, input, input.signal);
    const thumbnail = await this.parts.thumbnails.stage(application, input.image);
    const { isActive, isAdditional = false } = input;
    return { externalId, keywords, metadata, isActive, isAdditional, signature, thumbnail };
  }

  /** Takes back what `prepare` stored. */
  async drop({ thumbnail }: PreparedReference): Promise<void> {
    await this.parts.thumbnails.drop(thumbnail);
  }

  /**
   * Stores references in one transaction, all or none. Searches that start after this resolves see them.
   *
   * @param prepared of different ids
   */
  async storeAll(
    application: Application,
    prepared: readonly PreparedReference[],
    { signal, also }: StoreOptions = {},
  ): Promise<void> {
    await this.transact(prepared, signal, async (transaction) => {
      await this.write(transaction, application, prepared);
      await also?.(transaction);
    });
  }

  /** As `storeAll`, of one. @returns it as it is stored */
  async store(
    application: Application,
    prepared: PreparedReference,
    { signal }: Pick<StoreOptions, 'signal'> = {},
  ): Promise<StoredReference> {
    return this.transact([prepared], signal, async (transaction) => {
      const { em } = transaction;
      await this.write(transaction, application, [prepared]);
      const { externalId } = prepared;
      const rows = (await this.rowsOf(em, application, [prepared])).get(externalId) ?? [];
      const added = rows.at(-1) ?? throwUnknown('UNKNOWN_IMAGE_ID', externalId);
      const thumbnailFileId = rows[0]?.thumbnailId ?? null;
      const changeNumber = await lastChange(em, application);
      return { ...toView(added), thumbnailFileId, imageCount: rows.length, changeNumber };
    });
  }

  private async transact<T>(
    prepared: readonly PreparedReference[],
    signal: AbortSignal | undefined,
    work: (transaction: Transaction) => Promise<T>,
  ): Promise<T> {
    try {
      return await this.parts.database.transaction((transaction) => {
        // Nothing is stored for callers who will not learn of it.
        requireCaller(signal);
        return work(transaction);
      });
    } catch (error) {
      for (const each of prepared) await this.drop(each);
      throw error;
    }
  }

  private async write(
    transaction: Transaction,
    application: Application,
    prepared: readonly PreparedReference[],
  ): Promise<void> {
    const { em, afterCommit } = transaction;
    const additional = prepared.filter(({ isAdditional }) => isAdditional);
    const known = await this.rowsOf(em, application, additional);
    const writes = prepared.flatMap((each) => writesOf(each, known.get(each.externalId)?.[0]));
    await this.parts.store.write(transaction, application.id, writes);
    // The images of one id are found together, or none of them.
    for (const { externalId, isActive } of additional) {
      if (isActive === undefined || !known.has(externalId)) continue;
      const presence = isActive ? 'show' : 'hide';
      await this.parts.store.setPresence(transaction, application.id, [externalId], presence);
    }
    afterCommit(() => this.parts.counters.note(application.id, 'imagesAdded', prepared.length));
  }

  private async rowsOf(
    em: EntityManager,
    application: Application,
    prepared: readonly PreparedReference[],
  ): Promise<ReadonlyMap<string, readonly ReferenceWithoutDna[]>> {
    const found = new Map<string, ReferenceWithoutDna[]>();
    if (prepared.length === 0) return found;
    const externalId = { $in: prepared.map((each) => each.externalId) };
    const where = { applicationId: application.id, externalId };
    for (const row of await em.find(Reference, where, { orderBy: { ordinal: 'asc' }, exclude: ['dna'] })) {
      const id = row.externalId ?? '';
      found.set(id, [...(found.get(id) ?? []), row]);
    }
    return found;
  }
}

/** @param known the first image that the id has, where one more is added */
function writesOf(
  { externalId, keywords, metadata, isActive, isAdditional, signature, thumbnail }: PreparedReference,
  known: ReferenceWithoutDna | undefined,
): readonly ReferenceWrite[] {
  const tags = {
    keywords: keywords ?? known?.keywords ?? [],
    metadata: metadata === undefined ? (known?.metadata ?? null) : metadata,
  };
  const isPresent = isActive ?? 'as it is';
  return [
    // The images of one id share their keywords and metadata.
    ...(known === undefined ? [] : [{ kind: 'tag', externalId, ...tags } as const]),
    { kind: 'put', externalId, signature, thumbnail, ...tags, isPresent, isAdditional },
  ];
}
