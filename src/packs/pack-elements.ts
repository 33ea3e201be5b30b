/** Gathers the pages and zones of a part of the tree as readers are shown them. */
import { targetOf } from '../content/actions/action-target.js';
import { iCalendarOf, vCardOf } from '../content/actions/action-target.js';
import type { EntityManager } from '../db/database.js';
import { applicationsBelow } from '../engine/applications-below.js';
import type { ActionType } from '../content/actions/action.entity.js';
import { marks, readRows } from '../db/rows.js';
import { enrich, readLanguages } from '../recognition/enriched-element.js';
import { type LiveElement, loadLiveElement } from '../recognition/live-element.js';
import { type ReaderTexts, textsInForce } from '../recognition/reader-texts.js';
import type { CachedTargets, TargetNode } from '../recognition/cached-targets.js';
import type { EnrichedActionView } from '../recognition/views.js';
import type { Place } from '../engine-host/plane.js';
import type { PackAction, PackElement, PackShown } from './pack-content.js';

/** A reference below an element that searches see. */
export interface WantedReference {
  readonly key: number;
  readonly sequence: number;
  readonly applicationId: string;
  readonly node: TargetNode;
}

/** Pictures that a pack holds beside what it recognizes. */
export interface PictureChoice {
  readonly withIcons: boolean;
  readonly withThumbnails: boolean;
}

interface ReferenceRow {
  readonly key: number | string;
  readonly sequence: number | string;
  readonly application_id: string;
}

const BATCH = 300;

/** References of active pages and zones below a path: what is in the trash or switched off has none. */
export async function* wantedReferences(
  em: EntityManager,
  targets: Pick<CachedTargets, 'nodesOf'>,
  { path, organizationPath }: { readonly path: string; readonly organizationPath: string },
): AsyncGenerator<readonly WantedReference[]> {
  const applications = await applicationsBelow(em, organizationPath, ['content']);
  if (applications.length === 0) return;
  const ids = applications.map(({ id }) => id);
  for (let after = 0; ;) {
    const rows = await readRows<ReferenceRow>(
      em,
      `select "key", sequence, application_id from reference
       where application_id in (${marks(ids)}) and is_present = true and external_id is not null and "key" > ?
       order by "key" limit ${BATCH}`,
      [...ids, after],
    );
    if (rows.length === 0) return;
    const keys = rows.map(({ key }) => Number(key));
    after = keys.at(-1) ?? after;
    const nodes = await targets.nodesOf(keys, path);
    yield rows.flatMap(({ key, sequence, application_id: applicationId }) => {
      const node = nodes.get(Number(key));
      return node === undefined
        ? []
        : [{ key: Number(key), sequence: Number(sequence), applicationId, node }];
    });
  }
}

/** The element at a path in the wanted languages; null where it is not active, or outside of its time window. */
export async function packElement(
  em: EntityManager,
  path: string,
  place: Place | null,
  { languages, ...choice }: PictureChoice & { readonly languages: readonly string[] },
  now: Date,
): Promise<PackElement | null> {
  const element = await loadLiveElement(em, path, now);
  if (element?.isOpen !== true) return null;
  const wanted = languages.length > 0 ? languages : await readLanguages(em, element.document.id);
  return shownElement(em, element, place, wanted, choice);
}

/** An element as readers are shown it in some languages. @param texts those in force, unless a draft is tried */
export async function shownElement(
  em: EntityManager,
  element: LiveElement,
  place: Place | null,
  languages: readonly string[],
  { withIcons, withThumbnails }: PictureChoice,
  texts: ReaderTexts = textsInForce,
): Promise<PackElement> {
  const shown: Record<string, PackShown> = {};
  for (const language of languages) {
    const { languageCode, title, titleStyle, actions } = await enrich(em, element, language, texts);
    shown[language] = {
      languageCode,
      title,
      titleStyle,
      actions: actions.map((action) => packAction(action, withIcons)),
    };
  }
  const { bigThumbnailFileId } = element;
  return {
    id: element.id,
    pageId: element.page.id,
    documentId: element.document.id,
    place,
    autoTrigger: element.autoTrigger,
    ...(withThumbnails && bigThumbnailFileId !== null ? { thumbnailId: bigThumbnailFileId } : {}),
    shownUntil: element.moment.changesAt?.toISOString() ?? null,
    shown,
  };
}

/** Shapes of targets as GraphQL names them. */
const SHAPES = {
  URL: 'UrlTarget',
  MAIL: 'MailTarget',
  TEL: 'PhoneTarget',
  SMS: 'SmsTarget',
  MAP: 'MapTarget',
  SHARE: 'ShareTarget',
  VCARD: 'ContactTarget',
  VCALENDAR: 'EventTarget',
} as const;

function packAction(
  { id, name, type, style, content, iconFileId }: EnrichedActionView,
  withIcons: boolean,
): PackAction {
  const icon = withIcons && iconFileId !== null ? { iconId: iconFileId } : {};
  return { id, name, type, style, ...icon, target: packTarget(type, content) };
}

function packTarget(type: ActionType, content: string): PackAction['target'] {
  const target = targetOf(type, content);
  if (target.kind === null) return { __typename: 'LegacyTarget', source: content };
  const shape = { __typename: SHAPES[target.kind] };
  if (target.kind === 'VCARD') return { ...shape, vCard: vCardOf(target) };
  if (target.kind === 'VCALENDAR') return { ...shape, iCalendar: iCalendarOf(target) };
  return { ...shape, ...target.members };
}
