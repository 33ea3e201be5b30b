/** Which things of a list are selected. */
import { useCallback, useMemo, useState } from 'react';
import type { LibraryItem } from './documents';

export interface Selection {
  readonly items: readonly LibraryItem[];
  readonly has: (id: string) => boolean;
  /** With Shift everything from the one before to this one. */
  readonly toggle: (id: string, isRange: boolean) => void;
  readonly clear: () => void;
  readonly all: () => void;
}

export function useSelection(items: readonly LibraryItem[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [lastId, setLastId] = useState<string | null>(null);
  const toggle = useCallback(
    (id: string, isRange: boolean) => {
      setIds((before) => {
        const after = new Set(before);
        const [from, to] = [
          items.findIndex((item) => item.id === lastId),
          items.findIndex((item) => item.id === id),
        ];
        if (isRange && from >= 0 && to >= 0) {
          for (const item of items.slice(Math.min(from, to), Math.max(from, to) + 1)) after.add(item.id);
        } else if (!after.delete(id)) {
          after.add(id);
        }
        return after;
      });
      setLastId(id);
    },
    [items, lastId],
  );
  return useMemo(
    () => ({
      items: items.filter(({ id }) => ids.has(id)),
      has: (id) => ids.has(id),
      toggle,
      clear: () => setIds(new Set()),
      all: () => setIds(new Set(items.map(({ id }) => id))),
    }),
    [items, ids, toggle],
  );
}
