/** The zones that drafts hold, and the zones of a page as a draft has them. */
import type { EntityManager } from '../../db/entities.js';
import { isSameRect } from '../zones/zone.rules.js';
import { versionOf } from '../../kernel/precondition.js';
import type { Drafted } from './drafted-content.js';
import { DraftChange } from './draft.entity.js';
import {
  readReplacedZone,
  readZonesOfPages,
  type ReplacedZone,
  zoneSubject,
  type ZoneState,
} from '../zones/zone.states.js';

/** One zone of a draft. */
export type DraftedZone = Drafted<ReplacedZone>;

/** By `zoneSubject`. */
export type DraftedZones = ReadonlyMap<string, DraftedZone>;

export interface PlannedZone {
  readonly state: ZoneState;
  /** Place among the zones of its page, from 1. */
  readonly order: number;
  /** The draft adds it: it is in no other list yet. */
  readonly isNew: boolean;
  /** The draft adds or changes it. */
  readonly isChanged: boolean;
  /** null where its place is new: it is judged when the draft is published. */
  readonly isRecognizable: boolean | null;
}

/** Of a zone that a draft adds or changes. */
export function draftedZoneVersion(state: ZoneState): string {
  return versionOf(JSON.stringify(state));
}

/** The zones that pages have once a draft is published, those of each page in their order: new ones stand last. */
export async function plannedZones(
  em: EntityManager,
  pageIds: readonly string[],
  drafted: ReadonlyMap<string, Pick<DraftedZone, 'replaced'>>,
): Promise<ReadonlyMap<string, readonly PlannedZone[]>> {
  const byPage = new Map<string, PlannedZone[]>(pageIds.map((id) => [id, []]));
  const add = (zone: Omit<PlannedZone, 'order'>) => {
    const zones = byPage.get(zone.state.pageId);
    zones?.push({ ...zone, order: zones.length + 1 });
  };
  for (const { state, isRecognizable } of await readZonesOfPages(em, pageIds)) {
    const change = drafted.get(zoneSubject(state.id));
    if (change === undefined) add({ state, isNew: false, isChanged: false, isRecognizable });
    else if (change.replaced.after !== null) {
      const { after } = change.replaced;
      const isMoved = !isSameRect(after, state);
      add({ state: after, isNew: false, isChanged: true, isRecognizable: isMoved ? null : isRecognizable });
    }
  }
  for (const { replaced } of drafted.values()) {
    if (replaced.before === null && replaced.after !== null)
      add({ state: replaced.after, isNew: true, isChanged: true, isRecognizable: null });
  }
  return byPage;
}

/** A zone that only a draft has; null where no draft has it, or its page is gone. */
export async function readAddedZone(em: EntityManager, id: string): Promise<ZoneState | null> {
  const rows = await em.find(DraftChange, { subject: zoneSubject(id) });
  const changes = rows.map(({ replaced }) => readReplacedZone(JSON.parse(replaced)));
  return changes.find(({ before }) => before === null)?.after ?? null;
}
