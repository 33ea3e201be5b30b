/**
 * The zones of a page while they are worked on: a change is shown at once, sent when the hand rests, and taken back
 * with the server's sentence when it is refused.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Problem } from '../../api/graphql';
import { type Undoable, undoRow } from '../../parts/undo';
import { isSame, type Rect } from './geometry';
import type { ZoneData } from './zone-documents';
import type { ZoneWriter } from './zone-writer';

/** A row of key presses becomes one change. */
const REST_MS = 500;

export interface ShownZone extends ZoneData {
  readonly rect: Rect;
  /** Not saved yet. */
  readonly isPending: boolean;
}

const rectOf = (zone: ZoneData): Rect => ({
  x: zone.positionXPercent,
  y: zone.positionYPercent,
  width: zone.widthPercent,
  height: zone.heightPercent,
});

const placeOf = ({ x, y, width, height }: Rect) => ({
  positionXPercent: x,
  positionYPercent: y,
  widthPercent: width,
  heightPercent: height,
});

/** What is said of it when it is taken back. */
interface Words {
  readonly added: string;
  readonly placed: (name: string) => string;
  readonly renamed: (name: string) => string;
  readonly ordered: (name: string) => string;
  readonly thrownAway: (name: string) => string;
}

export function useZones(
  pageId: string,
  zones: readonly ZoneData[],
  writer: ZoneWriter,
  refresh: () => void,
  words: Words,
  onBack: (id: string) => void,
) {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Rect>>(new Map());
  const [problem, setProblem] = useState<Problem | null>(null);
  const [thrownAway, setThrownAway] = useState<ZoneData | null>(null);
  const { update } = writer;
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const waiting = useRef(new Map<string, Rect>());
  const versions = useRef(new Map<string, string>());
  /** Changes go out one after the other, each on the version that the one before made. */
  const chain = useRef<Promise<unknown>>(Promise.resolve());
  /** As the server has them, with what is on its way. */
  const known = useRef(new Map<string, ZoneData>());
  const saying = useRef(words);
  useEffect(() => {
    for (const zone of zones) {
      versions.current.set(zone.id, zone.version);
      known.current.set(zone.id, zone);
    }
  }, [zones]);

  const refused = useCallback(
    (told: Problem) => {
      setProblem(told);
      refresh();
    },
    [refresh],
  );

  const send = useCallback(
    (id: string, patch: Record<string, unknown>) => {
      const next = chain.current.then(async () => {
        const ifVersion = versions.current.get(id) ?? null;
        const outcome = await update(id, patch, ifVersion);
        if (!outcome.isDone) {
          refused(outcome.problem);
          return outcome;
        }
        versions.current.set(id, outcome.value.version);
        setProblem(null);
        return outcome;
      });
      chain.current = next.then(
        () => undefined,
        () => undefined,
      );
      return next;
    },
    [update, refused],
  );

  /** Takes a change of a zone back. */
  const sendBack = useRef<(id: string, patch: Record<string, unknown>) => ReturnType<Undoable['undo']>>(
    async () => undefined,
  );
  useEffect(() => {
    saying.current = words;
    sendBack.current = async (id, patch) => {
      await chain.current;
      // What was written about the zone since then has changed its version, and nothing of its place or name.
      const outcome = await update(id, patch, null);
      if (outcome.isDone) versions.current.set(id, outcome.value.version);
      refresh();
      return outcome;
    };
  });

  const flush = useCallback(
    (id: string) => {
      clearTimeout(timers.current.get(id));
      timers.current.delete(id);
      const rect = waiting.current.get(id);
      if (rect === undefined) return;
      waiting.current.delete(id);
      const settled = () =>
        setDrafts((all) => {
          const kept = all.get(id);
          if (kept === undefined || !isSame(kept, rect)) return all;
          return new Map([...all].filter(([each]) => each !== id));
        });
      const before = known.current.get(id);
      // A click moves nothing.
      if (before !== undefined && isSame(rectOf(before), rect)) return settled();
      if (before !== undefined) {
        const patch = placeOf(rectOf(before));
        undoRow.push({ text: saying.current.placed(before.name), undo: () => sendBack.current(id, patch) });
        known.current.set(id, { ...before, ...placeOf(rect) });
      }
      void send(id, placeOf(rect)).then(settled);
    },
    [send],
  );

  /** @param isResting when the hand has let go: the change is sent at once */
  const place = useCallback(
    (id: string, rect: Rect, isResting: boolean) => {
      setDrafts((all) => new Map(all).set(id, rect));
      waiting.current.set(id, rect);
      clearTimeout(timers.current.get(id));
      if (isResting) flush(id);
      else
        timers.current.set(
          id,
          setTimeout(() => flush(id), REST_MS),
        );
    },
    [flush],
  );

  useEffect(() => {
    const pending = timers.current;
    return () => {
      for (const id of [...pending.keys()]) flush(id);
    };
  }, [flush]);

  const add = async (rect: Rect): Promise<string | null> => {
    const outcome = await writer.create(pageId, placeOf(rect));
    if (!outcome.isDone) {
      setProblem(outcome.problem);
      return null;
    }
    setProblem(null);
    refresh();
    const { id } = outcome.value;
    const undo = async () => {
      const removed = await writer.remove(id, null);
      refresh();
      return removed;
    };
    undoRow.push({ text: words.added, undo });
    return id;
  };
  const throwAway = async (zone: ZoneData) => {
    const { id, name } = zone;
    flush(id);
    await chain.current;
    const taken = known.current.get(id) ?? zone;
    const outcome = await writer.remove(id, versions.current.get(id) ?? null);
    if (!outcome.isDone) return refused(outcome.problem);
    setThrownAway(taken);
    undoRow.push({ text: words.thrownAway(name), messageId: id, undo: () => bringBack(taken) });
    return refresh();
  };
  const bringBack = async (zone: ZoneData) => {
    const { id } = zone;
    const outcome = await writer.restore(pageId, zone);
    if (outcome.isDone) {
      setThrownAway((last) => (last?.id === id ? null : last));
      onBack(id);
    }
    refresh();
    return outcome;
  };
  const takeBack = async () => {
    if (thrownAway === null) return;
    undoRow.forget(thrownAway.id);
    const outcome = await bringBack(thrownAway);
    if (!outcome.isDone) setProblem(outcome.problem);
  };
  const shown = zones.map((zone): ShownZone => {
    const draft = drafts.get(zone.id);
    return { ...zone, rect: draft ?? rectOf(zone), isPending: draft !== undefined };
  });
  return {
    zones: shown,
    isDraft: writer.isDraft,
    problem,
    thrownAway,
    add,
    place,
    throwAway,
    takeBack,
    rename: async (id: string, name: string) => {
      const before = known.current.get(id);
      const outcome = await send(id, { name });
      if (!outcome.isDone) return outcome;
      if (before !== undefined) {
        known.current.set(id, { ...before, name });
        const undo = () => sendBack.current(id, { name: before.name });
        undoRow.push({ text: words.renamed(name), undo });
      }
      refresh();
      return outcome;
    },
    reorder: async (id: string, order: number) => {
      const before = known.current.get(id);
      const { isDone } = await send(id, { order });
      if (isDone && before !== undefined) {
        const undo = () => sendBack.current(id, { order: before.order });
        undoRow.push({ text: words.ordered(before.name), undo });
      }
      refresh();
    },
  };
}

export type Zones = ReturnType<typeof useZones>;
