/**
 * Titles inside somebody else's transaction. It keeps one promise: every element of a document has a title in every
 * language of the document. A title that was made by itself is empty and so inherits.
 */
import type { EntityManager } from '../../db/database.js';
import { eachPart } from '../../db/in-parts.js';
import { readRows } from '../../db/rows.js';
import { newId } from '../../kernel/ids.js';
import { Node } from '../../tree/node.entity.js';
import { idsOnPath, inSubtree } from '../../tree/node-path.js';
import { DocumentLanguage } from '../languages/document-language.entity.js';
import { Title } from './title.entity.js';

export interface TitleValue {
  readonly value: string;
  readonly style?: string | null;
  readonly timeWindow?: string | null | undefined;
}

export class TitleWriter {
  /** Adds titles to an element in languages where it has none, and flushes. */
  async createDefaults(
    em: EntityManager,
    nodeId: string,
    languages: readonly string[],
    value = '',
  ): Promise<void> {
    const present = await em.find(Title, { nodeId, languageCode: { $in: [...languages] } });
    const known = new Set(present.map((title) => title.languageCode));
    for (const languageCode of new Set(languages)) {
      if (!known.has(languageCode))
        em.create(Title, { id: newId(), nodeId, languageCode, value, style: null });
    }
    await em.flush();
  }

  /** Languages of a document, by code. */
  async languagesOf(em: EntityManager, documentId: string): Promise<string[]> {
    const found = await em.find(DocumentLanguage, { documentId }, { orderBy: { languageCode: 'asc' } });
    return found.map((language) => language.languageCode);
  }

  /**
   * Offers a document in a language: the document and everything below it gets a title in it. Nothing happens when
   * it has the language already.
   */
  async addLanguage(em: EntityManager, document: Node, languageCode: string): Promise<void> {
    const present = await em.findOne(DocumentLanguage, { documentId: document.id, languageCode });
    if (present === null) em.create(DocumentLanguage, { documentId: document.id, languageCode });
    await em.flush();
    await eachPart(await this.untitledIn(em, document, languageCode), async (ids) => {
      const titles = ids.map((nodeId) => ({
        id: newId(),
        nodeId,
        languageCode,
        value: '',
        valueFolded: '',
        style: null,
      }));
      await em.insertMany(Title, titles);
    });
  }

  /** Elements of a document without a title in a language, by path. */
  private async untitledIn(
    em: EntityManager,
    document: Node,
    languageCode: string,
  ): Promise<readonly string[]> {
    const rows = await readRows<{ readonly id: string }>(
      em,
      `select n.id from node n left join title t on t.node_id = n.id and t.language_code = ?
        where n.path like ? and t.id is null order by n.path`,
      [languageCode, inSubtree(document.path).$like],
    );
    return rows.map(({ id }) => id);
  }

  /** Gives a new page or zone a title in every language of its document. */
  async createForElement(em: EntityManager, element: Node): Promise<void> {
    const documentId = await this.documentIdOf(em, element);
    if (documentId === null) return;
    await this.createDefaults(em, element.id, await this.languagesOf(em, documentId));
  }

  /** Sets the title of a node in a language, whether it has one or not, and flushes. An absent style or window is kept. */
  async set(em: EntityManager, node: Node, languageCode: string, title: TitleValue): Promise<Title> {
    await this.offerLanguage(em, node, languageCode);
    const present = await em.findOne(Title, { nodeId: node.id, languageCode });
    const row =
      present ?? em.create(Title, { id: newId(), nodeId: node.id, languageCode, value: '', style: null });
    row.value = title.value;
    if (title.style !== undefined) row.style = title.style;
    if (title.timeWindow !== undefined) row.timeWindow = title.timeWindow;
    await em.flush();
    return row;
  }

  private async offerLanguage(em: EntityManager, node: Node, languageCode: string): Promise<void> {
    const documentId = await this.documentIdOf(em, node);
    if (documentId === null) return;
    if ((await em.count(DocumentLanguage, { documentId, languageCode })) > 0) return;
    await this.addLanguage(em, await em.findOneOrFail(Node, { id: documentId }), languageCode);
  }

  private async documentIdOf(em: EntityManager, node: Node): Promise<string | null> {
    if (node.type === 'Document') return node.id;
    const above = await em.findOne(Node, { id: { $in: [...idsOnPath(node.path)] }, type: 'Document' });
    return above?.id ?? null;
  }
}
