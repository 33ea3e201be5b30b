/** Documents: files whose pages become images that can be recognized. */
import type { UsageLimits } from '../access/usage-limits.js';
import type { Viewer } from '../access/viewer.js';
import type { LanguageService } from '../content/languages/language.service.js';
import type { TitleWriter } from '../content/titles/title-writer.js';
import type { Database, EntityManager } from '../db/database.js';
import { requireUnchanged } from '../db/entities.js';
import { LoupeError } from '../kernel/errors.js';
import { newId } from '../kernel/ids.js';
import { type Precondition, nodeStateOf } from '../kernel/precondition.js';
import { nameOf, type OperationLog } from '../audit/operation-log.js';
import { requirePages } from './replacement-plan.service.js';
import type { JobRunner } from '../jobs/job-runner.js';
import type { FileStore } from '../media/blobs/file-store.js';
import type { UploadedFile } from '../media/uploads/received-file.js';
import { PROCESS_DOCUMENT } from './document-processor.js';
import type { DocumentPatch, NewDocument, ReplacementOptions } from './document.inputs.js';
import { workOf, type FileReplacement } from './file-replacement.js';
import type { PageAllowance } from './pages/page-allowance.js';
import type { DocumentReader } from './document-reader.js';
import { Document } from './document.entity.js';
import { languageOfOrganization } from '../organizations/organization.reader.js';
import { moveElement } from './drafts/approval-rule.js';
import { listFiles } from './file.reader.js';
import type { GuardedNodes } from '../tree/guarded-nodes.js';
import type { Node } from '../tree/node.entity.js';
import type { NodeRemoval } from '../tree/node-removal.js';
import { requireName, requireStatus } from '../tree/node.rules.js';
import type { NodeStore } from '../tree/node.store.js';
import type { PageSources } from './pages/page-source.js';
import { windowIn } from '../tree/time-zones.js';
import { requireSettled } from './settled.js';
import type { TargetService } from './targets/target.service.js';
import type { TrashBin } from './trash/trash-bin.js';
import type { DocumentView, FileView, ImageView } from './views.js';

export interface DocumentServiceParts {
  readonly database: Database;
  readonly nodes: NodeStore;
  readonly guarded: GuardedNodes;
  readonly removal: NodeRemoval;
  readonly trash: TrashBin;
  readonly titles: TitleWriter;
  readonly languages: LanguageService;
  readonly operations: OperationLog;
  readonly files: FileStore;
  readonly jobs: JobRunner;
  readonly sources: PageSources;
  readonly reader: DocumentReader;
  readonly targets: TargetService;
  readonly allowance: PageAllowance;
  readonly usage: UsageLimits;
  readonly replacements: FileReplacement;
}

export class DocumentService {
  constructor(private readonly parts: DocumentServiceParts) {}

  /**
   * Takes in a file. Its pages are made in the background, or before this resolves with `waitForImages`. They are
   * recognized, and charged, once the document is set active: by `patch`, or from the start where the input says so.
   *
   * @throws LoupeError BAD_USER_INPUT, NOT_FOUND (parent), FORBIDDEN, UNSUPPORTED_MEDIA, INVALID_IMAGE,
   *   PAYLOAD_TOO_LARGE, OVERLOADED, RATE_LIMITED (uploads of a minute, pages of a day); nothing is left then
   */
  async create(
    viewer: Viewer,
    input: NewDocument,
    file: UploadedFile,
    { waitForImages = false }: { readonly waitForImages?: boolean } = {},
  ): Promise<DocumentView> {
    const { database, guarded, languages, sources, files } = this.parts;
    requireName(input.name);
    const status = input.status == null ? 'Inactive' : requireStatus(input.status);
    const given = input.defaultLanguage;
    if (given != null) languages.require(given, 'defaultLanguage');
    const parent = await guarded.require(database.reader(), viewer, 'content:write', input.parentId);
    const own = given ?? (await languageOfOrganization(database.reader(), parent.organizationId));
    const defaultLanguage = languages.require(own, 'defaultLanguage');
    await this.parts.allowance.require(parent.organizationId);
    await this.parts.usage.upload(viewer);
    const bytes = await file.bytes();
    const contentType = await sources.check(parent.organizationId, bytes, file.sha256);
    const staged = await files.stage(bytes, contentType);
    const id = newId();
    const jobId = await database.transaction(async (transaction) => {
      const { em } = transaction;
      transaction.afterRollback(() => files.drop([staged]));
      await guarded.require(em, viewer, 'content:write', input.parentId);
      const { name, parentId } = input;
      const node = await this.parts.nodes.insert(em, { id, type: 'Document', parentId, name });
      em.create(Document, {
        ...{ id, defaultLanguage, contentType, status, processing: 'Pending', madeBy: nameOf(viewer) },
      });
      await this.parts.titles.addLanguage(em, node, defaultLanguage);
      const { organizationId } = node;
      files.attach(transaction, staged, {
        ownerId: id,
        documentId: id,
        organizationId,
        kind: 'Original',
        originalName: file.originalName,
      });
      this.parts.operations.write(em, viewer, 'document:create', { id, organizationId });
      const work = workOf(contentType, { bytes: bytes.length });
      const job = { type: PROCESS_DOCUMENT, organizationId, subjectId: id, work };
      return this.parts.jobs.enqueue(transaction, job);
    });
    if (waitForImages) await this.waitOrForget(id, jobId);
    return this.get(viewer, id);
  }

