/** Makes a document what an imported text says, in the caller's transaction. */
import { noteTexts } from '../documents/history/transaction-notes.js';
import type { OperationChange } from '../audit/operation-record.entity.js';
import type { Clock } from '../kernel/clock.js';
import { Action } from '../content/actions/action.entity.js';
import { DocumentLanguage } from '../content/languages/document-language.entity.js';
import { Title } from '../content/titles/title.entity.js';
import type { EntityManager, Transaction } from '../db/database.js';
import { Document } from '../documents/document.entity.js';
import { Image } from '../documents/pages/image.entity.js';
import { Node } from '../tree/node.entity.js';
import { inSubtree } from '../tree/node-path.js';
import type { NodeStore } from '../tree/node.store.js';
import { replaceActions } from './action-replacement.js';
import { ElementTexts } from './element-texts.js';
import type { CheckedDocument, CheckedElement } from './import-rules.js';
import { giveWay } from '../db/in-parts.js';
import type { ZonePlan } from './zone-importer.js';

export interface ZoneWriter {
  /** Makes the zones of a page those of the plan. @returns their nodes, in the order of the plan */
  write(transaction: Transaction, document: Node, plan: ZonePlan): Promise<readonly Node[]>;
}

export class Importer {
  constructor(
    private readonly nodes: NodeStore,
    private readonly clock: Clock,
    private readonly zones: ZoneWriter,
  ) {}

  /**
   * @param plans zones of the pages, in the order of the pages; empty leaves pages and zones as they are
   * @returns what was changed past the unit of work, for the operation log
   */
  async write(
    transaction: Transaction,
    node: Node,
    wanted: CheckedDocument,
    plans: readonly ZonePlan[],
  ): Promise<readonly OperationChange[]> {
    const { em } = transaction;
    const document = await em.findOneOrFail(Document, { id: node.id });
    document.defaultLanguage = wanted.defaultLanguage;
    document.timeWindow = wanted.timeWindow;
    node.name = wanted.name;
    await this.writeLanguages(em, node, wanted.languages);
    const elements: [Node, CheckedElement][] = [[node, wanted]];
    for (const [at, plan] of plans.entries()) {
      const image = wanted.images[at];
      if (image === undefined) continue;
      const page = await em.findOneOrFail(Node, { id: plan.imageId });
      const { autoTrigger, timeWindow } = image;
      await em.nativeUpdate(Image, { id: page.id }, { autoTrigger, timeWindow });
      elements.push([page, image]);
      const zones = await this.zones.write(transaction, node, plan);
      for (const [index, zone] of zones.entries()) {
        const file = image.zones[index];
        if (file !== undefined) elements.push([zone, file]);
      }
      await giveWay();
    }
    await this.writeTexts(em, node, elements, wanted.languages);
    const actions = elements.map(([element, file]) => [element.id, file.actions] as const);
    return replaceActions(em, new Map(actions), this.clock.now());
  }

  /** Withdraws languages with their titles and actions, and adds new ones. */
  private async writeLanguages(em: EntityManager, node: Node, languages: readonly string[]): Promise<void> {
    const rows = await em.find(DocumentLanguage, { documentId: node.id });
    const known = new Set(rows.map(({ languageCode }) => languageCode));
    const gone = [...known].filter((code) => !languages.includes(code));
    for (const languageCode of languages) {
      if (!known.has(languageCode)) em.create(DocumentLanguage, { documentId: node.id, languageCode });
    }
    await em.flush();
    if (gone.length === 0) return;
    const elements = await em.find(Node, { path: inSubtree(node.path) }, { fields: ['id'] });
    const where = { languageCode: { $in: gone } };
    await noteTexts(
      em,
      elements.map(({ id }) => id),
    );
    for (const { id: nodeId } of elements) {
      await em.nativeDelete(Action, { nodeId, ...where });
      await em.nativeDelete(Title, { nodeId, ...where });
    }
    await em.nativeDelete(DocumentLanguage, { documentId: node.id, ...where });
  }

  private async writeTexts(
    em: EntityManager,
    document: Node,
    elements: readonly (readonly [Node, CheckedElement])[],
    languages: readonly string[],
  ): Promise<void> {
    const all = await em.find(Node, { path: inSubtree(document.path) }, { fields: ['id'] });
    const texts = await ElementTexts.of(
      em,
      all.map(({ id }) => id),
    );
    for (const [node, wanted] of elements) {
      if (wanted.name === null || wanted.name === node.name) this.nodes.touchContent(node);
      else {
        node.name = wanted.name;
        this.nodes.touch(node);
      }
      texts.write(node.id, wanted);
    }
    texts.fill(languages);
    await em.flush();
  }
}
