/** Makes a document what an imported text says, in the caller's transaction. */
import type { Clock } from '../clock.js';
import { Action } from '../content/action.entity.js';
import { compareActions } from '../content/action.rules.js';
import { DocumentLanguage } from '../content/document-language.entity.js';
import { setDefaultStyle } from '../content/property.service.js';
import { Title } from '../content/title.entity.js';
import type { EntityManager, Transaction } from '../db/database.js';
import { newId } from '../ids.js';
import { compareText } from '../text-fold.js';
import { Document } from '../hierarchy/document.entity.js';
import { Image } from '../hierarchy/image.entity.js';
import { Node } from '../hierarchy/node.entity.js';
import { inSubtree } from '../hierarchy/node-path.js';
import type { NodeStore } from '../hierarchy/node.store.js';
import type { CheckedAction, CheckedDocument, CheckedElement, CheckedTitle } from './import-rules.js';
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

  /** @param plans zones of the pages, in the order of the pages; empty leaves pages and zones as they are */
  async write(
    transaction: Transaction,
    node: Node,
    wanted: CheckedDocument,
    plans: readonly ZonePlan[],
  ): Promise<void> {
    const { em } = transaction;
    const document = await em.findOneOrFail(Document, { id: node.id });
    document.defaultLanguage = wanted.defaultLanguage;
    node.name = wanted.name;
    await this.writeLanguages(em, node, wanted.languages);
    await this.writeElement(em, node, wanted);
    for (const [at, plan] of plans.entries()) {
      const image = wanted.images[at];
      if (image === undefined) continue;
      const page = await em.findOneOrFail(Node, { id: plan.imageId });
      await em.nativeUpdate(Image, { id: page.id }, { autoTrigger: image.autoTrigger });
      await this.writeElement(em, page, image);
      const zones = await this.zones.write(transaction, node, plan);
      for (const [index, zone] of zones.entries()) {
        const file = image.zones[index];
        if (file !== undefined) await this.writeElement(em, zone, file);
      }
    }
    await this.fillTitles(em, node, wanted.languages);
    this.nodes.touch(node);
    await em.flush();
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
    for (const { id: nodeId } of elements) {
      await em.nativeDelete(Action, { nodeId, ...where });
      await em.nativeDelete(Title, { nodeId, ...where });
    }
    await em.nativeDelete(DocumentLanguage, { documentId: node.id, ...where });
  }

  private async writeElement(em: EntityManager, node: Node, wanted: CheckedElement): Promise<void> {
    if (wanted.name !== null) node.name = wanted.name;
    this.nodes.touch(node);
    await setDefaultStyle(em, node.id, 'ActionStyle', wanted.actionStyle);
    await setDefaultStyle(em, node.id, 'TitleStyle', wanted.titleStyle);
    await this.writeTitles(em, node.id, wanted.titles);
    await this.writeActions(em, node.id, wanted.actions);
  }

  private async writeTitles(
    em: EntityManager,
    nodeId: string,
    titles: readonly CheckedTitle[],
  ): Promise<void> {
    const rows = new Map((await em.find(Title, { nodeId })).map((row) => [row.languageCode, row]));
    const wanted = new Map(titles.map((title) => [title.languageCode, title]));
    for (const [languageCode, row] of rows) {
      if (!wanted.has(languageCode)) em.assign(row, { value: '', style: null });
    }
    for (const { languageCode, value, style } of titles) {
      const row = rows.get(languageCode);
      if (row === undefined) em.create(Title, { id: newId(), nodeId, languageCode, value, style });
      else em.assign(row, { value, style });
    }
    await em.flush();
  }

  /** Actions that are the same already keep their ids, so that earlier clicks still belong to them. */
  private async writeActions(
    em: EntityManager,
    nodeId: string,
    actions: readonly CheckedAction[],
  ): Promise<void> {
    const rows = (await em.find(Action, { nodeId })).sort(
      (a, b) => compareText(a.languageCode, b.languageCode) || compareActions(a, b),
    );
    if (sameText(rows) === sameText(actions)) return;
    await em.nativeDelete(Action, { nodeId });
    const now = this.clock.now();
    for (const action of actions) {
      em.create(Action, { id: newId(), nodeId, ...action, dateCreated: now, dateModified: now });
    }
    await em.flush();
  }

  /** Every element of a document has a title in each of its languages. */
  private async fillTitles(em: EntityManager, node: Node, languages: readonly string[]): Promise<void> {
    const elements = await em.find(Node, { path: inSubtree(node.path) }, { fields: ['id'] });
    for (const { id: nodeId } of elements) {
      const known = new Set((await em.find(Title, { nodeId })).map((title) => title.languageCode));
      for (const languageCode of languages) {
        if (known.has(languageCode)) continue;
        em.create(Title, { id: newId(), nodeId, languageCode, value: '', style: null });
      }
    }
    await em.flush();
  }
}

function sameText(actions: readonly (Action | CheckedAction)[]): string {
  return JSON.stringify(
    actions.map((action) => [
      action.languageCode,
      action.priority ?? null,
      action.order ?? null,
      action.name,
      action.type,
      action.content,
      action.style ?? null,
      action.iconId ?? null,
    ]),
  );
}
