/** A draft beside what readers get now: what is still to be done, and where somebody changed the same meanwhile. */
import { type ElementPlace, placesOf } from '../../audit/history/element-places.js';
import { isSame, readTextStates, type Replaced, type TextState } from '../../audit/history/text-states.js';
import type { DraftedText, DraftedTexts } from '../../content/drafts/drafted-texts.js';
import { Icon } from '../../content/icon.entity.js';
import type { EntityManager } from '../../db/database.js';
import { versionOf } from '../../kernel/precondition.js';
import { iconAmong } from '../history/way-back.js';

export type ConflictReason = 'Changed' | 'Gone';

export interface DraftConflict {
  /** Somebody changed the title or action outside of the draft, or its page or zone is gone. */
  readonly reason: ConflictReason;
  /** Of what readers get now. */
  readonly version: string;
  /** From what they got when the draft changed it first to what they get now. */
  readonly replaced: Replaced;
}

export interface ComparedText {
  readonly subject: string;
  readonly drafted: DraftedText;
  /** What readers get now; null for nothing. */
  readonly now: TextState | null;
  /** What the draft makes of it; an action whose icon is gone comes without. */
  readonly wanted: TextState | null;
  /** Readers get already what the draft wants. */
  readonly isDone: boolean;
  readonly conflict: DraftConflict | null;
  /** The element that it belongs to; undefined where that is gone. */
  readonly place: ElementPlace | undefined;
}

/** In the order in which the texts were changed first. */
export async function compareDraft(
  em: EntityManager,
  documentId: string,
  draft: DraftedTexts,
): Promise<readonly ComparedText[]> {
  const nodeIds = [...draft.values()].flatMap(({ replaced: { before, after } }) =>
    [before?.nodeId ?? [], after?.nodeId ?? []].flat(),
  );
  const states = await readTextStates(em, nodeIds);
  const places = await placesOf(em, nodeIds);
  const icons = await presentIcons(em, draft);
  return [...draft].map(([subject, drafted]) => {
    const before = withIcon(icons, drafted.replaced.before);
    const wanted = withIcon(icons, drafted.replaced.after);
    const now = states.get(subject) ?? null;
    const nodeId = (wanted ?? before)?.nodeId ?? '';
    const place = places.get(nodeId);
    const isThere = place?.documentId === documentId;
    const isDone = isSame(now ?? undefined, wanted ?? undefined);
    const isKept = isSame(now ?? undefined, before ?? undefined);
    const reason = !isThere && wanted !== null ? 'Gone' : isKept ? null : 'Changed';
    const conflict = isDone || reason === null ? null : conflictOf(reason, before, now);
    return { subject, drafted, now, wanted, isDone, conflict, place: isThere ? place : undefined };
  });
}

function conflictOf(reason: ConflictReason, before: TextState | null, now: TextState | null): DraftConflict {
  return { reason, version: versionOf(reason, JSON.stringify(now)), replaced: { before, after: now } };
}

function withIcon(icons: ReadonlySet<string>, state: TextState | null): TextState | null {
  return state?.kind === 'action' ? { ...state, iconId: iconAmong(icons, state.iconId) } : state;
}

async function presentIcons(em: EntityManager, draft: DraftedTexts): Promise<ReadonlySet<string>> {
  const ids = [...draft.values()].flatMap(({ replaced: { before, after } }) =>
    [before, after].flatMap((state) => (state?.kind === 'action' ? (state.iconId ?? []) : [])),
  );
  const icons = await em.find(Icon, { id: { $in: [...new Set(ids)] } }, { fields: ['id'] });
  return new Set(icons.map(({ id }) => id));
}
