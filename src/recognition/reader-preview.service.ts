/**
 * What a reader with a language would be answered for a page or zone, now or at another time, with the reason of each choice. It goes the
 * way of a scan, and records nothing.
 */
import type { Viewer } from '../access/viewer.js';
import { nearestTitle } from '../content/titles/inheritance.js';
import type { Database, EntityManager } from '../db/database.js';
import { Document } from '../documents/document.entity.js';
import { type GuardedNodes, shown } from '../tree/guarded-nodes.js';
import type { NodeStore } from '../tree/node.store.js';
import { Node } from '../tree/node.entity.js';
import { actionSources, enrich, readLanguages } from './enriched-element.js';
import { type LanguageReason, languagesBySuitability } from './language-choice.js';
import type { Clock } from '../kernel/clock.js';
import { OWN_VARIANT, readAddressRules, type ReaderPlatform } from '../kernel/rules/address-rules.js';
import type { LiveElement } from './live-element.js';
import {
  findAddedZone,
  loadPreviewed,
  type PreviewedElement,
  type PreviewPlace,
} from './previewed-element.js';
import { type AddressChoice, chooseAddress, ledTo } from './reader-choice.js';
import type { ReaderTexts, ShownAction } from './reader-texts.js';
import type { EnrichedActionView } from './views.js';

export const hiddenReasons = [
  'DocumentInactive',
  'PagesNotReady',
  'ElementInactive',
  'ZonesInstead',
  'TooLittleDetail',
  'NoAction',
  'OutsideWindow',
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
export interface PreviewSource extends Pick<Node, 'id' | 'type' | 'name'> {
  /** Of a zone that only a draft has, its page; null for what is in the tree. */
  readonly draftedOn: string | null;
}

export interface PreviewAction extends EnrichedActionView {
  readonly source: PreviewSource;
  /** False where the style, or the icon, is a default of an element above, or there is none. */
  readonly hasOwnStyle: boolean;
  readonly hasOwnIcon: boolean;
  /** Where its rules lead the reader; null where it has none. */
  readonly choice: AddressChoice | null;
}

export interface ReaderPreview {
  readonly elementId: string;
  /** When it is what the reader gets. */
  readonly at: Date;
  /** The next time at which a window opens or closes; null: none does. */
  readonly changesAt: Date | null;
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
  /** Names of the shares that rules of the actions compare, the actions' own address first; empty where they compare none. */
  readonly variants: readonly string[];
}

interface PreviewOptions {
  /** With the draft of the document, where it has one: what readers get once that is published. */
  readonly inDraft?: boolean;
  /** As at this time; now where it is absent or null. */
  readonly at?: Date | null;
  /** Of the reader's device; not known where it is absent or null. */
  readonly platform?: ReaderPlatform | null;
  /** The share that the reader is in; in none where it is absent, null or unknown. */
  readonly variant?: string | null;
}

export class ReaderPreviewService {
  constructor(
    private readonly database: Database,
    private readonly guarded: GuardedNodes,
    private readonly nodes: NodeStore,
    private readonly clock: Clock,
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
    const place = await this.find(em, elementId, options);
    const what = `Element ${shown(elementId)}`;
    const node = await this.guarded.requireFor(em, viewer, 'content:read', place?.node.id ?? null, what);
    return this.of(em, { node, added: place?.added ?? null }, wanted, options);
  }

  /**
   * The place of a page or zone, with a zone that only a draft has where drafts are previewed; null for none. It asks for no rights.
   */
  async find(
    em: EntityManager,
    elementId: string,
    { inDraft = false }: PreviewOptions,
  ): Promise<PreviewPlace | null> {
    const added = inDraft ? await findAddedZone(em, elementId) : null;
    const node = added === null ? await this.nodes.load(em, elementId) : null;
    return added ?? (node === null ? null : { node, added });
  }

  /** As `preview`, for an element that the caller may see. @throws LoupeError BAD_USER_INPUT for what is no page or zone */
  async of(
    em: EntityManager,
    place: PreviewPlace,
    wanted: string | null,
    { inDraft = false, at = null, platform = null, variant = null }: PreviewOptions = {},
  ): Promise<ReaderPreview> {
    const previewed = await loadPreviewed(em, place, { inDraft, at: at ?? this.clock.now() });
    const { element, texts } = previewed;
    const { moment } = element;
    const enrichment = await enrich(em, element, wanted, texts);
    const { languageCode, title, titleStyle, autoTrigger } = enrichment;
    const sources = await readSources(em, previewed);
    const titles = await texts.titles(em, { nodeIds: element.upwards, moment }, languageCode);
    const actions = await texts.actions(em, { nodeIds: actionSources(element), moment }, languageCode);
    return {
      elementId: element.id,
      at: moment.at,
      changesAt: moment.changesAt,
      hiddenReasons: await hiddenReasonsOf(em, previewed, enrichment.actions.length),
      languageCode,
      languages: await languagesOf(em, element, { wanted, chosen: languageCode, texts }),
      title: title ?? '',
      titleSource: sources.get(nearestTitle(element.upwards, titles)?.nodeId ?? '') ?? null,
      titleStyle,
      autoTrigger,
      variants: variantsOf(enrichment.actions),
      actions: withSources(
        enrichment.actions.map((action) => chosen(action, { platform, variant })),
        actions,
        sources,
      ),
    };
  }
}

async function readSources(
  em: EntityManager,
  { element: { upwards }, added }: PreviewedElement,
): Promise<ReadonlyMap<string, PreviewSource>> {
  const nodes = await em.find(Node, { id: { $in: [...upwards] } });
  const sources = new Map<string, PreviewSource>(
    nodes.map(({ id, type, name }) => [id, { id, type, name, draftedOn: null }]),
  );
  if (added !== null) {
    const { id, name, pageId } = added;
    sources.set(id, { id, type: 'Zone', name, draftedOn: pageId });
  }
  return sources;
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
  const usable = await texts.languagesOfActions(em, {
    nodeIds: actionSources(element),
    moment: element.moment,
  });
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
  { element, status }: PreviewedElement,
  actionCount: number,
): Promise<readonly HiddenReason[]> {
  const document = await em.findOneOrFail(Document, { id: element.document.id });
  const reasons: readonly (readonly [HiddenReason, boolean])[] = [
    ['DocumentInactive', document.status !== 'Active'],
    ['PagesNotReady', document.processing !== 'Ready'],
    ['ElementInactive', !status.isActive],
    ['ZonesInstead', status.hasZones],
    ['TooLittleDetail', !status.isRecognizable],
    ['NoAction', actionCount === 0],
    ['OutsideWindow', !element.isOpen],
  ];
  return reasons.flatMap(([reason, isSo]) => (isSo ? [reason] : []));
}

function variantsOf(actions: readonly EnrichedActionView[]): readonly string[] {
  const shares = actions
    .flatMap(({ rules }) => (rules === null ? [] : readAddressRules(rules)))
    .flatMap((rule) => (rule.kind === 'share' ? rule.variant : []));
  return shares.length === 0 ? [] : [...new Set([OWN_VARIANT, ...shares])];
}

interface ChosenAction extends EnrichedActionView {
  readonly choice: AddressChoice | null;
}

function chosen(
  action: EnrichedActionView,
  reader: { readonly platform: ReaderPlatform | null; readonly variant: string | null },
): ChosenAction {
  if (action.rules === null) return { ...action, choice: null };
  const choice = chooseAddress(readAddressRules(action.rules), reader);
  return { ...(choice.rule === null ? action : ledTo(action, choice.rule.url)), choice };
}

function withSources(
  actions: readonly ChosenAction[],
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