  /** @throws LoupeError NOT_FOUND */
  async get(viewer: Viewer, id: string): Promise<DocumentView> {
    const em = this.parts.database.reader();
    const node = await this.parts.guarded.requireOfType(em, viewer, 'content:read', id, 'Document');
    return this.viewOf(em, node);
  }

  /** Documents directly below an element, or anywhere below it, by name. @throws LoupeError NOT_FOUND */
  async list(
    viewer: Viewer,
    { parentId, recursive = false }: { readonly parentId: string; readonly recursive?: boolean },
  ): Promise<readonly DocumentView[]> {
    const em = this.parts.database.reader();
    const { id, path } = await this.parts.guarded.requirePlace(em, viewer, 'content:read', parentId);
    return this.parts.reader.documentsBelow(em, recursive ? { path } : { parentId: id });
  }

  /** The pages of a document in order. @throws LoupeError NOT_FOUND */
  async images(viewer: Viewer, documentId: string): Promise<readonly ImageView[]> {
    const em = this.parts.database.reader();
    const node = await this.parts.guarded.requireOfType(em, viewer, 'content:read', documentId, 'Document');
    return this.parts.reader.images(em, await this.parts.reader.pageNodes(em, node.id));
  }

  /** The files of a document, of its pages and of its zones. @throws LoupeError NOT_FOUND */
  async files(viewer: Viewer, documentId: string): Promise<readonly FileView[]> {
    const em = this.parts.database.reader();
    const node = await this.parts.guarded.requireOfType(em, viewer, 'content:read', documentId, 'Document');
    return (await listFiles(em, [node.id])).get(node.id) ?? [];
  }

  /**
   * Replaces the file. Pages keep titles, actions and zones with their content, wherever it stands in the new file;
   * pages that it no longer holds are thrown away. The file before it is kept for a while: `EarlierFileService`.
   *
   * @throws LoupeError as `create`, and CONFLICT while the earlier file is still being worked on
   */
  async replaceFile(
    viewer: Viewer,
    id: string,
    file: UploadedFile,
    { waitForImages = false, precondition, pages = null }: ReplacementOptions = {},
  ): Promise<DocumentView> {
    const { database, guarded, sources, files } = this.parts;
    const before = await guarded.requireOfType(database.reader(), viewer, 'content:write', id, 'Document');
    await this.parts.allowance.require(before.organizationId);
    const bytes = await file.bytes();
    const contentType = await sources.check(before.organizationId, bytes, file.sha256);
    // The present pages are worth more than a quick answer: a file without pages must not replace it.
    const opened = await sources.openInTurn(before.organizationId, bytes, file.sha256);
    opened.close();
    const staged = await files.stage(bytes, contentType);
    const jobId = await database.transaction(async (transaction) => {
      const { em } = transaction;
      transaction.afterRollback(() => files.drop([staged]));
      const node = await guarded.requireOfType(em, viewer, 'content:write', id, 'Document');
      await requireUnchanged(em, precondition, node, nodeStateOf);
      const document = await requireSettled(em, node.id);
      const before = (await this.parts.reader.pageNodes(em, node.id)).map((page) => page.id);
      const wanted = pages === null ? {} : { pages: requirePages(pages, before, opened.pageCount) };
      await files.removeOwnedBy(transaction, [node.id], ['Earlier']);
      await files.changeKind(transaction, await files.ownedBy(em, [node.id], ['Original']), 'Earlier');
      files.attach(transaction, staged, {
        ownerId: node.id,
        documentId: node.id,
        organizationId: node.organizationId,
        kind: 'Original',
        originalName: file.originalName,
      });
      const plan = { ...wanted, before, user: nameOf(viewer) };
      const pageCount = opened.pageCount;
      return this.parts.replacements.begin(transaction, viewer, node, document, {
        contentType,
        pageCount,
        plan,
      });
    });
    if (waitForImages) await this.parts.jobs.waitFor(jobId);
    return this.get(viewer, id);
  }

