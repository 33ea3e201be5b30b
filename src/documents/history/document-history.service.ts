/**
 * The history of a document: who changed what and when, and the way back to earlier texts, zones and languages, and to earlier
 * files of its pages.
 */
import { LockMode } from '@mikro-orm/core';
import type { Viewer } from '../../access/viewer.js';
import { type ChangeOperation, DocumentChange } from './document-change.entity.js';
import { Document } from '../document.entity.js';
import type { DraftReview } from '../drafts/draft.entity.js';
import type { ReplacedZone } from '../zones/zone.states.js';
import type { ZoneTransitions } from '../zones/zone-transitions.js';
import type { DocumentLanguageService } from '../../content/languages/document-language.service.js';
import type { Database, EntityManager } from '../../db/database.js';
import { Node } from '../../tree/node.entity.js';
import { type GuardedNodes, shown } from '../../tree/guarded-nodes.js';
import { type Clock, MS_PER_DAY } from '../../kernel/clock.js';
import { badInput, LoupeError, notFound } from '../../kernel/errors.js';
import { isId } from '../../kernel/ids.js';
import type { FileStore } from '../../media/blobs/file-store.js';
import { readLastEditors } from '../nodes/element-counts.js';
import { forgetFiles, type PageFileChange } from '../pages/page-file-change.js';
import type { PageImages } from '../pages/page-images.js';
import { type AppliedChanges, backwards, type RecordedChanges } from '../texts/recorded-changes.js';
import type { ImageView } from '../views.js';
import { namesFor, type PlacedChange, replacedBy, valuesOf } from './replacements.js';
import { wayBackTo } from './way-back-to-version.js';

const MOST_LISTED = 100;
/** Values of one change that a list shows. */
const MOST_VALUES = 50;

export interface DocumentChangeView {
  readonly id: string;
  readonly date: Date;
  readonly user: string;
  readonly userId: string | null;
  readonly operations: readonly ChangeOperation[];
  readonly operationsLeftOut: number;
  readonly changes: readonly PlacedChange[];
  readonly changesLeftOut: number;
  /** Whether titles or actions changed. */
  readonly hasTexts: boolean;
  /** Whether it can be gone back to: titles, actions, zones or languages changed. */
  readonly isVersion: boolean;
  /** The page that has another file since, where the earlier one is still kept. */
  readonly earlierFile: {
    readonly pageId: string;
    readonly datePurged: Date;
    /** Of its small picture; null where that was not kept. */
    readonly thumbnailFileId: string | null;
  } | null;
  /** Of the draft that was published; null where there was none. */
  readonly review: DraftReview | null;
}

export interface DocumentHistory {
  /** Newest first. */
  readonly changes: readonly DocumentChangeView[];
  readonly hasMore: boolean;
  /** Since when it is kept, for a document that is older; null where it is kept since the document was made. */
  readonly begins: Date | null;
}

export interface RestoredTexts extends AppliedChanges {
  /** Titles and actions of pages and zones that are gone, and zones that are gone themselves. */
  readonly leftOut: number;
}

/** Changes that `restoreTexts` would make: values from what they are now to what they would be. */
export interface TextsToRestore extends Pick<DocumentChangeView, 'changes' | 'changesLeftOut'> {
  /** Titles, actions, zones and languages that would not be what they are. */
  readonly count: number;
  /** Titles and actions of pages and zones that are gone, and zones that are gone themselves. */
  readonly leftOut: number;
}

export interface DocumentHistoryParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly guarded: GuardedNodes;
  readonly recorded: RecordedChanges;
  readonly zoneTransitions: Pick<ZoneTransitions, 'during'>;
  readonly documentLanguages: Pick<DocumentLanguageService, 'add' | 'remove'>;
  readonly files: FileStore;
  readonly pages: PageImages;
  readonly pageFileChange: PageFileChange;
  /** How long earlier files of pages are kept. */
  readonly days: number;
}

export class DocumentHistoryService {
  constructor(private readonly parts: DocumentHistoryParts) {}

