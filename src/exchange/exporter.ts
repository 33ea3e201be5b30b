/** Reads a document with everything that a file carries, in an order that depends on nothing but its content. */
import { Action } from '../content/actions/action.entity.js';
import { compareActions } from '../content/actions/action.rules.js';
import { Property } from '../content/properties/property.entity.js';
import { Title } from '../content/titles/title.entity.js';
import type { EntityManager } from '../db/database.js';
import { Document } from '../documents/document.entity.js';
import { Image } from '../documents/pages/image.entity.js';
import { Node } from '../tree/node.entity.js';
import { inSubtree } from '../tree/node-path.js';
import { Zone } from '../documents/zones/zone.entity.js';
import { zoneObject } from '../documents/zones/zone.members.js';
import { zoneOnWire } from '../documents/zones/zone.wire.js';
import type { ActionFile, DocumentFile, TitleFile } from './document-file.js';

/** SQL databases limit the values of one statement. */
const BATCH = 500;

/** @param node of a document */
export async function readDocumentFile(em: EntityManager, node: Node): Promise<DocumentFile> {
  const elements = await em.find(Node, { path: inSubtree(node.path) });
  const ids = elements.map(({ id }) => id);
  const content = new ElementContent(
    await inBatches(ids, (batch) => em.find(Title, { nodeId: { $in: batch } })),
    await inBatches(ids, (batch) => em.find(Action, { nodeId: { $in: batch } })),
    await inBatches(ids, (batch) => em.find(Property, { nodeId: { $in: batch }, type: 'Style' })),
  );
  const document = await em.findOneOrFail(Document, { id: node.id });
  const imageRows = await inBatches(ids, (batch) => em.find(Image, { id: { $in: batch } }));
  const zoneRows = await inBatches(ids, (batch) => em.find(Zone, { id: { $in: batch } }));
  const images = new Map(imageRows.map((row) => [row.id, row]));
  const zones = new Map(zoneRows.map((row) => [row.id, row]));
  const children = Map.groupBy(elements, ({ parentId }) => parentId);
  const childrenOf = (parentId: string) =>
    (children.get(parentId) ?? []).toSorted((a, b) => a.order - b.order);
  return {
    DefaultLanguage: document.defaultLanguage,
    Name: node.name,
    TimeWindow: document.timeWindow ?? null,
    ...content.of(node.id),
    Images: childrenOf(node.id).map((page) => ({
      Name: page.name,
      AutoTrigger: images.get(page.id)?.autoTrigger ?? null,
      TimeWindow: images.get(page.id)?.timeWindow ?? null,
      ...content.of(page.id),
      Zones: childrenOf(page.id).flatMap(({ id, name }) => {
        const zone = zones.get(id);
        if (zone === undefined) return [];
        return {
          ...zoneOnWire(zoneObject.parse({ ...zone, name })),
          ...content.of(id),
        };
      }),
    })),
  };
}

async function inBatches<T>(ids: readonly string[], read: (batch: string[]) => Promise<T[]>): Promise<T[]> {
  const rows: T[] = [];
  for (let from = 0; from < ids.length; from += BATCH)
    rows.push(...(await read(ids.slice(from, from + BATCH))));
  return rows;
}

class ElementContent {
  private readonly titles: ReadonlyMap<string, readonly Title[]>;
  private readonly actions: ReadonlyMap<string, readonly Action[]>;
  private readonly properties: ReadonlyMap<string, readonly Property[]>;

  constructor(titles: readonly Title[], actions: readonly Action[], properties: readonly Property[]) {
    this.titles = byNode(titles);
    this.actions = byNode(actions);
    this.properties = byNode(properties);
  }

  of(nodeId: string) {
    const styleOf = (name: string) =>
      this.properties.get(nodeId)?.find((property) => property.name === name)?.value ?? null;
    return {
      ActionStyle: styleOf('ActionStyle'),
      TitleStyle: styleOf('TitleStyle'),
      Titles: [...(this.titles.get(nodeId) ?? [])].sort(byLanguage).map(titleFile),
      Actions: [...(this.actions.get(nodeId) ?? [])]
        .sort((a, b) => byLanguage(a, b) || compareActions(a, b))
        .map(actionFile),
    };
  }
}

const byNode = <T extends { readonly nodeId: string }>(rows: readonly T[]) =>
  Map.groupBy(rows, ({ nodeId }) => nodeId);

function byLanguage(a: { readonly languageCode: string }, b: { readonly languageCode: string }): number {
  return a.languageCode < b.languageCode ? -1 : a.languageCode > b.languageCode ? 1 : 0;
}

function titleFile({ languageCode, value, style, timeWindow }: Title): TitleFile {
  const shown = { Style: style ?? null, TimeWindow: timeWindow ?? null };
  return { LanguageCode: languageCode, Value: value, ...shown };
}

function actionFile(action: Action): ActionFile {
  return {
    LanguageCode: action.languageCode,
    Priority: action.priority ?? null,
    Order: action.order ?? null,
    Name: action.name,
    Type: action.type,
    Content: action.content,
    Style: action.style ?? null,
    Icon: action.iconId ?? null,
    Rules: action.rules ?? null,
    TimeWindow: action.timeWindow ?? null,
  };
}
