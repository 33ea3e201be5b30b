/** Loads an element as a reader sees it: title, styles and actions in the best language. */
import { Action } from '../content/action.entity.js';
import { compareActions } from '../content/action.rules.js';
import { DocumentLanguage } from '../content/document-language.entity.js';
import { Icon } from '../content/icon.entity.js';
import { effectiveStyle, nearestIcon, nearestTitle, styleOfTitle } from '../content/inheritance.js';
import { Property } from '../content/property.entity.js';
import { Title } from '../content/title.entity.js';
import type { EntityManager } from '../db/database.js';
import { StoredFile } from '../media/stored-file.entity.js';
import { Document } from '../tree/document.entity.js';
import { Image } from '../tree/image.entity.js';
import { Node } from '../tree/node.entity.js';
import { idsUpwards } from '../tree/node-path.js';
import { Zone } from '../tree/zone.entity.js';
import { chooseLanguage } from './language-choice.js';
import { readerContent } from './reader-content.js';
import type { EnrichedActionView, EnrichedImageView } from './views.js';

/** An element that may be shown to readers, with its page and document. */
export interface LiveElement {
  readonly node: Node;
  readonly zoneId: string | null;
  readonly page: Node;
  readonly documentNode: Node;
  readonly document: Document;
  readonly autoTrigger: boolean;
  readonly bigThumbnailFileId: string | null;
}

/** What a reader is shown; who adds session and score makes the whole answer of it. */
export type Enrichment = Omit<EnrichedImageView, 'sessionId' | 'score'> & { readonly languageCode: string };

/** The image or zone when it, and its document, is active; otherwise null. */
export async function loadLiveElement(em: EntityManager, elementId: string): Promise<LiveElement | null> {
  const node = await em.findOne(Node, { id: elementId });
  if (node?.type !== 'Image' && node?.type !== 'Zone') return null;
  const above = await em.find(Node, { id: { $in: [...idsUpwards(node.path)] } });
  const page = above.find((each) => each.type === 'Image');
  const documentNode = above.find((each) => each.type === 'Document');
  if (page === undefined || documentNode === undefined) return null;
  const document = await em.findOne(Document, { id: documentNode.id, status: 'Active' });
  const image = await em.findOne(Image, { id: page.id });
  const zone = node.type === 'Zone' ? await em.findOne(Zone, { id: node.id }) : null;
  if (document === null || image === null || (zone ?? image).status !== 'Active') return null;
  const thumbnail = await em.findOne(
    StoredFile,
    { ownerId: node.id, kind: 'BigThumbnail' },
    { fields: ['id'], orderBy: { id: 'desc' } },
  );
  return {
    node,
    zoneId: zone === null ? null : node.id,
    page,
    documentNode,
    document,
    autoTrigger: zone?.autoTrigger ?? image.autoTrigger ?? false,
    bigThumbnailFileId: thumbnail?.id ?? null,
  };
}

/** The title and the actions of an element in the language that suits the wanted one best. */
export async function enrich(
  em: EntityManager,
  element: LiveElement,
  wantedLanguage: string | null,
): Promise<Enrichment> {
  const { node, documentNode, document } = element;
  const offered = await em.find(DocumentLanguage, { documentId: documentNode.id });
  const languageCode = chooseLanguage(
    wantedLanguage,
    offered.map((language) => language.languageCode),
    document.defaultLanguage,
  );
  const upwards = idsUpwards(node.path);
  const titles = await em.find(Title, { nodeId: { $in: [...upwards] }, languageCode });
  const properties = await em.find(Property, { nodeId: { $in: [...upwards] }, type: 'Style' });
  const title = nearestTitle(upwards, titles);
  const actions = await loadActions(em, element, languageCode, properties);
  return {
    id: node.id,
    bigThumbnailFileId: element.bigThumbnailFileId,
    languageCode,
    title: title?.value ?? documentNode.name,
    documentId: documentNode.id,
    order: element.page.order,
    autoTrigger: element.autoTrigger && actions.length === 1,
    titleStyle: styleOfTitle(upwards, titles, properties),
    data: '',
    actions,
  };
}

/** Actions of the zone, of its page and of the whole document; actions that break the rules are not shown. */
async function loadActions(
  em: EntityManager,
  { node, documentNode }: LiveElement,
  languageCode: string,
  properties: readonly Property[],
): Promise<readonly EnrichedActionView[]> {
  const upwards = idsUpwards(node.path);
  const sources = upwards.slice(0, upwards.indexOf(documentNode.id) + 1);
  const actions = await em.find(Action, { nodeId: { $in: sources }, languageCode, isValid: true });
  const defaults = await em.find(Icon, { nodeId: { $in: [...upwards] } }, { fields: ['id', 'nodeId'] });
  const iconOf = (action: Action) =>
    action.iconId ?? nearestIcon(upwards.slice(upwards.indexOf(action.nodeId)), defaults);
  const files = await em.find(
    StoredFile,
    { ownerId: { $in: actions.flatMap((action) => iconOf(action) ?? []) }, kind: 'Icon' },
    { fields: ['id', 'ownerId'], orderBy: { id: 'asc' } },
  );
  const iconFiles = new Map(files.map((file) => [file.ownerId, file.id]));
  return actions.sort(compareActions).map((action) => ({
    id: action.id,
    iconFileId: iconFiles.get(iconOf(action) ?? '') ?? null,
    priority: action.priority ?? null,
    order: action.order ?? null,
    name: action.name,
    style: effectiveStyle(
      action.style,
      'ActionStyle',
      upwards.slice(upwards.indexOf(action.nodeId)),
      properties,
    ),
    type: action.type,
    content: readerContent(action.type, action.content),
  }));
}
