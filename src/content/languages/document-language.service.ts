/** The languages that a document is offered in. */
import type { Viewer } from '../../access/viewer.js';
import type { Database } from '../../db/database.js';
import { badInput, notFound } from '../../kernel/errors.js';
import { noteTexts } from '../../documents/history/transaction-notes.js';
import type { OperationLog } from '../../audit/operation-log.js';
import { Document } from '../../documents/document.entity.js';
import type { GuardedNodes } from '../../tree/guarded-nodes.js';
import { Node } from '../../tree/node.entity.js';
import { inSubtree } from '../../tree/node-path.js';
import type { NodeStore } from '../../tree/node.store.js';
import { Action } from '../actions/action.entity.js';
import { DocumentLanguage } from './document-language.entity.js';
import type { LanguageService } from './language.service.js';
import { Title } from '../titles/title.entity.js';
import type { TitleWriter } from '../titles/title-writer.js';
import type { DocumentLanguageView } from '../views.js';

export class DocumentLanguageService {
  constructor(
    private readonly database: Database,
    private readonly nodes: NodeStore,
    private readonly guarded: GuardedNodes,
    private readonly languages: LanguageService,
    private readonly writer: TitleWriter,
    private readonly operations: OperationLog,
  ) {}

  /** Offers a document in a language: it and everything below it gets a title in it. @throws LoupeError */
  async add(viewer: Viewer, documentId: string, code: string): Promise<DocumentLanguageView> {
    const languageCode = this.languages.require(code);
    return this.database.transaction(async ({ em }) => {
      const node = await this.guarded.requireOfType(em, viewer, 'content:write', documentId, 'Document');
      await this.writer.addLanguage(em, node, languageCode);
      this.nodes.touchContent(node);
      this.operations.write(em, viewer, 'documentLanguage:write', node);
      return { documentId: node.id, languageCode };
    });
  }

  /** By code. @throws LoupeError NOT_FOUND */
  async list(viewer: Viewer, documentId: string): Promise<readonly DocumentLanguageView[]> {
    const em = this.database.reader();
    const node = await this.guarded.requireOfType(em, viewer, 'content:read', documentId, 'Document');
    const codes = await this.writer.languagesOf(em, node.id);
    return codes.map((languageCode) => ({ documentId: node.id, languageCode }));
  }

  /**
   * Withdraws a language with its titles and actions in the whole document.
   *
   * @throws LoupeError NOT_FOUND, BAD_USER_INPUT for the default language
   */
  async remove(viewer: Viewer, documentId: string, code: string): Promise<void> {
    const languageCode = this.languages.require(code);
    await this.database.transaction(async ({ em }) => {
      const node = await this.guarded.requireOfType(em, viewer, 'content:write', documentId, 'Document');
      const language = await em.findOne(DocumentLanguage, { documentId: node.id, languageCode });
      if (language === null) throw notFound(`Language ${languageCode} of document ${node.id}`);
      const document = await em.findOneOrFail(Document, { id: node.id });
      if (document.defaultLanguage === languageCode) {
        throw badInput('languageCode', 'the default language stays; give the document another default first');
      }
      const elements = await em.find(Node, { path: inSubtree(node.path) });
      const ids = elements.map(({ id }) => id);
      const nodeId = { $in: ids };
      await noteTexts(em, ids);
      await em.nativeDelete(Action, { nodeId, languageCode });
      await em.nativeDelete(Title, { nodeId, languageCode });
      em.remove(language);
      this.nodes.touchContent(node);
      this.operations.write(em, viewer, 'documentLanguage:write', node);
    });
  }
}
