/** Contents of drafts: titles and actions, and zones. */
import { readReplacedText, type Replaced } from '../history/text-states.js';
import type { EntityManager } from '../../db/entities.js';
import { Draft, DraftChange } from './draft.entity.js';
import type { Drafted, DraftedTexts } from './drafted-content.js';
import type { DraftedZones } from './drafted-zones.js';
import { isZoneSubject, readReplacedZone, type ReplacedZone } from '../zones/zone.states.js';

export interface DraftContents {
  readonly texts: DraftedTexts;
  readonly zones: DraftedZones;
}

/** Contents of the drafts of documents; without an entry where a document has no draft. */
export async function readDrafts(
  em: EntityManager,
  documentIds: readonly string[],
): Promise<ReadonlyMap<string, DraftContents>> {
  const drafts = await em.find(Draft, { documentId: { $in: [...documentIds] } });
  if (drafts.length === 0) return new Map();
  const rows = await em.find(
    DraftChange,
    { draftId: { $in: drafts.map(({ id }) => id) } },
    { orderBy: { id: 'asc' } },
  );
  const byDraft = Map.groupBy(rows, ({ draftId }) => draftId);
  return new Map(drafts.map(({ id, documentId }) => [documentId, contentsOf(byDraft.get(id) ?? [])]));
}

/** null where the document has no draft. */
export async function readDraft(em: EntityManager, documentId: string): Promise<DraftContents | null> {
  return (await readDrafts(em, [documentId])).get(documentId) ?? null;
}

export function contentsOf(rows: readonly DraftChange[]): DraftContents {
  const of = <Change extends Replaced | ReplacedZone>(
    some: readonly DraftChange[],
    read: (stored: unknown) => Change,
  ) =>
    new Map(
      some.map(({ id, subject, replaced, user, userId, dateCreated, dateModified }) => [
        subject,
        {
          id,
          replaced: read(JSON.parse(replaced)),
          user,
          userId: userId ?? null,
          dateCreated,
          dateModified,
        } satisfies Drafted<Change>,
      ]),
    );
  const isOfZone = ({ subject }: DraftChange) => isZoneSubject(subject);
  return {
    texts: of(
      rows.filter((row) => !isOfZone(row)),
      readReplacedText,
    ),
    zones: of(rows.filter(isOfZone), readReplacedZone),
  };
}
