/**
 * Files of single pages: pages that are added to a document, and another file for a page that stays. Everything is made
 * before the transaction, which takes all of it or nothing; readers find the document's other pages all the while.
 */
import type { Viewer } from '../../access/viewer.js';
import type { OperationLog } from '../../audit/operation-log.js';
import type { Database } from '../../db/database.js';
import { requireUnchanged } from '../../db/entities.js';
import { badInput, LoupeError } from '../../kernel/errors.js';
import type { GuardedNodes } from '../../tree/guarded-nodes.js';
import type { Node } from '../../tree/node.entity.js';
import type { NodeStore } from '../../tree/node.store.js';
import { requireStatus } from '../../tree/node.rules.js';
import type { UploadedFile } from '../../media/uploads/received-file.js';
import { type Precondition, nodeStateOf } from '../../kernel/precondition.js';
import type { DocumentCover } from '../document-cover.js';
import type { DocumentReader } from '../document-reader.js';
import type { PageAllowance } from './page-allowance.js';
import type { PageImages, PreparedPicture } from './page-images.js';
import type { PageSources } from './page-source.js';
import type { PageFileChange, PreparedFilePage } from './page-file-change.js';
import type { PageWriter } from './page-writer.js';
import { requireReady } from '../settled.js';
import type { TargetService } from '../targets/target.service.js';
import { countPages } from '../trash/trash-bin.js';
import type { ImageView } from '../views.js';

export interface PageInsertion {
  /** Place of the first new page, from 1; behind the last one when absent or null. */
  readonly order?: number | null;
  /** Active or Inactive, in any case of letters; Active by default. */
  readonly status?: string | null;
  /** Of the document. */
  readonly precondition?: Precondition | undefined;
}

export interface PageFileServiceParts {
  readonly database: Database;
  readonly nodes: NodeStore;
  readonly guarded: GuardedNodes;
  readonly reader: DocumentReader;
  readonly writer: PageWriter;
  readonly sources: PageSources;
  readonly pages: PageImages;
  readonly cover: DocumentCover;
  readonly targets: TargetService;
  readonly operations: OperationLog;
  readonly allowance: PageAllowance;
  readonly change: PageFileChange;
}

/** More are a new file, which is worked on in the background. */
const MOST_INSERTED = 50;

export class PageFileService {
  constructor(private readonly parts: PageFileServiceParts) {}

  /**
   * Adds the pages of a file to a document; those behind them move back. Of an active document they are found, and
   * charged, at once, unless they are to be inactive.
   *
   * @param signal ends the work between two pages
   * @returns the new pages, in order
   * @throws LoupeError NOT_FOUND, FORBIDDEN, BAD_USER_INPUT (place, more than 50 pages), CONFLICT while pages are being processed,
   *   INSUFFICIENT_CREDIT, UNSUPPORTED_MEDIA, INVALID_IMAGE, PAYLOAD_TOO_LARGE, OVERLOADED, RATE_LIMITED (pages of the day); nothing is left
   *   then
   */
  async insert(
    viewer: Viewer,
    documentId: string,
    file: UploadedFile,
    insertion: PageInsertion,
    signal: AbortSignal,
  ): Promise<readonly ImageView[]> {
    const { database, guarded, reader, writer, cover, operations, nodes, targets } = this.parts;
    const status = insertion.status == null ? 'Active' : requireStatus(insertion.status);
    const em = database.reader();
    const node = await guarded.requireOfType(em, viewer, 'content:write', documentId, 'Document');
    await requireReady(em, node.id);
    requirePlace(insertion.order, (await reader.pageNodes(em, node.id)).length);
    return this.withPages(node.organizationId, file, signal, MOST_INSERTED, async (pictures) => {
      const added = await database.transaction(async (transaction) => {
        const { em } = transaction;
        const document = await guarded.requireOfType(em, viewer, 'content:write', node.id, 'Document');
        await requireUnchanged(em, insertion.precondition, document, nodeStateOf);
        await requireReady(em, document.id);
        const before = await reader.pageNodes(em, document.id);
        const first = requirePlace(insertion.order, before.length);
        for (const page of before.slice(first - 1)) writer.place(page, page.order + pictures.length);
        const pages: Node[] = [];
        for (const [at, { picture }] of pictures.entries()) {
          const page = await writer.add(transaction, document, first + at, picture, status);
          operations.write(em, viewer, 'image:create', page);
          pages.push(page);
        }
        await em.flush();
        const [firstPage] = pages;
        if (first === 1 && firstPage !== undefined) await cover.follow(transaction, firstPage);
        await countPages(em, document.id);
        nodes.touch(document);
        await targets.refresh(transaction, document.id);
        return pages;
      });
      return reader.images(database.reader(), added);
    });
  }

  /**
   * Gives a page another file. Its titles, actions and zones stay; zones are cut out of the new picture.
   *
   * @throws LoupeError as `insert`; BAD_USER_INPUT when the file has more than one page, CONFLICT when zones were changed
   *   meanwhile
   */
  async replace(
    viewer: Viewer,
    imageId: string,
    file: UploadedFile,
    precondition: Precondition | undefined,
    signal: AbortSignal,
  ): Promise<ImageView> {
    const { database, guarded, change } = this.parts;
    const image = await guarded.requireOfType(database.reader(), viewer, 'content:write', imageId, 'Image');
    return this.withPages(image.organizationId, file, signal, 1, async ([prepared]) => {
      if (prepared === undefined) throw new LoupeError('INVALID_IMAGE', 'The file holds no page.');
      return change.apply(viewer, image.id, prepared, precondition);
    });
  }

  /** Makes the pictures of a file's pages, and removes them when nothing comes of it. */
  private async withPages<T>(
    organizationId: string,
    file: UploadedFile,
    signal: AbortSignal,
    most: number,
    work: (pages: readonly PreparedFilePage[]) => Promise<T>,
  ): Promise<T> {
    const { database, sources, pages, allowance } = this.parts;
    const prepared: PreparedFilePage[] = [];
    const bytes = await file.bytes();
    const source = await sources.openInTurn(organizationId, bytes, file.sha256, signal);
    try {
      if (source.pageCount > most) {
        const instead =
          most === 1
            ? 'a page is replaced by a file of one page; insert the others, or replace the file of the document'
            : `at most ${most} pages are inserted at once; replace the file of the document`;
        throw badInput('file', `has ${source.pageCount} pages; ${instead}`);
      }
      await allowance.require(organizationId, source.pageCount);
      await database.transaction(({ em }) => allowance.count(em, organizationId, source.pageCount));
      for (let at = 0; at < source.pageCount; at += 1) {
        signal.throwIfAborted();
        const page = await source.page(at);
        const { picture } = await pages.preparePage(page);
        prepared.push({ picture, bytes: page.bytes });
      }
    } catch (error) {
      for (const { picture } of prepared) await pages.drop(picture);
      throw error;
    } finally {
      source.close();
    }
    return this.orDrop(
      prepared.map(({ picture }) => picture),
      () => work(prepared),
    );
  }

  private async orDrop<T>(pictures: readonly PreparedPicture[], work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      for (const picture of pictures) await this.parts.pages.drop(picture);
      throw error;
    }
  }
}

/** @throws LoupeError BAD_USER_INPUT */
function requirePlace(order: number | null | undefined, pages: number): number {
  const place = order ?? pages + 1;
  if (Number.isInteger(place) && place >= 1 && place <= pages + 1) return place;
  throw badInput('order', `must be a whole number from 1 to ${pages + 1}`);
}