  /**
   * @param before id of the change that the list begins behind; null for the newest
   * @param first  1 to 100 changes
   * @throws LoupeError NOT_FOUND, FORBIDDEN, BAD_USER_INPUT
   */
  async list(
    viewer: Viewer,
    documentId: string,
    { before, first }: { readonly before: string | null; readonly first: number },
  ): Promise<DocumentHistory> {
    if (!Number.isInteger(first) || first < 1 || first > MOST_LISTED)
      throw badInput('first', `must be a whole number from 1 to ${MOST_LISTED}`);
    if (before !== null && !isId(before)) throw badInput('before', 'must be the id of a change');
    const { database, guarded } = this.parts;
    const em = database.reader();
    const { id } = await guarded.requireOfType(em, viewer, 'content:write', documentId, 'Document');
    const bound = before === null ? {} : { id: { $lt: before.toLowerCase() } };
    const rows = await em.find(
      DocumentChange,
      { documentId: id, ...bound },
      { orderBy: { id: 'desc' }, limit: first + 1 },
    );
    const { historyBegins } = await em.findOneOrFail(Document, { id }, { fields: ['historyBegins'] });
    const listed = rows.slice(0, first).map((row) => ({ row, ...replacedBy(row) }));
    const names = await namesFor(em, listed);
    return {
      changes: listed.map(({ row, ...replaced }) => this.toView(row, valuesOf(replaced, names))),
      hasMore: rows.length > first,
      begins: historyBegins ?? null,
    };
  }

  /**
   * The last editor of each document, or else its maker; null where that is not known, and for those who may not edit it.
   *
   * @returns in the order of the ids, and an error for what is not there
   */
  async lastEditors(
    viewer: Viewer,
    ids: readonly string[],
  ): Promise<readonly (string | null | LoupeError)[]> {
    const em = this.parts.database.reader();
    const right = 'content:write';
    const places = await this.parts.guarded.requireEachPlace(em, viewer, right, ids, 'Document');
    const known = places.flatMap((place) => (place instanceof LoupeError ? [] : [place.id]));
    const editors = await readLastEditors(em, known);
    return places.map((place) => {
      if (place instanceof LoupeError) return place.code === 'FORBIDDEN' ? null : place;
      return editors.get(place.id) ?? null;
    });
  }

  /**
   * Makes the titles, actions, zones and languages of a document what they were after a change of its history, or before it: zones that
   * went since come back from the trash, those that came since go there, with their texts. That is a change like any other: it stands
   * in the history, and can be taken back.
   *
   * @throws LoupeError NOT_FOUND (document, or a change that is no longer kept), FORBIDDEN, BAD_USER_INPUT when more than 5,000
   *   titles and actions would change, INSUFFICIENT_CREDIT, CONFLICT when somebody changes its zones at this moment
   */
  async restoreTexts(
    viewer: Viewer,
    changeId: string,
    { isBefore }: { readonly isBefore: boolean },
  ): Promise<RestoredTexts> {
    const { database, recorded, zoneTransitions, documentLanguages } = this.parts;
    const reader = database.reader();
    const ahead = await wayBackTo(reader, await this.require(reader, viewer, changeId), isBefore);
    const restored = zoneTransitions.during(ahead.zones, (steps) =>
      database.together(async ({ em }) => {
        const change = await this.require(em, viewer, changeId);
        const { documentId } = change;
        await holdZones(em, ahead.zones);
        const { texts, zones, languages, leftOut } = await wayBackTo(em, change, isBefore);
        for (const { after } of languages)
          if (after !== null) await documentLanguages.add(viewer, documentId, after.languageCode);
        await steps.addAndChange(viewer, zones);
        const changes = texts.flatMap(backwards);
        const applied = await recorded.apply(viewer, documentId, changes, { zones, languages });
        await steps.remove(viewer, zones);
        for (const { before, after } of languages)
          if (before !== null && after === null)
            await documentLanguages.remove(viewer, documentId, before.languageCode);
        return { ...applied, leftOut };
      }),
    );
    return restored.catch((error: unknown) => {
      if (!(error instanceof LoupeError) || error.code !== 'CHANGED_MEANWHILE') throw error;
      throw new LoupeError('CONFLICT', error.message);
    });
  }

