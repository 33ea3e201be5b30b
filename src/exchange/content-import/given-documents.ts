/**
 * Documents that bring their ids along. Document, pages, zones, texts and file are written in one transaction; the job that
 * draws the pages then finds the pages there, as when a file is replaced, and gives them their pictures.
 */
import type { Viewer } from '../../access/viewer.js';
import { nameOf, type OperationLog } from '../../audit/operation-log.js';
import type { LanguageService } from '../../content/languages/language.service.js';
import type { Database, EntityManager, Transaction } from '../../db/database.js';
import { type ActivityStatus, Document } from '../../documents/document.entity.js';
import { elementsOfIds, idTaken } from '../../tree/given-ids.js';
import { Image } from '../../documents/pages/image.entity.js';
import type { Node } from '../../tree/node.entity.js';
import { requireName, requireStatus } from '../../tree/node.rules.js';
import type { NodeStore } from '../../tree/node.store.js';
import { Zone } from '../../documents/zones/zone.entity.js';
import { columnsOfZone } from '../../documents/zones/zone.wire.js';
import type { JobRunner } from '../../jobs/job-runner.js';
import { newId } from '../../kernel/ids.js';
import type { FileStore } from '../../media/blobs/file-store.js';
import type { UploadedFile } from '../../media/uploads/received-file.js';
import { PROCESS_DOCUMENT } from '../../documents/document-processor.js';
import { workOf } from '../../documents/file-replacement.js';
import type { PageSources } from '../../documents/pages/page-source.js';
import type { ExchangeService } from '../exchange.service.js';
import type { CheckedDocument, CheckedImage } from '../import-rules.js';
import type { Importer } from '../importer.js';
import type { ZonePlan } from '../zone-importer.js';
import { type GivenDocument, type GivenImage, idsOf } from './element-line.js';

/** Where a document is to lie. */
export interface DocumentPlace {
  readonly path: string;
  readonly organizationId: string;
  /** Of the organization. */
  readonly languageCode: string;
}

/** A document that was found good. */
interface CheckedGivenDocument {
  readonly given: GivenDocument;
  readonly wanted: CheckedDocument;
  readonly status: ActivityStatus;
  readonly contentType: string;
  readonly pageCount: number;
  readonly bytes: Buffer;
  readonly originalName: string | null;
}

export interface GivenDocumentParts {
  readonly database: Database;
  readonly nodes: NodeStore;
  readonly languages: LanguageService;
  readonly operations: OperationLog;
  readonly files: FileStore;
  readonly sources: PageSources;
  readonly jobs: JobRunner;
  readonly exchange: ExchangeService;
  readonly importer: Importer;
}

export class GivenDocuments {
  constructor(private readonly parts: GivenDocumentParts) {}

  /**
   * Checks all of a document but its place.
   *
   * @throws LoupeError BAD_USER_INPUT, UNSUPPORTED_MEDIA, INVALID_IMAGE, PAYLOAD_TOO_LARGE, OVERLOADED
   */
  async check(given: GivenDocument, place: DocumentPlace, file: UploadedFile): Promise<CheckedGivenDocument> {
    const { languages, sources, exchange } = this.parts;
    requireName(given.name, 'Name');
    const status = given.status === null ? 'Inactive' : requireStatus(given.status);
    const language = languages.require(given.defaultLanguage ?? place.languageCode, 'DefaultLanguage');
    const bytes = await file.bytes();
    const contentType = await sources.check(place.organizationId, bytes, file.sha256);
    const opened = await sources.openInTurn(place.organizationId, bytes, file.sha256);
    opened.close();
    const { pageCount } = opened;
    const { Titles: titles } = given.texts;
    const json = {
      ...given.texts,
      DefaultLanguage: language,
      Titles: titles ?? [{ LanguageCode: language, Value: '' }],
    };
    const wanted = await exchange.requireImportable({ json }, place.path, pageCount);
    return { given, wanted, status, contentType, pageCount, bytes, originalName: file.originalName };
  }

