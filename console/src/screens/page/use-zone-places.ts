/** Where zones are shown while a hand moves them: at once on the screen, and sent when the hand rests. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { undoRow } from '../../parts/editing/undo';
import { isSame, placeOf, type Rect, rectOf } from './geometry';
import type { ZoneChanges } from './zone-changes';

/** A row of key presses becomes one change. */
const REST_MS = 500;

/** @param said what a change is called when it is taken back */
export function useZonePlaces(changes: ZoneChanges, said: (name: string) => string) {
  /** Places that are not saved yet. */
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Rect>>(new Map());
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const waiting = useRef(new Map<string, Rect>());
  const saying = useRef(said);
  useEffect(() => {
    saying.current = said;
  });

  const settle = useCallback((id: string, rect: Rect) => {
    setDrafts((all) => {
      const kept = all.get(id);
      if (kept === undefined || !isSame(kept, rect)) return all;
      return new Map([...all].filter(([each]) => each !== id));
    });
  }, []);

  /** Sends the place of a zone that waits for the hand to rest. */
  const flush = useCallback(
    (id: string) => {
      clearTimeout(timers.current.get(id));
      timers.current.delete(id);
      const rect = waiting.current.get(id);
      if (rect === undefined) return;
      waiting.current.delete(id);
      const before = changes.zone(id);
      // A click moves nothing.
      if (before !== undefined && isSame(rectOf(before), rect)) return settle(id, rect);
      if (before !== undefined) {
        const patch = placeOf(rectOf(before));
        const text = saying.current(before.name);
        undoRow.push({ text, isOfDraft: changes.isOfDraft, undo: async () => changes.sendBack(id, patch) });
        changes.note({ ...before, ...placeOf(rect) });
      }
      void changes.send(id, placeOf(rect)).then(() => settle(id, rect));
    },
    [changes, settle],
  );

  /** @param isResting whether the hand has let go: the change is sent at once */
  const place = useCallback(
    (id: string, rect: Rect, isResting: boolean) => {
      setDrafts((all) => new Map(all).set(id, rect));
      waiting.current.set(id, rect);
      clearTimeout(timers.current.get(id));
      if (isResting) return flush(id);
      timers.current.set(
        id,
        setTimeout(() => flush(id), REST_MS),
      );
    },
    [flush],
  );

  useEffect(() => {
    const pending = timers.current;
    const flushAll = () => {
      for (const id of [...pending.keys()]) flush(id);
    };
    const end = undoRow.sendFirst(flushAll);
    return () => {
      end();
      flushAll();
    };
  }, [flush]);

  return { drafts, place, flush };
}
