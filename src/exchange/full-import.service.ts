/** Makes a document and imports its languages, titles and actions in one call: both, or nothing. */
import { isBearer } from '../access/access.js';
import type { Viewer } from '../access/viewer.js';
import type { Database } from '../db/database.js';
import { badInput } from '../kernel/errors.js';
import type { GuardedNodes } from '../tree/guarded-nodes.js';
import { Node } from '../tree/node.entity.js';
import { isId } from '../kernel/ids.js';
import type { UploadedFile } from '../media/uploads/received-file.js';
import type { DocumentService } from '../documents/document.service.js';
import type { FolderService } from '../documents/nodes/folder.service.js';
import type { DocumentView } from '../documents/views.js';
import type { ExchangeService, ImportTexts } from './exchange.service.js';

export interface FullImportInput {
  /** Where the document goes: the id of an organization or folder, or names of folders, made when missing. */
  readonly place: string;
  readonly texts: ImportTexts;
  /** Whether the document can be recognized at once. */
  readonly activate: boolean;
}

export interface FullImportParts {
  readonly database: Database;
  readonly guarded: GuardedNodes;
  readonly documents: DocumentService;
  readonly folders: FolderService;
  readonly exchange: ExchangeService;
}

interface Place {
  readonly parentId: string;
  /** The first folder that was made for the document; null when all were there. */
  readonly madeFolderId: string | null;
}

const MAX_FOLDERS = 32;

export class FullImportService {
  constructor(private readonly parts: FullImportParts) {}

  /**
   * @param file the pages: JPEG, PNG, GIF or PDF; the caller discards it
   * @throws LoupeError as the creation of documents and as imports; then nothing is left of it
   */
  async run(viewer: Viewer, input: FullImportInput, file: UploadedFile): Promise<DocumentView> {
    const { documents, exchange } = this.parts;
    const base = await this.baseOf(viewer, input.place);
    const { name, defaultLanguage } = await exchange.requireImportable(input.texts, base.path);
    const place = await this.makePlace(viewer, base.id, input.place);
    let documentId: string | null = null;
    try {
      const fields = { parentId: place.parentId, name, defaultLanguage };
      const document = await documents.create(viewer, fields, file, { waitForImages: true });
      documentId = document.id;
      await exchange.import(viewer, document.id, input.texts);
      if (input.activate) await documents.patch(viewer, document.id, { status: 'Active' });
      return await documents.get(viewer, document.id);
    } catch (error) {
      if (documentId !== null) await documents.erase(viewer, documentId);
      if (place.madeFolderId !== null) {
        await this.parts.folders.erase(viewer, place.madeFolderId);
      }
      throw error;
    }
  }

  /** The element that the place begins at: the one that is named by id, or else the viewer's organization. */
  private async baseOf(viewer: Viewer, place: string): Promise<Node> {
    const { database, guarded } = this.parts;
    if (!isId(place.trim()) && !isBearer(viewer)) {
      throw badInput('pathfile', 'must hold the id of an organization or folder');
    }
    const id = isId(place.trim()) || !isBearer(viewer) ? place.trim() : viewer.organizationId;
    return guarded.requireFor(database.reader(), viewer, 'content:write', id, 'The place of the document');
  }

  private async makePlace(viewer: Viewer, baseId: string, place: string): Promise<Place> {
    if (isId(place.trim())) return { parentId: baseId, madeFolderId: null };
    const names = place
      .split(/[/\\\r\n]+/)
      .map((name) => name.trim())
      .filter((name) => name !== '');
    if (names.length > MAX_FOLDERS) throw badInput('pathfile', `must name at most ${MAX_FOLDERS} folders`);
    let parentId = baseId;
    let madeFolderId: string | null = null;
    for (const name of names) {
      const known = await this.parts.database
        .reader()
        .findOne(Node, { parentId, type: 'Folder', name }, { orderBy: { id: 'asc' } });
      const next: string = known?.id ?? (await this.parts.folders.create(viewer, { parentId, name })).id;
      if (known === null) madeFolderId ??= next;
      parentId = next;
    }
    return { parentId, madeFolderId };
  }
}