  /**
   * Changes what is given and leaves the rest. A new status is in force for every scan that starts after this.
   *
   * @throws LoupeError BAD_USER_INPUT, NOT_FOUND, FORBIDDEN, INSUFFICIENT_CREDIT
   */
  async patch(
    viewer: Viewer,
    id: string,
    patch: DocumentPatch,
    precondition?: Precondition,
  ): Promise<DocumentView> {
    const { database, guarded, nodes, languages, titles, operations, targets } = this.parts;
    const status = patch.status === undefined ? null : requireStatus(patch.status);
    const given = patch.defaultLanguage;
    const language = given === undefined ? null : languages.require(given, 'defaultLanguage');
    if (patch.name !== undefined) requireName(patch.name);
    await database.transaction(async (transaction) => {
      const { em } = transaction;
      const node = await guarded.requireOfType(em, viewer, 'content:write', id, 'Document');
      await requireUnchanged(em, precondition, node, nodeStateOf);
      const document = await em.findOneOrFail(Document, { id: node.id });
      if (patch.name !== undefined) node.name = patch.name;
      if (patch.parentId !== undefined) await moveElement(this.parts, em, viewer, node, patch.parentId);
      em.assign(document, await windowIn(em, node.organizationId, patch));
      if (language !== null) {
        document.defaultLanguage = language;
        await titles.addLanguage(em, node, language);
      }
      if (status !== null && status !== document.status) {
        document.status = status;
        // The document stores why it was not activated by itself.
        if (document.processing === 'Ready') document.failureReason = null;
        operations.write(em, viewer, status === 'Active' ? 'document:activate' : 'document:deactivate', node);
      } else {
        operations.write(em, viewer, 'document:write', node);
      }
      nodes.touch(node);
      await targets.refresh(transaction, node.id);
    });
    return this.get(viewer, id);
  }

  /** Throws a document away with everything in it. Scans that start after this find nothing of it. */
  async delete(viewer: Viewer, id: string, precondition?: Precondition): Promise<void> {
    await this.parts.database.transaction(async (transaction) => {
      const { em } = transaction;
      const node = await this.parts.guarded.requireOfType(em, viewer, 'content:write', id, 'Document');
      await requireUnchanged(em, precondition, node, nodeStateOf);
      this.parts.operations.write(em, viewer, 'document:delete', node);
      await this.parts.trash.put(transaction, viewer, node, { deleteChildren: true });
    });
  }

  /** Removes a document for good whose making failed. */
  async erase(viewer: Viewer, id: string): Promise<void> {
    await this.parts.database.transaction(async (transaction) => {
      const { em } = transaction;
      const node = await this.parts.guarded.requireOfType(em, viewer, 'content:write', id, 'Document');
      await this.parts.removal.remove(transaction, node, { deleteChildren: true });
    });
  }

  /** Works on a document again whose pages could not be processed. @throws LoupeError NOT_FOUND, CONFLICT */
  async retry(viewer: Viewer, id: string): Promise<DocumentView> {
    await this.parts.database.transaction(async (transaction) => {
      const { em } = transaction;
      const node = await this.parts.guarded.requireOfType(em, viewer, 'content:write', id, 'Document');
      const document = await em.findOneOrFail(Document, { id: node.id });
      if (document.processing !== 'Failed') {
        throw new LoupeError(
          'CONFLICT',
          'Only a document whose pages could not be processed can be retried.',
        );
      }
      em.assign(document, { processing: 'Pending', failureReason: null });
      const { organizationId } = node;
      const work = workOf(document.contentType, { pages: document.pagesTotal ?? null });
      const job = { type: PROCESS_DOCUMENT, organizationId, subjectId: node.id, work };
      this.parts.jobs.enqueue(transaction, job);
    });
    return this.get(viewer, id);
  }

  /** A waiting caller gets the failure, and the document is removed. */
  private async waitOrForget(id: string, jobId: string): Promise<void> {
    try {
      await this.parts.jobs.waitFor(jobId);
    } catch (error) {
      // The work goes on when the server is back, or tomorrow.
      if (error instanceof LoupeError && error.remedy === 'busy') throw error;
      await this.parts.database.transaction(async (transaction) => {
        const node = await this.parts.nodes.loadOfType(transaction.em, id, 'Document');
        if (node !== null) await this.parts.removal.remove(transaction, node, { deleteChildren: true });
        await this.parts.jobs.forget(transaction.em, id);
        await this.parts.operations.withdraw(transaction.em, id);
      });
      throw error;
    }
  }

  private async viewOf(em: EntityManager, node: Node): Promise<DocumentView> {
    const [view] = await this.parts.reader.documents(em, [node]);
    if (view === undefined) throw new LoupeError('NOT_FOUND', `Document ${node.id} was not found.`);
    return view;
  }
}
