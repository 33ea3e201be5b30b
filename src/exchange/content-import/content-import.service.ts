/**
 * Content of another platform under the ids that it has there: organizations, folders, and documents with their pages and
 * zones, element by element, each whole or not at all. What is there already stays as it is, so that an interrupted import
 * is run again.
 */
import type { Viewer } from '../../access/viewer.js';
import type { Database, EntityManager } from '../../db/database.js';
import { Document } from '../../documents/document.entity.js';
import { elementsOfIds, idTaken, requireIdGiver } from '../../tree/given-ids.js';
import type { Node, NodeType } from '../../tree/node.entity.js';
import { childPath, depthOf, idsOnPath } from '../../tree/node-path.js';
import { MAX_DEPTH, parentTypes, requireName, wrongParent } from '../../tree/node.rules.js';
import type { NodeStore } from '../../tree/node.store.js';
import { languageOfOrganization } from '../../organizations/organization.reader.js';
import { isTrashed } from '../../tree/trash-place.js';
import { badInput, LoupeError } from '../../kernel/errors.js';
import type { UploadedFile } from '../../media/uploads/received-file.js';
import type { FolderService } from '../../documents/nodes/folder.service.js';
import type { OrganizationService } from '../../organizations/organization.service.js';
import { readJson } from '../json.reader.js';
import {
  type GivenDocument,
  type GivenElement,
  type GivenOrganization,
  idsOf,
  readElement,
} from './element-line.js';
import type { DocumentPlace, GivenDocuments } from './given-documents.js';

export interface ContentImportParts {
  readonly database: Database;
  readonly nodes: NodeStore;
  readonly organizations: OrganizationService;
  readonly folders: FolderService;
  readonly documents: GivenDocuments;
}

export interface ImportedElement {
  readonly id: string;
  readonly type: GivenElement['type'];
  /** `kept`: it was there already. `good`: it would be created. */
  readonly state: 'created' | 'kept' | 'good';
  readonly note: string;
}

/** Opens the file of a document; the importer discards it. @throws LoupeError NOT_FOUND, PAYLOAD_TOO_LARGE */
export type OpenFile = (file: string) => Promise<UploadedFile>;

export interface ContentImportWish {
  /** Only checks. */
  readonly isDryRun?: boolean;
}

export class ContentImportService {
  constructor(private readonly parts: ContentImportParts) {}

  /** @throws LoupeError FORBIDDEN for everybody but the operator */
  begin(viewer: Viewer, { isDryRun = false }: ContentImportWish = {}): ContentImportRun {
    requireIdGiver(viewer);
    return new ContentImportRun(this.parts, viewer, isDryRun);
  }
}

/** An element that others may lie below: there, or in a dry run to be created by an earlier line. */
interface Place extends DocumentPlace {
  readonly type: NodeType;
}

export class ContentImportRun {
  private readonly memberOf = new Map<string, string>();
  private readonly planned = new Map<string, Place>();
  private readonly apiKeys = new Set<string>();
  private count = 0;

  constructor(
    private readonly parts: ContentImportParts,
    private readonly viewer: Viewer,
    private readonly isDryRun: boolean,
  ) {}

  /**
   * Brings one element over. Parents come before what lies below them.
   *
   * @param line JSON; see `readElement`
   * @throws LoupeError BAD_USER_INPUT, NOT_FOUND (parent, file), CONFLICT (ids, ApiKey), and as documents are refused
   */
  async add(line: string, open: OpenFile): Promise<ImportedElement> {
    this.count += 1;
    const element = readElement((await readJson(line)).value);
    this.noteIds(element);
    const em = this.parts.database.reader();
    const { id, type } = element;
    const kept = await this.findKept(em, element);
    if (kept !== null) return { id, type, state: 'kept', note: kept };
    const place = await this.placeOf(em, element);
    if (element.type === 'Document') await this.addDocument(element, place, open);
    else if (element.type === 'Folder') await this.addFolder(element);
    else await this.addOrganization(element);
    if (this.isDryRun) this.plan(element, place);
    return { id, type, state: this.isDryRun ? 'good' : 'created', note: '' };
  }

  private noteIds(element: GivenElement): void {
    for (const [id, member] of idsOf(element)) {
      const earlier = this.memberOf.get(id);
      if (earlier !== undefined) throw badInput(member, `is given already, by ${earlier}`);
      this.memberOf.set(id, `${member} of element ${this.count}`);
    }
  }

