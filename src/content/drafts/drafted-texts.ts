/** The titles and actions that drafts hold. */
import type { EntityManager } from '../../db/entity-manager.js';
import type { Replaced, TextState } from '../../audit/history/text-states.js';
import { versionOf } from '../../kernel/precondition.js';
import { titleState } from '../title.service.js';
import { Draft, DraftChange } from './draft.entity.js';

/** One title or action of a draft. */
export interface DraftedText {
  /** Of the change. */
  readonly id: string;
  /** From what readers got when it was first changed to what they will get; null for nothing. */
  readonly replaced: Replaced;
  /** Who changed it last. */
  readonly user: string;
  readonly userId: string | null;
  readonly dateCreated: Date;
  readonly dateModified: Date;
}

/** By `keyOf`. */
export type DraftedTexts = ReadonlyMap<string, DraftedText>;

/** What the drafts of documents hold; without an entry where a document has no draft. */
export async function readDrafts(
  em: EntityManager,
  documentIds: readonly string[],
): Promise<ReadonlyMap<string, DraftedTexts>> {
  const drafts = await em.find(Draft, { documentId: { $in: [...documentIds] } });
  if (drafts.length === 0) return new Map();
  const rows = await em.find(
    DraftChange,
    { draftId: { $in: drafts.map(({ id }) => id) } },
    { orderBy: { id: 'asc' } },
  );
  const byDraft = Map.groupBy(rows, ({ draftId }) => draftId);
  return new Map(drafts.map(({ id, documentId }) => [documentId, draftedTextsOf(byDraft.get(id) ?? [])]));
}

/** null where the document has no draft. */
export async function readDraft(em: EntityManager, documentId: string): Promise<DraftedTexts | null> {
  return (await readDrafts(em, [documentId])).get(documentId) ?? null;
}

export function draftedTextsOf(rows: readonly DraftChange[]): DraftedTexts {
  return new Map(
    rows.map(({ id, subject, replaced, user, userId, dateCreated, dateModified }) => [
      subject,
      {
        id,
        replaced: JSON.parse(replaced) as Replaced,
        user,
        userId: userId ?? null,
        dateCreated,
        dateModified,
      },
    ]),
  );
}

/** The version of a text that a draft changed. Of a title the same as it has when readers get it. */
export function draftedVersion(state: TextState): string {
  return state.kind === 'title' ? titleState(state).version : versionOf(JSON.stringify(state));
}
