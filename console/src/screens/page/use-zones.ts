/**
 * The zones of a page while they are worked on: a change is shown at once, sent when the hand rests, and taken back
 * with the server's sentence when it is refused.
 */
import { useCallback, useEffect, useState } from 'react';
import type { Problem } from '../../api/graphql';
import { undoRow } from '../../parts/editing/undo';
import { placeOf, type Rect, rectOf } from './geometry';
import { useZonePlaces } from './use-zone-places';
import { ZoneChanges } from './zone-changes';
import type { ZoneData } from './zone-documents';
import type { ZonePatch, ZoneWriter } from './zone-writer';

export interface ShownZone extends ZoneData {
  readonly rect: Rect;
  /** Not saved yet. */
  readonly isPending: boolean;
}

/** Names of changes, for the message that takes one back. */
interface Words {
  readonly added: string;
  readonly placed: (name: string) => string;
  readonly renamed: (name: string) => string;
  readonly ordered: (name: string) => string;
  readonly thrownAway: (name: string) => string;
}

interface WorkedOn {
  readonly pageId: string;
  /** As the server has them. */
  readonly zones: readonly ZoneData[];
  readonly writer: ZoneWriter;
  readonly refresh: () => void;
  readonly words: Words;
  /** Called before a zone is brought back; answers what leads the user to it, unless the user has gone on meanwhile. */
  readonly leadLater: () => (id: string) => void;
}

export function useZones(work: WorkedOn) {
  const { zones, writer, refresh, words } = work;
  const [problem, setProblem] = useState<Problem | null>(null);
  const [changes] = useState(() => new ZoneChanges());
  useEffect(() => changes.learn(zones), [changes, zones]);
  const onRefused = useCallback(
    (told: Problem) => {
      setProblem(told);
      refresh();
    },
    [refresh],
  );
  useEffect(
    () => changes.use({ writer, refresh, onRefused, onDone: () => setProblem(null) }),
    [changes, writer, refresh, onRefused],
  );
  const { drafts, place, flush } = useZonePlaces(changes, words.placed);
  const shown = zones.map((zone): ShownZone => {
    const draft = drafts.get(zone.id);
    return { ...zone, rect: draft ?? rectOf(zone), isPending: draft !== undefined };
  });
  return {
    zones: shown,
    isDraft: writer.isDraft,
    problem,
    place,
    ...useZonesToAdd(work, setProblem),
    ...useThrownAway(work, { changes, flush, setProblem }),
    ...changesOfMembers(work, changes),
  };
}

export type Zones = ReturnType<typeof useZones>;

function useZonesToAdd(
  { pageId, writer, refresh, words }: WorkedOn,
  setProblem: (problem: Problem | null) => void,
) {
  const add = async (rect: Rect): Promise<string | null> => {
    const outcome = await writer.create(pageId, placeOf(rect));
    setProblem(outcome.isDone ? null : outcome.problem);
    if (!outcome.isDone) return null;
    refresh();
    const { id } = outcome.value;
    const undo = async () => {
      const removed = await writer.remove(id, null);
      refresh();
      return removed;
    };
    undoRow.push({ text: words.added, isOfDraft: writer.isDraft, undo });
    return id;
  };
  return { add };
}

interface Removal {
  readonly changes: ZoneChanges;
  /** Sends what waits for the hand to rest. */
  readonly flush: (id: string) => void;
  readonly setProblem: (problem: Problem | null) => void;
}

/** The zone that was thrown away last, and the way back for all of them. */
function useThrownAway(
  { pageId, writer, refresh, words, leadLater }: WorkedOn,
  { changes, flush, setProblem }: Removal,
) {
  const [thrownAway, setThrownAway] = useState<ZoneData | null>(null);
  const bringBack = async (zone: ZoneData) => {
    const lead = leadLater();
    const outcome = await writer.restore(pageId, zone);
    if (outcome.isDone) {
      setThrownAway((last) => (last?.id === zone.id ? null : last));
      lead(zone.id);
    }
    refresh();
    return outcome;
  };
  const throwAway = async (zone: ZoneData) => {
    const { id, name } = zone;
    flush(id);
    const outcome = await changes.remove(zone);
    if (!outcome.isDone) return;
    const removed = outcome.value;
    setThrownAway(removed);
    undoRow.push({
      text: words.thrownAway(name),
      messageId: id,
      isOfDraft: writer.isDraft,
      undo: async () => bringBack(removed),
    });
  };
  const takeBack = async () => {
    if (thrownAway === null) return;
    undoRow.forget(thrownAway.id);
    const outcome = await bringBack(thrownAway);
    if (!outcome.isDone) setProblem(outcome.problem);
  };
  return { thrownAway, throwAway, takeBack };
}

/** Changes of a zone's name and of its order. */
function changesOfMembers({ refresh, words }: WorkedOn, changes: ZoneChanges) {
  const undoable = (text: string, id: string, back: ZonePatch) =>
    undoRow.push({ text, isOfDraft: changes.isOfDraft, undo: async () => changes.sendBack(id, back) });
  return {
    rename: async (id: string, name: string) => {
      const before = changes.zone(id);
      const outcome = await changes.send(id, { name });
      if (!outcome.isDone) return outcome;
      if (before !== undefined) {
        changes.note({ ...before, name });
        undoable(words.renamed(name), id, { name: before.name });
      }
      refresh();
      return outcome;
    },
    /** Of members that the message of an undo does not name. */
    set: async (id: string, patch: ZonePatch) => {
      const outcome = await changes.send(id, patch);
      refresh();
      return outcome;
    },
    reorder: async (id: string, order: number) => {
      const before = changes.zone(id);
      const { isDone } = await changes.send(id, { order });
      if (isDone && before !== undefined) undoable(words.ordered(before.name), id, { order: before.order });
      refresh();
    },
  };
}