  /** Changes that `restoreTexts` would make now. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async previewTexts(
    viewer: Viewer,
    changeId: string,
    { isBefore }: { readonly isBefore: boolean },
  ): Promise<TextsToRestore> {
    const em = this.parts.database.reader();
    const way = await wayBackTo(em, await this.require(em, viewer, changeId), isBefore);
    const { zones, languages, leftOut } = way;
    const texts = way.texts.map(({ before, after }) => ({ before: after, after: before }));
    const names = await namesFor(em, [{ texts, zones }]);
    const count = texts.length + zones.length + languages.length;
    return { count, leftOut, ...firstOf(valuesOf({ texts, zones, languages }, names)) };
  }

  /**
   * Gives a page the file back that it had before a change of the history. The present one becomes an earlier one in its turn.
   *
   * @throws LoupeError NOT_FOUND, FORBIDDEN, CONFLICT (also when the file is no longer kept), INSUFFICIENT_CREDIT, OVERLOADED
   */
  async restorePageFile(viewer: Viewer, changeId: string): Promise<ImageView> {
    const { database, files, pages, pageFileChange } = this.parts;
    const { pageId, fileId } = await this.require(database.reader(), viewer, changeId);
    if (pageId == null || fileId == null)
      throw new LoupeError(
        'CONFLICT',
        'The change replaced no file of a page, or the earlier file is no longer kept.',
      );
    const bytes = await files.read({ id: fileId });
    return pageFileChange.apply(viewer, pageId, { picture: await pages.prepareKept(bytes), bytes });
  }

  /** Removes files of pages that have been kept for long enough. @returns how many */
  async purgeOld(): Promise<number> {
    const { database, clock, days, files } = this.parts;
    const dateCreated = { $lt: new Date(clock.now().getTime() - days * MS_PER_DAY) };
    return database.transaction(async (transaction) => {
      const old = await transaction.em.find(DocumentChange, { fileId: { $ne: null }, dateCreated });
      await forgetFiles(transaction, files, old);
      return old.length;
    });
  }

  private async require(em: EntityManager, viewer: Viewer, changeId: string): Promise<DocumentChange> {
    const what = `Change ${shown(changeId)}`;
    const row = isId(changeId) ? await em.findOne(DocumentChange, { id: changeId.toLowerCase() }) : null;
    await this.parts.guarded.requireFor(em, viewer, 'content:write', row?.documentId ?? null, what);
    if (row === null) throw notFound(what);
    return row;
  }

  private toView(row: DocumentChange, values: readonly PlacedChange[]): DocumentChangeView {
    const {
      id,
      dateCreated,
      user,
      userId,
      operations,
      operationsLeftOut,
      texts,
      pageId,
      fileId,
      thumbnailId,
    } = row;
    const datePurged = new Date(dateCreated.getTime() + this.parts.days * MS_PER_DAY);
    return {
      id,
      date: dateCreated,
      user,
      userId: userId ?? null,
      operations,
      operationsLeftOut,
      ...firstOf(values),
      hasTexts: texts != null,
      isVersion: texts != null || row.zones != null || row.languages != null,
      earlierFile:
        pageId == null || fileId == null
          ? null
          : { pageId, datePurged, thumbnailFileId: thumbnailId ?? null },
      review: row.review ?? null,
    };
  }
}

/** As many values as a list shows. */
function firstOf(changes: readonly PlacedChange[]): Pick<DocumentChangeView, 'changes' | 'changesLeftOut'> {
  return {
    changes: changes.slice(0, MOST_VALUES),
    changesLeftOut: Math.max(0, changes.length - MOST_VALUES),
  };
}

/** Nobody changes these zones, or adds others to their pages, until the transaction ends. */
async function holdZones(em: EntityManager, zones: readonly ReplacedZone[]): Promise<void> {
  const ids = zones.flatMap(({ before, after }) =>
    [before, after].flatMap((state) => (state === null ? [] : [state.pageId, state.id])),
  );
  const options = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } } as const;
  await em.find(Node, { id: { $in: [...new Set(ids)] } }, options);
}
