/**
 * Changes of references, made in the transaction of whatever they belong to. Each change takes the application's
 * next number, so that the index can follow; the index is brought up to date once the changes are durable and
 * before the caller's transaction resolves.
 */
import type { Clock } from '../../kernel/clock.js';
import type { EntityManager, Transaction } from '../../db/database.js';
import { inParts } from '../../db/in-parts.js';
import type { StagedFile } from '../../media/blobs/file-store.js';
import { appearanceOf } from '../../engine-host/dna.js';
import type { Extraction, Grade } from '../../engine-host/types.js';
import type { Vision } from '../../engine-host/vision.js';
import type { Application } from '../application.entity.js';
import { applyChanges, takeNumbers, takeTurn } from './application-turn.js';
import { toChange } from '../feed/database-feed.js';
import type { Metadata } from './metadata.rules.js';
import { forgetRecognitions } from './recognition-counters.js';
import { assign, insertReferences, isUnwritten, UNWRITTEN } from './reference-insertion.js';
import { Reference } from './reference.entity.js';
import { addTags, writeTags } from './reference-tags.js';
import type { ReferenceThumbnails } from './pictures/reference-thumbnails.js';
import { addPictures, storePictures } from './pictures/reference-pictures.js';
import { type Presence, ReferencePresence } from './reference-presence.js';

/** What is kept of a picture; without a grade when only the DNA was given. */
export type Signature = Pick<Extraction, 'dna' | 'keypointCount'> & {
  readonly grade: Grade | null;
  /** A gray JPEG of its small content; null when only the DNA was given, or nobody will ask for it. */
  readonly picture?: Buffer | null;
};

export type ReferenceWrite =
  | {
      readonly kind: 'put';
      readonly externalId: string;
      readonly signature: Signature;
      /** A small copy of the picture; the id's first image takes it where the application keeps such. */
      readonly thumbnail?: StagedFile | null;
      readonly keywords: readonly string[];
      /** What the caller keeps with it; nothing when absent. */
      readonly metadata?: Metadata | null;
      /** `as it is`: as the id's images are so far; a new one is present. */
      readonly isPresent: boolean | 'as it is';
      /** Keeps the images that the id has already; by default they are replaced. */
      readonly isAdditional?: boolean;
    }
  | {
      readonly kind: 'tag';
      readonly externalId: string;
      /** Absent leaves them as they are, as of the metadata. */
      readonly keywords?: readonly string[];
      readonly metadata?: Metadata | null;
    }
  | { readonly kind: 'remove'; readonly externalId: string };

type PutWrite = Extract<ReferenceWrite, { kind: 'put' }>;
type TagWrite = Extract<ReferenceWrite, { kind: 'tag' }>;

/** SQL databases limit the values of one statement. */
const BATCH = 500;

export class ReferenceStore {
  private readonly presence: ReferencePresence;

  constructor(
    private readonly vision: Pick<Vision, 'apply' | 'drop'>,
    private readonly thumbnails: ReferenceThumbnails,
    private readonly clock: Clock,
  ) {
    this.presence = new ReferencePresence(vision, thumbnails, clock);
  }

  /** The rows of external ids, all images of each, in order of their keys. */
  async load(
    em: EntityManager,
    applicationId: string,
    externalIds: readonly string[],
  ): Promise<readonly Reference[]> {
    const rows: Reference[] = [];
    for (let from = 0; from < externalIds.length; from += BATCH) {
      const externalId = { $in: externalIds.slice(from, from + BATCH) };
      rows.push(...(await em.find(Reference, { applicationId, externalId })));
    }
    // Asked to order by key, SQLite would go through all references of the application.
    return rows.sort((one, other) => one.key - other.key);
  }

  /**
   * Makes changes in order. Tagging or removing what is not there does nothing.
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
    const application = await takeTurn(em, applicationId);
    const known = new Map<string, Reference[]>();
    const ids = [...new Set(writes.map((write) => write.externalId))];
    for (const row of await this.load(em, applicationId, ids)) {
      if (row.externalId != null) known.set(row.externalId, [...(known.get(row.externalId) ?? []), row]);
    }
    const before = thumbnailsOf([...known.values()].flat());
    const keeps = application?.keepsThumbnails === true;
    const changed = new Set<Reference>();
    const pictures = new Map<Reference, Buffer | null>();
    for (const write of writes) {
      const rows = known.get(write.externalId) ?? [];
      for (const row of this.change(em, applicationId, rows, write, keeps)) {
        changed.add(row);
        if (row.externalId === null) pictures.set(row, null);
        else if (write.kind === 'put') pictures.set(row, write.signature.picture ?? null);
      }
      known.set(write.externalId, rows);
    }
    if (changed.size === 0) return 0;
    if (application !== null) {
      const staged = writes.flatMap((write) => (write.kind === 'put' ? (write.thumbnail ?? []) : []));
      const after = thumbnailsOf([...known.values()].flat());
      await this.thumbnails.follow(transaction, application, { staged, before, after });
    }
    let sequence = await takeNumbers(em, applicationId, changed.size);
    for (const row of changed) row.sequence = sequence++;
    const added = [...changed].filter(isUnwritten);
    const others = [...changed].filter((row) => !isUnwritten(row));
    await em.flush();
    await insertReferences(em, added);
    await addTags(em, applicationId, added);
    await writeTags(em, applicationId, others);
    const removed = ids.filter((id) => known.get(id)?.length === 0);
    await forgetRecognitions(em, applicationId, removed);
    await this.writePictures(em, pictures, new Set(added));
    const changes = [...changed].map(toChange);
    afterCommit(() => applyChanges(this.vision, applicationId, changes));
    return changed.size;
  }

  /**
   * Shows, hides or removes all images of any number of external ids; what is not there stays so.
   *
   * @returns how many references changed
   */
  async setPresence(
    transaction: Transaction,
    applicationId: string,
    externalIds: readonly string[],
    presence: Presence,
  ): Promise<number> {
    return this.presence.change(transaction, applicationId, externalIds, presence);
  }

