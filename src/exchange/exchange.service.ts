/** Import and export of a document's languages, titles and actions, as JSON and XML. */
import type { Viewer } from '../access/viewer.js';
import { Icon } from '../content/icons/icon.entity.js';
import type { LanguageService } from '../content/languages/language.service.js';
import type { Database, EntityManager } from '../db/database.js';
import { badInput, LoupeError } from '../kernel/errors.js';
import { isId } from '../kernel/ids.js';
import type { OperationLog } from '../audit/operation-log.js';
import { Document } from '../documents/document.entity.js';
import type { GuardedNodes } from '../tree/guarded-nodes.js';
import { Node } from '../tree/node.entity.js';
import { idsOnPath } from '../tree/node-path.js';
import { timeZoneAt } from '../tree/time-zones.js';
import type { TargetService } from '../documents/targets/target.service.js';
import { readDocumentFile } from './exporter.js';
import { type CheckedDocument, checkImport } from './import-rules.js';
import type { ReadText } from './import-report.js';
import type { Importer } from './importer.js';
import { giveWay } from '../db/in-parts.js';
import { readDocument } from './document-reader.js';
import { MAX_DEPTH } from './json.survey.js';
import { toJson, toXml } from './writers.js';
import { changedMeanwhile, type ZoneImporter, type ZonePlan } from './zone-importer.js';

export interface ImportTexts {
  /** A text of JSON, or what such a text says; goes before XML. */
  readonly json?: string | object | null;
  readonly xml?: string | null;
}

export interface ExportedTexts {
  readonly documentId: string;
  readonly json: string | null;
  readonly xml: string | null;
}

export type ExportFormat = 'json' | 'xml';

export interface ExchangeServiceParts {
  readonly database: Database;
  readonly guarded: GuardedNodes;
  readonly languages: LanguageService;
  readonly operations: OperationLog;
  readonly targets: TargetService;
  readonly importer: Importer;
  readonly zones: ZoneImporter;
}

export class ExchangeService {
  constructor(private readonly parts: ExchangeServiceParts) {}

  /** A document as JSON, as XML, or without a format as both. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async export(viewer: Viewer, documentId: string, format?: ExportFormat | null): Promise<ExportedTexts> {
    const em = this.parts.database.reader();
    const node = await this.parts.guarded.requireOfType(em, viewer, 'content:read', documentId, 'Document');
    const file = await readDocumentFile(em, node);
    return {
      documentId: node.id,
      json: format === 'xml' ? null : toJson(file),
      xml: format === 'json' ? null : toXml(file),
    };
  }

  /**
   * Makes a document what a text says: languages, names, styles, titles, actions and zones, all or nothing. Without
   * images in the text the pages keep what they have in the languages that stay.
   *
   * @throws LoupeError NOT_FOUND, FORBIDDEN, CONFLICT (its pages are still being processed), INSUFFICIENT_CREDIT, and
   *   BAD_USER_INPUT with a report by line and member
   */
  async import(viewer: Viewer, documentId: string, texts: ImportTexts): Promise<void> {
    const { database, guarded } = this.parts;
    const em = database.reader();
    const node = await guarded.requireOfType(em, viewer, 'content:write', documentId, 'Document');
    await giveWay();
    const read = await readTexts(texts);
    const pages = await pagesOf(em, node);
    const wanted = await this.check(em, read, node.path, pages.length);
    const plans = await this.planZones(wanted, pages);
    try {
      await this.write(viewer, node.id, pages, wanted, plans);
    } catch (error) {
      for (const plan of plans) await this.parts.zones.drop(plan);
      throw error;
    }
  }

  /**
   * Refuses a text that could not be imported into a new document at a place.
   *
   * @param pageCount of the document; null where it is not known yet
   * @throws LoupeError BAD_USER_INPUT
   */
  async requireImportable(
    texts: ImportTexts,
    path: string,
    pageCount: number | null = null,
  ): Promise<CheckedDocument> {
    return this.check(this.parts.database.reader(), await readTexts(texts), path, pageCount);
  }

  private async check(
    em: EntityManager,
    read: ReadText,
    path: string,
    pageCount: number | null,
  ): Promise<CheckedDocument> {
    const iconsAmong = async (ids: readonly string[]) => {
      const wanted = ids.filter(isId).map((id) => id.toLowerCase());
      const where = { id: { $in: wanted }, nodeId: { $in: [...idsOnPath(path)] } };
      const icons = await em.find(Icon, where, { fields: ['id'] });
      return new Set(icons.map(({ id }) => id));
    };
    const timeZone = await timeZoneAt(em, path);
    return checkImport(read, { languages: this.parts.languages, iconsAmong, pageCount, timeZone });
  }

  private async planZones(wanted: CheckedDocument, pages: readonly Node[]): Promise<readonly ZonePlan[]> {
    const plans: ZonePlan[] = [];
    try {
      for (const [at, image] of wanted.images.entries()) {
        plans.push(await this.parts.zones.plan(pages[at]?.id ?? '', image));
      }
    } catch (error) {
      for (const plan of plans) await this.parts.zones.drop(plan);
      throw error;
    }
    return plans;
  }

  private async write(
    viewer: Viewer,
    documentId: string,
    pages: readonly Node[],
    wanted: CheckedDocument,
    plans: readonly ZonePlan[],
  ): Promise<void> {
    const { database, guarded, importer, operations, targets } = this.parts;
    await database.transaction(async (transaction) => {
      const { em } = transaction;
      const node = await guarded.requireOfType(em, viewer, 'content:write', documentId, 'Document');
      const document = await em.findOneOrFail(Document, { id: node.id });
      if (document.processing !== 'Ready') throw stillWorking();
      const now = await pagesOf(em, node);
      if (now.map(({ id }) => id).join() !== pages.map(({ id }) => id).join()) throw changedMeanwhile();
      const changes = await importer.write(transaction, node, wanted, plans);
      operations.write(em, viewer, 'document:import', { ...node, changes });
      await targets.refresh(transaction, node.id);
    });
  }
}

async function pagesOf(em: EntityManager, document: Node): Promise<Node[]> {
  return em.find(Node, { parentId: document.id, type: 'Image' }, { orderBy: { order: 'asc' } });
}

/** JSON goes before XML. @throws LoupeError BAD_USER_INPUT */
async function readTexts({ json, xml }: ImportTexts): Promise<ReadText> {
  if (typeof json === 'string' && json.trim() !== '')
    return readDocument({ text: json, isXml: false, hasLines: true });
  if (typeof json === 'object' && json !== null) {
    // The line breaks of what was sent inside another body are not known; members still tell the place.
    return readDocument({ text: serialized(json), isXml: false, hasLines: false });
  }
  if (xml != null && xml.trim() !== '') return readDocument({ text: xml, isXml: true, hasLines: true });
  throw badInput('json', 'is missing; send it as JSON or XML');
}

/** @throws LoupeError BAD_USER_INPUT when it is nested too deeply to be written */
function serialized(json: object): string {
  try {
    return JSON.stringify(json);
  } catch {
    throw badInput('json', `is nested more than ${MAX_DEPTH} levels deep`);
  }
}

function stillWorking(): LoupeError {
  return new LoupeError(
    'CONFLICT',
    'The pages of the document are still being processed. Import when they are ready.',
  );
}