  /** Writes a document, all of it or nothing; its pages are drawn by a job. @throws LoupeError CONFLICT, NOT_FOUND, BAD_USER_INPUT */
  async write(viewer: Viewer, checked: CheckedGivenDocument): Promise<void> {
    const { database, files } = this.parts;
    const staged = await files.stage(checked.bytes, checked.contentType);
    await database.transaction(async (transaction) => {
      transaction.afterRollback(() => files.drop([staged]));
      const node = await this.writeRows(transaction, viewer, checked);
      const { id, organizationId } = node;
      files.attach(transaction, staged, {
        ownerId: id,
        documentId: id,
        organizationId,
        kind: 'Original',
        originalName: checked.originalName,
      });
      this.parts.operations.write(transaction.em, viewer, 'document:create', node);
      const work = workOf(checked.contentType, { pages: checked.pageCount });
      this.parts.jobs.enqueue(transaction, { type: PROCESS_DOCUMENT, organizationId, subjectId: id, work });
    });
  }

  private async writeRows(
    transaction: Transaction,
    viewer: Viewer,
    { given, wanted, status, contentType }: CheckedGivenDocument,
  ): Promise<Node> {
    const { em } = transaction;
    await requireFree(em, given);
    const { id, parentId, name } = given;
    const node = await this.parts.nodes.insert(em, { id, type: 'Document', parentId, name });
    const plans: ZonePlan[] = [];
    for (const [at, image] of wanted.images.entries()) {
      plans.push(
        await this.writePage(em, node, at + 1, image, given.images[at] ?? { id: null, zoneIds: [] }),
      );
    }
    const pages = plans.map(({ imageId }) => imageId);
    em.create(Document, {
      id,
      defaultLanguage: wanted.defaultLanguage,
      contentType,
      status,
      processing: 'Pending',
      madeBy: nameOf(viewer),
      ...(pages.length === 0 ? {} : { replacement: { before: pages, pages, user: nameOf(viewer) } }),
    });
    await em.flush();
    await this.parts.importer.write(transaction, node, wanted, plans);
    return node;
  }

  /** A page and its zones, which no photo finds before their pictures are there. @returns the zones as an import keeps them */
  private async writePage(
    em: EntityManager,
    document: Node,
    order: number,
    image: CheckedImage,
    given: GivenImage,
  ): Promise<ZonePlan> {
    const { nodes } = this.parts;
    const id = given.id ?? newId();
    const ungraded = { isRecognizable: false, gradeValue: null, gradeReason: null };
    await nodes.insert(em, { id, type: 'Image', parentId: document.id, name: `Page ${order}`, order });
    const { autoTrigger, timeWindow } = image;
    em.create(Image, {
      id,
      status: 'Active',
      autoTrigger,
      timeWindow,
      widthPx: 0,
      heightPx: 0,
      firstActivatedAt: null,
      ...ungraded,
    });
    const zones: ZonePlan['zones'][number][] = [];
    for (const [at, zone] of image.zones.entries()) {
      const zoneId = given.zoneIds[at] ?? newId();
      const name = zone.name ?? `Zone ${at + 1}`;
      await nodes.insert(em, { id: zoneId, type: 'Zone', parentId: id, name, order: at + 1 });
      em.create(Zone, {
        id: zoneId,
        status: 'Active',
        ...columnsOfZone(zone.members),
        ...ungraded,
      });
      zones.push({ ...zone, source: { kind: 'kept', zoneId } });
    }
    await em.flush();
    return {
      imageId: id,
      before: zones.flatMap(({ source }) => ('zoneId' in source ? source.zoneId : [])),
      zones,
    };
  }
}

/** @throws LoupeError CONFLICT */
async function requireFree(em: EntityManager, given: GivenDocument): Promise<void> {
  const ids = idsOf(given);
  const taken = await elementsOfIds(
    em,
    ids.map(([id]) => id),
  );
  for (const [id, member] of ids) {
    const node = taken.get(id);
    if (node !== undefined) throw idTaken(node, member);
  }
}