  /** Forgets index and thumbnails of an application that goes in this transaction. */
  async forget(transaction: Transaction, applicationId: string): Promise<void> {
    await this.thumbnails.removeFiles(transaction, applicationId);
    transaction.afterCommit(() => this.vision.drop(applicationId));
  }

  /** Switches the keeping of thumbnails; without it those that there are go. Writers of references wait meanwhile. */
  async keepThumbnails(
    transaction: Transaction,
    application: Application,
    keepsThumbnails: boolean,
  ): Promise<void> {
    await takeTurn(transaction.em, application.id);
    application.keepsThumbnails = keepsThumbnails;
    if (!keepsThumbnails) await this.thumbnails.removeAll(transaction, application.id);
  }

  /** Changes the rows of one id, and the list of them. @returns those that changed */
  private change(
    em: EntityManager,
    applicationId: string,
    rows: Reference[],
    write: ReferenceWrite,
    keepsThumbnails: boolean,
  ): readonly Reference[] {
    const dateModified = this.clock.now();
    switch (write.kind) {
      case 'put':
        return this.put(em, applicationId, rows, keepsThumbnails ? write : { ...write, thumbnail: null });
      case 'tag':
        return rows
          .filter((row) => isChangedBy(row, write))
          .map((row) => assign(em, row, { ...tagsOf(write), dateModified }));
      case 'remove':
        return rows.splice(0).map((row) => this.markRemoved(em, row));
    }
  }

  private put(
    em: EntityManager,
    applicationId: string,
    rows: Reference[],
    {
      externalId,
      signature,
      thumbnail,
      keywords,
      metadata = null,
      isPresent,
      isAdditional = false,
    }: PutWrite,
  ): readonly Reference[] {
    const now = this.clock.now();
    const values = {
      dna: signature.dna,
      appearance: appearanceOf(signature.dna),
      keypointCount: signature.keypointCount,
      gradeValue: signature.grade?.value ?? null,
      gradeReason: signature.grade?.reason ?? null,
      keywords: [...keywords],
      metadata,
      isPresent: isPresent === 'as it is' ? (rows[0]?.isPresent ?? true) : isPresent,
      dateModified: now,
    };
    const thumbnailId = thumbnail?.id ?? null;
    const [first, ...others] = rows;
    if (first !== undefined && !isAdditional) {
      rows.splice(1);
      return [
        assign(em, first, { ...values, thumbnailId }),
        ...others.map((row) => this.markRemoved(em, row)),
      ];
    }
    const ordinal = Math.max(-1, ...rows.map((row) => row.ordinal)) + 1;
    const made = {
      key: UNWRITTEN,
      applicationId,
      externalId,
      ordinal,
      sequence: 0,
      dateCreated: now,
      thumbnailId: ordinal === 0 ? thumbnailId : null,
      ...values,
    } as Reference;
    rows.push(made);
    return [made];
  }

  /** The row stays as a mark of the removal, for indexes that were saved before it. */
  private markRemoved(em: EntityManager, row: Reference): Reference {
    const dateModified = this.clock.now();
    return assign(em, row, {
      externalId: null,
      dna: null,
      appearance: null,
      keywords: [],
      metadata: null,
      thumbnailId: null,
      isPresent: false,
      dateModified,
    });
  }

  /** Pictures of those whose signature changed; of the others they stay. */
  private async writePictures(
    em: EntityManager,
    pictures: ReadonlyMap<Reference, Buffer | null>,
    added: ReadonlySet<Reference>,
  ): Promise<void> {
    const stored = [...pictures].map(([row, picture]) => ({ key: row.key, picture, isNew: added.has(row) }));
    for (const part of inParts(stored, BATCH)) {
      await addPictures(
        em,
        part.filter(({ isNew }) => isNew),
      );
      await storePictures(
        em,
        part.filter(({ isNew }) => !isNew),
      );
    }
  }
}

function isChangedBy(row: Reference, { keywords, metadata }: TagWrite): boolean {
  if (keywords !== undefined && !isSameList(row.keywords, keywords)) return true;
  return metadata !== undefined && JSON.stringify(row.metadata ?? null) !== JSON.stringify(metadata);
}

function tagsOf({ keywords, metadata }: TagWrite): Partial<Pick<Reference, 'keywords' | 'metadata'>> {
  return {
    ...(keywords === undefined ? {} : { keywords: [...keywords] }),
    ...(metadata === undefined ? {} : { metadata }),
  };
}

function thumbnailsOf(rows: readonly Reference[]): ReadonlySet<string> {
  return new Set(rows.flatMap(({ thumbnailId }) => thumbnailId ?? []));
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, at) => text === b[at]);
}
