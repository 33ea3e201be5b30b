/** The history of a document: who changed what and when, and the way back to earlier texts and to earlier files of its pages. */
import type { Viewer } from '../../access/viewer.js';
import { type ChangeOperation, DocumentChange } from './document-change.entity.js';
import { placesOf } from './element-places.js';
import { readReplacedText, readTextStates, type Replaced } from './text-states.js';
import type { OperationChange } from '../../audit/operation-record.entity.js';
import { Icon } from '../../content/icons/icon.entity.js';
import type { Database, EntityManager } from '../../db/database.js';
import { type GuardedNodes, shown } from '../../tree/guarded-nodes.js';
import type { Clock } from '../../kernel/clock.js';
import { MS_PER_DAY } from '../../kernel/durations.js';
import { badInput, LoupeError, notFound } from '../../kernel/errors.js';
import { isId } from '../../kernel/ids.js';
import type { FileStore } from '../../media/blobs/file-store.js';
import { forgetFiles, type PageFileChange } from '../pages/page-file-change.js';
import type { PageImages } from '../pages/page-images.js';
import { type AppliedChanges, backwards, type RecordedChanges } from '../texts/recorded-changes.js';
import type { ImageView } from '../views.js';
import { changesOfText } from './text-changes.js';
import { type WayBack, wayBack } from './way-back.js';

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
  readonly changes: readonly OperationChange[];
  readonly changesLeftOut: number;
  /** Whether titles or actions changed. */
  readonly hasTexts: boolean;
  /** The page that has another file since, where the earlier one is still kept. */
  readonly earlierFile: {
    readonly pageId: string;
    readonly datePurged: Date;
    /** Of its small picture; null where that was not kept. */
    readonly thumbnailFileId: string | null;
  } | null;
}

export interface DocumentHistory {
  /** Newest first. */
  readonly changes: readonly DocumentChangeView[];
  readonly hasMore: boolean;
}

export interface RestoredTexts extends AppliedChanges {
  /** Titles and actions of pages and zones that are gone. */
  readonly leftOut: number;
}

/** What `restoreTexts` would do: values from what they are now to what they would be. */
export interface TextsToRestore extends Pick<DocumentChangeView, 'changes' | 'changesLeftOut'> {
  /** Titles and actions that would not be what they are. */
  readonly count: number;
  /** Titles and actions of pages and zones that are gone. */
  readonly leftOut: number;
}

export interface DocumentHistoryParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly guarded: GuardedNodes;
  readonly recorded: RecordedChanges;
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
    return { changes: rows.slice(0, first).map((row) => this.toView(row)), hasMore: rows.length > first };
  }

  /**
   * Makes the titles and actions of a document what they were after a change of its history, or before it. That is a change like any
   * other: it stands in the history, and can be taken back.
   *
   * @throws LoupeError NOT_FOUND (document, or a change that is no longer kept), FORBIDDEN, BAD_USER_INPUT when more than 5,000
   *   titles and actions would change
   */
  async restoreTexts(
    viewer: Viewer,
    changeId: string,
    { isBefore }: { readonly isBefore: boolean },
  ): Promise<RestoredTexts> {
    const { database, recorded } = this.parts;
    return database.together(async ({ em }) => {
      const change = await this.require(em, viewer, changeId);
      const { wanted, leftOut } = await wayBackTo(em, change, isBefore);
      const changes = wanted.flatMap(backwards);
      return { ...(await recorded.apply(viewer, change.documentId, changes)), leftOut };
    });
  }

  /** What `restoreTexts` would do now. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async previewTexts(
    viewer: Viewer,
    changeId: string,
    { isBefore }: { readonly isBefore: boolean },
  ): Promise<TextsToRestore> {
    const em = this.parts.database.reader();
    const { wanted, leftOut } = await wayBackTo(em, await this.require(em, viewer, changeId), isBefore);
    const values = wanted.flatMap(({ before, after }) => changesOfText({ before: after, after: before }));
    return { count: wanted.length, leftOut, ...firstOf(values) };
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

  private toView(row: DocumentChange): DocumentChangeView {
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
    const changes = storedTexts(texts).flatMap(changesOfText);
    const datePurged = new Date(dateCreated.getTime() + this.parts.days * MS_PER_DAY);
    return {
      id,
      date: dateCreated,
      user,
      userId: userId ?? null,
      operations,
      operationsLeftOut,
      ...firstOf(changes),
      hasTexts: texts != null,
      earlierFile:
        pageId == null || fileId == null
          ? null
          : { pageId, datePurged, thumbnailFileId: thumbnailId ?? null },
    };
  }
}

/** As many values as a list shows. */
function firstOf(
  changes: readonly OperationChange[],
): Pick<DocumentChangeView, 'changes' | 'changesLeftOut'> {
  return {
    changes: changes.slice(0, MOST_VALUES),
    changesLeftOut: Math.max(0, changes.length - MOST_VALUES),
  };
}

async function wayBackTo(
  em: EntityManager,
  { id, documentId }: DocumentChange,
  isBefore: boolean,
): Promise<WayBack> {
  const since = await em.find(
    DocumentChange,
    { documentId, texts: { $ne: null }, id: isBefore ? { $gte: id } : { $gt: id } },
    { orderBy: { id: 'asc' } },
  );
  const replaced = since.flatMap(({ texts }) => storedTexts(texts));
  const nodeIds = replaced.flatMap(({ before, after }) => [before?.nodeId ?? [], after?.nodeId ?? []].flat());
  const places = await placesOf(em, nodeIds);
  const present = new Set(nodeIds.filter((nodeId) => places.get(nodeId)?.documentId === documentId));
  const now = await readTextStates(em, [...present]);
  return wayBack(replaced, now, present, await presentIcons(em, replaced));
}

async function presentIcons(em: EntityManager, replaced: readonly Replaced[]): Promise<ReadonlySet<string>> {
  const ids = replaced.flatMap(({ before }) => (before?.kind === 'action' ? (before.iconId ?? []) : []));
  const icons = await em.find(Icon, { id: { $in: [...new Set(ids)] } }, { fields: ['id'] });
  return new Set(icons.map(({ id }) => id));
}

function storedTexts(json: string | null | undefined): readonly Replaced[] {
  return (JSON.parse(json ?? '[]') as readonly unknown[]).map(readReplacedText);
}