  /** @returns what to know of an element that is there already; null for a new one */
  private async findKept(em: EntityManager, element: GivenElement): Promise<string | null> {
    const ids = idsOf(element);
    const found = await elementsOfIds(
      em,
      ids.map(([id]) => id),
    );
    const own = found.get(element.id);
    if (own === undefined) {
      for (const [id, member] of ids) {
        const other = found.get(id);
        if (other !== undefined) throw idTaken(other, member);
      }
      return null;
    }
    const home = element.parentId === null ? null : await this.parts.nodes.load(em, element.parentId);
    const isSame = own.type === element.type && !isTrashed(own.path) && isOfHome(own, home);
    if (!isSame) throw idTaken(own, 'Id');
    return own.type === 'Document' ? noteOfDocument(em, own, element as GivenDocument, found) : '';
  }

  private async placeOf(em: EntityManager, { type, parentId }: GivenElement): Promise<Place | null> {
    if (parentId === null) return null;
    const node = await this.parts.nodes.load(em, parentId);
    const place = node === null ? this.planned.get(parentId) : await existing(em, node);
    if (place === undefined) {
      const message = `ParentId: ${parentId} was not found. Bring it over first, by a line before this one.`;
      throw new LoupeError('NOT_FOUND', message, { ParentId: ['was not found'] });
    }
    if (!parentTypes[type].includes(place.type)) throw wrongParent(type, place.type);
    const deepest = depthOf(place.path) + (type === 'Document' ? 3 : 1);
    if (deepest > MAX_DEPTH) throw badInput('ParentId', `the tree may be at most ${MAX_DEPTH} levels deep`);
    return place;
  }

  private async addOrganization({ id, type: _type, ...fields }: GivenOrganization): Promise<void> {
    const { organizations } = this.parts;
    const { apiKey } = fields;
    if (!this.isDryRun) {
      await organizations.create(this.viewer, { id, ...fields });
      return;
    }
    await organizations.requireCreatable(this.viewer, { id, ...fields });
    if (apiKey !== undefined && this.apiKeys.has(apiKey)) throw badInput('ApiKey', 'is given already');
    if (apiKey !== undefined) this.apiKeys.add(apiKey);
  }

  private async addFolder({ id, parentId, name }: Extract<GivenElement, { type: 'Folder' }>): Promise<void> {
    requireName(name, 'Name');
    if (!this.isDryRun) await this.parts.folders.create(this.viewer, { parentId, name }, id);
  }

  private async addDocument(given: GivenDocument, place: Place | null, open: OpenFile): Promise<void> {
    if (place === null) throw badInput('ParentId', 'is missing');
    const file = await open(given.file);
    try {
      const checked = await this.parts.documents.check(given, place, file);
      if (!this.isDryRun) await this.parts.documents.write(this.viewer, checked);
    } finally {
      await file.discard();
    }
  }

  private plan(element: GivenElement, above: Place | null): void {
    const { id, type } = element;
    const path = childPath(above?.path ?? '', id);
    const ofAbove = { organizationId: above?.organizationId ?? id, languageCode: above?.languageCode ?? '' };
    const own =
      element.type === 'Organization'
        ? { organizationId: id, languageCode: element.languageCode ?? ofAbove.languageCode }
        : ofAbove;
    this.planned.set(id, { type, path, ...own });
  }
}

/** Whether an element that is there is the one that is meant: of the same organization, wherever it lies in it by now. */
function isOfHome(own: Node, home: Node | null): boolean {
  if (own.type === 'Organization') return (own.parentId ?? null) === (home?.id ?? null);
  return home !== null && own.organizationId === home.organizationId;
}

async function existing(em: EntityManager, { type, path, organizationId }: Node): Promise<Place> {
  return { type, path, organizationId, languageCode: await languageOfOrganization(em, organizationId) };
}

/** What to know of a document that is there. @throws LoupeError CONFLICT where a page or zone is one of another document */
async function noteOfDocument(
  em: EntityManager,
  own: Node,
  element: GivenDocument,
  found: ReadonlyMap<string, Node>,
): Promise<string> {
  for (const [id, member] of idsOf(element)) {
    const node = found.get(id);
    const isElsewhere = node !== undefined && !isTrashed(node.path) && !idsOnPath(node.path).includes(own.id);
    if (isElsewhere) throw idTaken(node, member);
  }
  const { processing, failureReason } = await em.findOneOrFail(Document, { id: own.id });
  return processing === 'Failed' ? `its pages could not be drawn: ${failureReason ?? ''}` : '';
}
