/** A draft beside what readers get now: what is still to be done, and where somebody changed the same meanwhile. */
import { type ElementPlace, placesOf } from '../history/element-places.js';
import { isSame, readTextStates, type Replaced, type TextState } from '../history/text-states.js';
import type { DraftContents } from './draft-contents.js';
import type { Drafted, DraftedTexts } from './drafted-content.js';
import type { DraftedZones } from './drafted-zones.js';
import { isSameZone, readZoneStates, type ReplacedZone, type ZoneState } from '../zones/zone.states.js';
import { Icon } from '../../content/icons/icon.entity.js';
import type { EntityManager } from '../../db/database.js';
import { versionOf } from '../../kernel/precondition.js';
import { iconAmong } from '../history/way-back.js';

export type ConflictReason = 'Changed' | 'Gone';

interface DraftConflict<Change> {
  /** Somebody changed it outside of the draft, or what it belongs to is gone. */
  readonly reason: ConflictReason;
  /** Of what readers get now. */
  readonly version: string;
  /** From what they got when the draft changed it first to what they get now. */
  readonly replaced: Change;
}

export interface Compared<Change extends Replaced | ReplacedZone, State> {
  readonly subject: string;
  readonly drafted: Drafted<Change>;
  /** The state that readers get now; null for nothing. */
  readonly now: State | null;
  /** The state that the draft makes of it; an action whose icon is gone comes without. */
  readonly wanted: State | null;
  /** Readers get already what the draft wants. */
  readonly isDone: boolean;
  readonly conflict: DraftConflict<Change> | null;
  /** The element that it belongs to, or the zone itself; undefined where that is gone. */
  readonly place: ElementPlace | undefined;
}

export type ComparedText = Compared<Replaced, TextState>;
export type ComparedZone = Compared<ReplacedZone, ZoneState>;

export interface ComparedDraft {
  readonly texts: readonly ComparedText[];
  readonly zones: readonly ComparedZone[];
}

/** Both in the order in which they were changed first. */
export async function compareDraft(
  em: EntityManager,
  documentId: string,
  draft: DraftContents,
): Promise<ComparedDraft> {
  const zones = await compareZones(em, documentId, draft.zones);
  const added = new Map(
    zones.flatMap(({ wanted, drafted, place }) =>
      drafted.replaced.before === null && wanted !== null && place !== undefined ? [[wanted.id, place]] : [],
    ),
  );
  return { zones, texts: await compareTexts(em, documentId, draft.texts, added) };
}

/** @param added places of zones that only the draft has */
async function compareTexts(
  em: EntityManager,
  documentId: string,
  drafted: DraftedTexts,
  added: ReadonlyMap<string, ElementPlace>,
): Promise<readonly ComparedText[]> {
  const nodeIds = [...drafted.values()].flatMap(({ replaced: { before, after } }) =>
    [before?.nodeId ?? [], after?.nodeId ?? []].flat(),
  );
  const states = await readTextStates(em, nodeIds);
  const places = new Map([...(await placesOf(em, nodeIds)), ...added]);
  const icons = await presentIcons(em, drafted);
  return [...drafted].map(([subject, text]) => {
    const before = withIcon(icons, text.replaced.before);
    const wanted = withIcon(icons, text.replaced.after);
    const now = states.get(subject) ?? null;
    const place = placeIn(documentId, places.get((wanted ?? before)?.nodeId ?? ''));
    // A title or action that goes is gone with its page or zone.
    const isGone = place === undefined && wanted === null;
    const isDone = isGone || isSame(now, wanted);
    const isKept = isSame(now, before);
    const reason = place === undefined && wanted !== null ? 'Gone' : isKept ? null : 'Changed';
    const conflict = isDone || reason === null ? null : conflictOf(reason, { before, after: now });
    return { subject, drafted: text, now, wanted, isDone, conflict, place };
  });
}

/** In the order in which they were changed first. */
export async function compareZones(
  em: EntityManager,
  documentId: string,
  drafted: DraftedZones,
): Promise<readonly ComparedZone[]> {
  const states = [...drafted.values()].flatMap(({ replaced: { before, after } }) => after ?? before ?? []);
  const present = await readZoneStates(
    em,
    states.map(({ id }) => id),
  );
  const pages = await placesOf(
    em,
    states.map(({ pageId }) => pageId),
  );
  return [...drafted].map(([subject, zone]) => {
    const { before, after: wanted } = zone.replaced;
    const { id, pageId, name } = wanted ?? before ?? NOWHERE;
    const page = placeIn(documentId, pages.get(pageId));
    const now = page === undefined ? null : (present.get(id) ?? null);
    const isThere = page !== undefined && (before === null || now !== null);
    const isDone = isSameZone(now, wanted);
    const reason = !isThere && wanted !== null ? 'Gone' : isSameZone(now, before) ? null : 'Changed';
    return {
      subject,
      drafted: zone,
      now,
      wanted,
      isDone,
      conflict: isDone || reason === null ? null : conflictOf(reason, { before, after: now }),
      place: isThere ? { type: 'Zone', name, documentId, pageName: page?.name ?? null } : undefined,
    };
  });
}

const NOWHERE = { id: '', pageId: '', name: '' };

function placeIn(documentId: string, place: ElementPlace | undefined): ElementPlace | undefined {
  return place?.documentId === documentId ? place : undefined;
}

function conflictOf<Change extends Replaced | ReplacedZone>(
  reason: ConflictReason,
  replaced: Change,
): DraftConflict<Change> {
  return { reason, version: versionOf(reason, JSON.stringify(replaced.after)), replaced };
}

function withIcon(icons: ReadonlySet<string>, state: TextState | null): TextState | null {
  return state?.kind === 'action' ? { ...state, iconId: iconAmong(icons, state.iconId) } : state;
}

async function presentIcons(em: EntityManager, drafted: DraftedTexts): Promise<ReadonlySet<string>> {
  const ids = [...drafted.values()].flatMap(({ replaced: { before, after } }) =>
    [before, after].flatMap((state) => (state?.kind === 'action' ? (state.iconId ?? []) : [])),
  );
  const icons = await em.find(Icon, { id: { $in: [...new Set(ids)] } }, { fields: ['id'] });
  return new Set(icons.map(({ id }) => id));
}
