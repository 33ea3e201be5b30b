/** Changes that make zones and languages of a document again what they were. */
import type { EntityManager } from '../../db/entities.js';
import { TrashEntry } from '../../tree/node.entity.js';
import { isSameZone, readZoneStates, type ReplacedZone, type ZoneState } from '../zones/zone.states.js';
import { placesOf } from './element-places.js';
import { languageOf, type ReplacedLanguage } from './language-changes.js';

export interface WayBackOfZones {
  /** From what is there now (`before`) to what was there (`after`). */
  readonly wanted: readonly ReplacedZone[];
  /** Zones that are neither there nor in the trash any more, or whose page is not there. */
  readonly leftOut: number;
}

/** @param since what the changes since then replaced, the oldest first */
export async function wayBackOfZones(
  em: EntityManager,
  documentId: string,
  since: readonly ReplacedZone[],
): Promise<WayBackOfZones> {
  const then = new Map<string, ZoneState | null>();
  for (const { before, after } of since) {
    const id = (before ?? after)?.id;
    if (id !== undefined && !then.has(id)) then.set(id, before);
  }
  const ids = [...then.keys()];
  const now = await readZoneStates(em, ids);
  const trashed = await em.find(TrashEntry, { id: { $in: ids } }, { fields: ['id', 'parentId'] });
  const pageOfTrashed = new Map(trashed.map(({ id, parentId }) => [id, parentId]));
  const pages = await placesOf(
    em,
    [...then.values()].flatMap((state) => state?.pageId ?? []),
  );
  const wanted: ReplacedZone[] = [];
  let leftOut = 0;
  for (const [id, after] of then) {
    const before = now.get(id) ?? null;
    if (isSameZone(before, after)) continue;
    const isThere =
      after === null ||
      (pages.get(after.pageId)?.documentId === documentId &&
        (before ?? { pageId: pageOfTrashed.get(id) }).pageId === after.pageId);
    if (isThere) wanted.push({ before, after });
    else leftOut += 1;
  }
  return { wanted, leftOut };
}

/**
 * @param since what the changes since then replaced, the oldest first
 * @param now   codes of the languages that the document is offered in
 * @param stays code of its default language, which does not go
 * @returns from what is there now (`before`) to what was there (`after`)
 */
export function wayBackOfLanguages(
  since: readonly ReplacedLanguage[],
  now: readonly string[],
  stays: string,
): readonly ReplacedLanguage[] {
  const then = new Map<string, boolean>();
  for (const { before, after } of since) {
    const code = (before ?? after)?.languageCode;
    if (code !== undefined && !then.has(code)) then.set(code, before !== null);
  }
  return [...then].flatMap(([code, was]): readonly ReplacedLanguage[] => {
    if (was === now.includes(code) || (!was && code === stays)) return [];
    return [was ? { before: null, after: languageOf(code) } : { before: languageOf(code), after: null }];
  });
}
