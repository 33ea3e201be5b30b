/**
 * What a reader with a language would be answered for a page or zone now, with the reason of each choice. It goes the
 * way of a scan, and records nothing.
 */
import type { Viewer } from '../access/viewer.js';
import { readDraft } from '../content/drafts/drafted-texts.js';
import { nearestTitle } from '../content/inheritance.js';
import type { Database, EntityManager } from '../db/database.js';
import { badInput } from '../kernel/errors.js';
import { Document } from '../hierarchy/document.entity.js';
import type { GuardedNodes } from '../hierarchy/guarded-nodes.js';
import { Image } from '../hierarchy/image.entity.js';
import { Node } from '../hierarchy/node.entity.js';
import { Zone } from '../hierarchy/zone.entity.js';
import { actionSources, enrich, readLanguages } from './enriched-element.js';
import { type LanguageReason, languagesBySuitability } from './language-choice.js';
import { type LiveElement, loadElement } from './live-element.js';
import { type ReaderTexts, type ShownAction, TextsOfDraft, textsInForce } from './reader-texts.js';
import type { EnrichedActionView } from './views.js';

export const hiddenReasons = [
  'DocumentInactive',
  'PagesNotReady',
  'ElementInactive',
  'ZonesInstead',
  'TooLittleDetail',
  'NoAction',
] as const;
type HiddenReason = (typeof hiddenReasons)[number];

export interface PreviewLanguage {
  readonly code: string;
  /** Why it stands at its place. */
  readonly reason: LanguageReason;
  /** Whether there is something to do in it; the first such language is answered. */
  readonly hasActions: boolean;
  readonly isChosen: boolean;
}

/** An element that something comes from. */
export type PreviewSource = Pick<Node, 'id' | 'type' | 'name'>;

export interface PreviewAction extends EnrichedActionView {
  readonly source: PreviewSource;
  /** False where the style, or the icon, is a default of an element above, or there is none. */
  readonly hasOwnStyle: boolean;
  readonly hasOwnIcon: boolean;
}

export interface ReaderPreview {
  readonly elementId: string;
  /** Why a photo of it is not answered; empty when it is. */
  readonly hiddenReasons: readonly HiddenReason[];
  readonly languageCode: string;
  /** In the order in which they suit the reader. */
  readonly languages: readonly PreviewLanguage[];
  readonly title: string;
  /** Whose title it is; null where no element has one and the document's name stands for it. */
  readonly titleSource: PreviewSource | null;
  readonly titleStyle: string | null;
  readonly autoTrigger: boolean;
  readonly actions: readonly PreviewAction[];
}

interface PreviewOptions {
  /** With the draft of the document, where it has one: what readers get once that is published. */
  readonly inDraft?: boolean;
}

export class ReaderPreviewService {
  constructor(
    private readonly database: Database,
    private readonly guarded: GuardedNodes,
  ) {}

  /**
   * @param wanted as a reader's device would send it; null for none
   * @throws LoupeError NOT_FOUND, BAD_USER_INPUT for what is no page or zone
   */
  async preview(
    viewer: Viewer,
    elementId: string,
    wanted: string | null,
    options: PreviewOptions = {},
  ): Promise<ReaderPreview> {
    const em = this.database.reader();
    const node = await this.guarded.require(em, viewer, 'content:read', elementId);
    return this.of(em, node, wanted, options);
  }

  /** As `preview`, for an element that the caller may see. @throws LoupeError BAD_USER_INPUT for what is no page or zone */
  async of(
    em: EntityManager,
    node: Node,
    wanted: string | null,
    { inDraft = false }: PreviewOptions = {},
  ): Promise<ReaderPreview> {
    const element = node.type === 'Image' || node.type === 'Zone' ? await loadElement(em, node.path) : null;
    if (element === null) throw badInput('elementId', 'must be a page or a zone: these are what photos show');
    const draft = inDraft ? await readDraft(em, element.document.id) : null;
    const texts = draft === null ? textsInForce : new TextsOfDraft(draft);
    const enrichment = await enrich(em, element, wanted, texts);
    const { languageCode, title, titleStyle, autoTrigger } = enrichment;
    const sources = await readSources(em, element);
    const titles = await texts.titles(em, element.upwards, languageCode);
    const actions = await texts.actions(em, actionSources(element), languageCode);
    return {
      elementId: node.id,
      hiddenReasons: await hiddenReasonsOf(em, node, element, enrichment.actions.length),
      languageCode,
      languages: await languagesOf(em, element, { wanted, chosen: languageCode, texts }),
      title: title ?? '',
      titleSource: sources.get(nearestTitle(element.upwards, titles)?.nodeId ?? '') ?? null,
      titleStyle,
      autoTrigger,
      actions: withSources(enrichment.actions, actions, sources),
    };
  }
}

async function readSources(
  em: EntityManager,
  { upwards }: LiveElement,
): Promise<ReadonlyMap<string, PreviewSource>> {
  const nodes = await em.find(Node, { id: { $in: [...upwards] } });
  return new Map(nodes.map(({ id, type, name }) => [id, { id, type, name }]));
}

interface Choice {
  readonly wanted: string | null;
  readonly chosen: string;
  readonly texts: ReaderTexts;
}

async function languagesOf(
  em: EntityManager,
  element: LiveElement,
  { wanted, chosen, texts }: Choice,
): Promise<readonly PreviewLanguage[]> {
  const { id, defaultLanguage } = element.document;
  const usable = await texts.languagesOfActions(em, actionSources(element));
  const ranked = languagesBySuitability(wanted, await readLanguages(em, id), defaultLanguage);
  return ranked.map(({ code, reason }) => ({
    code,
    reason,
    hasActions: usable.has(code),
    isChosen: code === chosen,
  }));
}

async function hiddenReasonsOf(
  em: EntityManager,
  node: Node,
  element: LiveElement,
  actionCount: number,
): Promise<readonly HiddenReason[]> {
  const document = await em.findOneOrFail(Document, { id: element.document.id });
  const row =
    node.type === 'Zone'
      ? await em.findOneOrFail(Zone, { id: node.id })
      : await em.findOneOrFail(Image, { id: node.id });
  const hasZones = node.type === 'Image' && (await em.count(Node, { parentId: node.id, type: 'Zone' })) > 0;
  const reasons: readonly (readonly [HiddenReason, boolean])[] = [
    ['DocumentInactive', document.status !== 'Active'],
    ['PagesNotReady', document.processing !== 'Ready'],
    ['ElementInactive', row.status !== 'Active' && !hasZones],
    ['ZonesInstead', hasZones],
    ['TooLittleDetail', !row.isRecognizable],
    ['NoAction', actionCount === 0],
  ];
  return reasons.flatMap(([reason, isSo]) => (isSo ? [reason] : []));
}

function withSources(
  actions: readonly EnrichedActionView[],
  rows: readonly ShownAction[],
  sources: ReadonlyMap<string, PreviewSource>,
): readonly PreviewAction[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return actions.flatMap((action) => {
    const row = byId.get(action.id);
    const source = sources.get(row?.nodeId ?? '');
    if (row === undefined || source === undefined) return [];
    return { ...action, source, hasOwnStyle: (row.style ?? '') !== '', hasOwnIcon: row.iconId != null };
  });
}
