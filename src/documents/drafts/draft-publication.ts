/** Makes the changes of a draft what readers get. */
import { LockMode } from '@mikro-orm/core';
import type { Viewer } from '../../access/viewer.js';
import { Action } from '../../content/actions/action.entity.js';
import { followPublished } from '../comments/comment-subjects.js';
import type { DraftContents } from './draft-contents.js';
import type { DraftedTexts } from './drafted-content.js';
import type { DraftedZones } from './drafted-zones.js';
import type { ReplacedZone } from '../zones/zone.states.js';
import { Title } from '../../content/titles/title.entity.js';
import type { EntityManager } from '../../db/database.js';
import { Node } from '../../tree/node.entity.js';
import { LoupeError } from '../../kernel/errors.js';
import { inWorkingOrder } from '../history/way-back.js';
import { type AppliedChanges, backwards, type RecordedChanges } from '../texts/recorded-changes.js';
import type { ZoneSteps } from '../zones/zone-transitions.js';
import { compareDraft, type ComparedZone } from './draft-comparison.js';

export type PublishedDraft = AppliedChanges;

interface Surroundings {
  /** Of a transaction that `recorded` and `steps` belong to. */
  readonly em: EntityManager;
  readonly viewer: Viewer;
  readonly documentId: string;
  readonly recorded: Pick<RecordedChanges, 'apply'>;
  readonly steps: ZoneSteps;
}

/** Changes of zones that publishing makes: each from what readers get to what they will get. */
export function zonesToPublish(zones: readonly ComparedZone[]): readonly ReplacedZone[] {
  return zones
    .filter(({ isDone, conflict }) => !isDone && conflict === null)
    .map(({ now: before, wanted: after }) => ({ before, after }));
}

/**
 * @throws LoupeError CHANGED_MEANWHILE when a change conflicts with what was changed since; what the services of titles, actions and
 *   zones throw
 */
export async function applyDraft(
  { em, viewer, documentId, recorded, steps }: Surroundings,
  draft: DraftContents,
): Promise<PublishedDraft> {
  await holdTexts(em, draft.texts);
  await holdZones(em, draft.zones);
  const compared = await compareDraft(em, documentId, draft);
  const count = [...compared.texts, ...compared.zones].filter(({ conflict }) => conflict !== null).length;
  if (count > 0) {
    throw new LoupeError(
      'CHANGED_MEANWHILE',
      `Nothing was published: ${count} of the changes concern what was changed or thrown away since. Decide each of them in the draft first.`,
    );
  }
  const zones = zonesToPublish(compared.zones);
  await steps.addAndChange(viewer, zones);
  const wanted = compared.texts
    .filter(({ isDone }) => !isDone)
    .map(({ wanted: before, now: after }) => ({ before, after }));
  const applied = await recorded.apply(viewer, documentId, inWorkingOrder(wanted).flatMap(backwards), {
    placeOf: (at) => `draft.${at}`,
    zones,
  });
  await followPublished(em, documentId, draft.texts);
  await steps.remove(viewer, zones);
  return applied;
}

/** Nobody changes these titles and actions between the comparison and the commit. */
async function holdTexts(em: EntityManager, texts: DraftedTexts): Promise<void> {
  const states = [...texts.values()].flatMap(({ replaced: { before, after } }) => after ?? before ?? []);
  const nodeIds = [...new Set(states.flatMap((state) => (state.kind === 'title' ? [state.nodeId] : [])))];
  const actionIds = states.flatMap((state) => (state.kind === 'action' ? [state.id] : []));
  const hold = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;
  await em.find(Title, { nodeId: { $in: nodeIds } }, hold);
  await em.find(Action, { id: { $in: actionIds } }, hold);
}

/** Likewise these zones, and where new ones come. */
async function holdZones(em: EntityManager, zones: DraftedZones): Promise<void> {
  const states = [...zones.values()].flatMap(({ replaced: { before, after } }) => after ?? before ?? []);
  const ids = [...new Set(states.flatMap(({ id, pageId }) => [pageId, id]))];
  await em.find(Node, { id: { $in: ids } }, { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } });
}
