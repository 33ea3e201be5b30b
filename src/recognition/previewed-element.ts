/** A page or zone that is previewed: as it is now, or as the draft of its document will make it. */
import { type DraftContents, readDraft } from '../documents/drafts/draft-contents.js';
import { plannedZones, readAddedZone } from '../documents/drafts/drafted-zones.js';
import { zoneSubject, type ZoneState } from '../documents/zones/zone.states.js';
import type { EntityManager } from '../db/database.js';
import { Image } from '../documents/pages/image.entity.js';
import type { Moment } from '../kernel/windows/moment.js';
import { Node } from '../tree/node.entity.js';
import { Zone } from '../documents/zones/zone.entity.js';
import { badInput, notFound } from '../kernel/errors.js';
import { isId } from '../kernel/ids.js';
import { type LiveElement, loadElement } from './live-element.js';
import { type ReaderTexts, TextsOfDraft, textsInForce } from './reader-texts.js';

/** Where it stands: rights to it are those to `node`. */
export interface PreviewPlace {
  /** The page or zone; of a zone that only a draft has its page. */
  readonly node: Node;
  readonly added: ZoneState | null;
}

export interface PreviewedElement {
  readonly element: LiveElement;
  readonly texts: ReaderTexts;
  /** A zone that only the draft has. */
  readonly added: ZoneState | null;
  readonly status: ElementStatus;
}

interface ElementStatus {
  readonly isActive: boolean;
  /** A page that zones are recognized on in its place at the moment. */
  readonly hasZones: boolean;
  /** True for what is not judged before it is published. */
  readonly isRecognizable: boolean;
}

/** The place of a zone that only a draft has; null for every other id. */
export async function findAddedZone(em: EntityManager, id: string): Promise<PreviewPlace | null> {
  const added = isId(id) ? await readAddedZone(em, id) : null;
  const node = added === null ? null : await em.findOne(Node, { id: added.pageId });
  return node === null ? null : { node, added };
}

/**
 * @param options `inDraft`: with the draft of the document, where it has one; `at`: as at this time
 * @throws LoupeError BAD_USER_INPUT for what is no page or zone, NOT_FOUND for a zone that the draft deletes
 */
export async function loadPreviewed(
  em: EntityManager,
  { node, added }: PreviewPlace,
  { inDraft, at }: { readonly inDraft: boolean; readonly at: Date },
): Promise<PreviewedElement> {
  const stored = node.type === 'Image' || node.type === 'Zone' ? await loadElement(em, node.path, at) : null;
  if (stored === null) throw badInput('elementId', 'must be a page or a zone: these are what photos show');
  const draft = inDraft ? await readDraft(em, stored.document.id) : null;
  const texts = draft === null ? textsInForce : new TextsOfDraft(draft.texts);
  if (added !== null) {
    const status = { isActive: true, hasZones: false, isRecognizable: true };
    return { element: asZone(stored, added), texts, added, status };
  }
  const element = draft === null ? stored : await changed(em, stored, node, draft);
  return { element, texts, added, status: await statusOf(em, node, draft, element.moment) };
}

/** A zone on a page as an element of its own. */
function asZone(page: LiveElement, { id, autoTrigger, timeWindow }: ZoneState): LiveElement {
  return {
    ...page,
    isOpen: page.moment.shows(timeWindow) && page.isPageOpen,
    id,
    zoneId: id,
    upwards: [id, ...page.upwards],
    autoTrigger: autoTrigger ?? page.autoTrigger,
    bigThumbnailFileId: null,
  };
}

async function changed(
  em: EntityManager,
  stored: LiveElement,
  { id, type, parentId }: Node,
  draft: DraftContents,
): Promise<LiveElement> {
  const change = type === 'Zone' ? draft.zones.get(zoneSubject(id)) : undefined;
  if (change === undefined) return stored;
  const { after } = change.replaced;
  if (after === null) throw notFound(`Zone ${id}, which the draft deletes,`);
  const { autoTrigger } = await em.findOneOrFail(Image, { id: parentId ?? '' });
  const { moment, isPageOpen } = stored;
  const isOpen = moment.shows(after.timeWindow) && isPageOpen;
  return { ...stored, isOpen, autoTrigger: after.autoTrigger ?? autoTrigger ?? false };
}

async function statusOf(
  em: EntityManager,
  { id, type }: Node,
  draft: DraftContents | null,
  moment: Moment,
): Promise<ElementStatus> {
  if (type === 'Zone') {
    const { status, isRecognizable } = await em.findOneOrFail(Zone, { id });
    return { isActive: status === 'Active', hasZones: false, isRecognizable };
  }
  const { status, isRecognizable } = await em.findOneOrFail(Image, { id });
  const now = await em.count(Node, { parentId: id, type: 'Zone' });
  const zones = (await plannedZones(em, [id], draft?.zones ?? new Map())).get(id) ?? [];
  // A page whose last zone goes is recognized as a whole again.
  const isActive = status === 'Active' || zones.length > 0 || now > 0;
  // Those outside of their windows leave the page to itself. Each is asked, so that the moment knows when the first of them changes.
  const hasZones = zones.map(({ state }) => moment.shows(state.timeWindow)).includes(true);
  return { isActive, hasZones, isRecognizable };
}
