/** Loads an element as a reader sees it: title, styles and actions in the best language. */
import type { ActionType } from '../content/actions/action.entity.js';
import { contactCard, storedEvent } from '../content/actions/content-shapes.js';
import { toVCalendar } from '../content/actions/vcalendar.js';
import { toVCard } from '../content/actions/vcard.js';
import { comparerOfReaders } from '../content/actions/action.rules.js';
import type { Icon } from '../content/icons/icon.entity.js';
import { effectiveStyle, nearestIcon, nearestTitle, styleOfTitle } from '../content/titles/inheritance.js';
import type { Property } from '../content/properties/property.entity.js';
import type { EntityManager } from '../db/database.js';
import { marks, readRows } from '../db/rows.js';
import { chooseLanguage, languagesBySuitability } from './language-choice.js';
import type { LiveElement } from './live-element.js';
import { type ReaderTexts, type ShownAction, textsInForce } from './reader-texts.js';
import type { EnrichedActionView, EnrichedImageView } from './views.js';
import { Picture } from '../pictures/picture.entity.js';
import { readPictures } from '../pictures/picture.reader.js';

/** @param content valid for its type */
export function readerContent(type: ActionType, content: string): string {
  if (type !== 'VCARD' && type !== 'VCALENDAR') return content;
  const parsed: unknown = JSON.parse(content);
  if (typeof parsed !== 'object' || parsed === null || 'VCard' in parsed || 'VCalendar' in parsed) {
    return content;
  }
  return type === 'VCARD'
    ? JSON.stringify({ VCard: toVCard(contactCard.parse(parsed)) })
    : JSON.stringify({ VCalendar: toVCalendar(storedEvent.parse(parsed)) });
}

/** What a reader is shown; who adds session and score makes the whole answer of it. */
export type Enrichment = Omit<EnrichedImageView, 'sessionId' | 'score' | 'outline'> & {
  readonly languageCode: string;
};

/**
 * The title and the actions of an element in the language that suits the wanted one best.
 *
 * @param texts those in force, unless a draft is previewed
 */
export async function enrich(
  em: EntityManager,
  element: LiveElement,
  wantedLanguage: string | null,
  texts: ReaderTexts = textsInForce,
): Promise<Enrichment> {
  const { document, upwards, moment } = element;
  const sources = { nodeIds: actionSources(element), moment };
  const languages = languagesBySuitability(
    wantedLanguage,
    await readLanguages(em, document.id),
    document.defaultLanguage,
  );
  const languageCode = chooseLanguage(languages, await texts.languagesOfActions(em, sources));
  const titles = await texts.titles(em, { nodeIds: upwards, moment }, languageCode);
  const properties = await readStyles(em, upwards);
  const title = nearestTitle(upwards, titles);
  const actions = await shownActions(em, element, await texts.actions(em, sources, languageCode), properties);
  return {
    id: element.id,
    bigThumbnailFileId: element.bigThumbnailFileId,
    languageCode,
    title: title?.value ?? document.name,
    documentId: document.id,
    order: element.page.order,
    autoTrigger: element.autoTrigger && actions.length === 1,
    titleStyle: styleOfTitle(upwards, titles, properties),
    data: '',
    actions,
  };
}

/** The languages of a document, by code. */
export async function readLanguages(em: EntityManager, documentId: string): Promise<readonly string[]> {
  const rows = await readRows<{ language_code: string }>(
    em,
    'select language_code from document_language where document_id = ? order by language_code',
    [documentId],
  );
  return rows.map((row) => row.language_code);
}

/** Where the actions of an element come from: its zone, its page, the whole document. */
export function actionSources({ upwards, document }: LiveElement): readonly string[] {
  return upwards.slice(0, upwards.indexOf(document.id) + 1);
}

async function readStyles(em: EntityManager, nodeIds: readonly string[]) {
  return readRows<Pick<Property, 'nodeId' | 'type' | 'name' | 'value'>>(
    em,
    `select node_id as "nodeId", type, name, value from property
     where node_id in (${marks(nodeIds)}) and type = 'Style' order by id`,
    nodeIds,
  );
}

async function shownActions(
  em: EntityManager,
  element: LiveElement,
  actions: readonly ShownAction[],
  properties: readonly Pick<Property, 'nodeId' | 'type' | 'name' | 'value'>[],
): Promise<readonly EnrichedActionView[]> {
  const { upwards } = element;
  if (actions.length === 0) return [];
  const defaults = await readRows<Pick<Icon, 'id' | 'nodeId'>>(
    em,
    `select id, node_id as "nodeId" from icon where node_id in (${marks(upwards)})`,
    upwards,
  );
  const iconOf = (action: ShownAction) =>
    action.iconId ?? nearestIcon(upwards.slice(upwards.indexOf(action.nodeId)), defaults);
  const iconFiles = await readIconFiles(
    em,
    actions.flatMap((action) => iconOf(action) ?? []),
  );
  return actions.toSorted(comparerOfReaders(upwards)).map((action) => ({
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
    rules: action.rules ?? null,
  }));
}

/** Ids of the icons' files, the newest of each. */
async function readIconFiles(em: EntityManager, iconIds: readonly string[]): Promise<Map<string, string>> {
  if (iconIds.length === 0) return new Map();
  const files = await readRows<{ id: string; owner_id: string }>(
    em,
    `select id, owner_id from stored_file where owner_id in (${marks(iconIds)}) and kind = 'Icon' order by id`,
    iconIds,
  );
  return new Map(files.map((file) => [file.owner_id, file.id]));
}

/** A picture of picture mode as a scan answers it: its data, and nothing of what only pages have. null when the picture is gone. */
export async function pictureAnswer(
  em: EntityManager,
  pictureId: string,
): Promise<Omit<EnrichedImageView, 'sessionId' | 'score' | 'outline'> | null> {
  const picture = await em.findOne(Picture, { id: pictureId });
  if (picture === null) return null;
  const [view] = await readPictures(em, [picture]);
  return {
    id: picture.id,
    bigThumbnailFileId: view?.bigThumbnailFileId ?? null,
    languageCode: null,
    title: null,
    documentId: null,
    order: null,
    autoTrigger: false,
    titleStyle: null,
    data: picture.data ?? '',
    actions: [],
  };
}
