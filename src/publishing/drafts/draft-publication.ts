/** Makes the changes of a draft what readers get. */
import { LockMode } from '@mikro-orm/core';
import type { Viewer } from '../../access/viewer.js';
import { Action } from '../../content/action.entity.js';
import type { DraftedTexts } from '../../content/drafts/drafted-texts.js';
import { Title } from '../../content/title.entity.js';
import type { EntityManager } from '../../db/database.js';
import { LoupeError } from '../../kernel/errors.js';
import { inWorkingOrder } from '../history/way-back.js';
import { type AppliedChanges, backwards, type RecordedChanges } from '../texts/recorded-changes.js';
import { compareDraft } from './draft-comparison.js';

export type PublishedDraft = AppliedChanges;

interface Surroundings {
  /** Of a transaction that `recorded` belongs to. */
  readonly em: EntityManager;
  readonly viewer: Viewer;
  readonly documentId: string;
  readonly recorded: Pick<RecordedChanges, 'apply'>;
}

/** @throws LoupeError CHANGED_MEANWHILE when a change conflicts with what was changed since; what the services of titles and actions throw */
export async function applyDraft(
  { em, viewer, documentId, recorded }: Surroundings,
  draft: DraftedTexts,
): Promise<PublishedDraft> {
  await holdTexts(em, draft);
  const compared = await compareDraft(em, documentId, draft);
  const count = compared.filter(({ conflict }) => conflict !== null).length;
  if (count > 0) {
    throw new LoupeError(
      'CHANGED_MEANWHILE',
      `Nothing was published: ${count} of the changes concern what was changed or thrown away since. Decide each of them in the draft first.`,
    );
  }
  const wanted = compared
    .filter(({ isDone }) => !isDone)
    .map(({ wanted: before, now: after }) => ({ before, after }));
  return recorded.apply(viewer, documentId, inWorkingOrder(wanted).flatMap(backwards), {
    placeOf: (at) => `draft.${at}`,
  });
}

/** Nobody changes these titles and actions between the comparison and the commit. */
async function holdTexts(em: EntityManager, draft: DraftedTexts): Promise<void> {
  const states = [...draft.values()].flatMap(({ replaced: { before, after } }) => after ?? before ?? []);
  const nodeIds = [...new Set(states.flatMap((state) => (state.kind === 'title' ? [state.nodeId] : [])))];
  const actionIds = states.flatMap((state) => (state.kind === 'action' ? [state.id] : []));
  const hold = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;
  await em.find(Title, { nodeId: { $in: nodeIds } }, hold);
  await em.find(Action, { id: { $in: actionIds } }, hold);
}
