/** What was typed and not saved yet. It outlives a reload and an ended session; nobody else at the machine gets it. */
import { useCallback, useState } from 'react';
import { useViewer } from '../api/session';

interface Stored<Value> {
  readonly value: Value;
  /** Version of what was on the screen when the typing began. */
  readonly baseVersion: string | null;
}

export interface Draft<Value> {
  /** What is typed, else what is saved. */
  readonly value: Value;
  readonly isChanged: boolean;
  /** Send it as `ifVersion`, so that nobody's later change is overwritten. */
  readonly baseVersion: string | null;
  readonly set: (value: Value) => void;
  /** Goes back to what is saved. */
  readonly discard: () => void;
  /** Holds the draft to a newer version that the user has seen. */
  readonly rebase: (version: string | null) => void;
}

/**
 * @param name    unique among drafts: what is edited, its id, the language
 * @param saved   what the server has
 * @param version the version of it; null where there is nothing yet
 */
export function useDraft<Value>(name: string, saved: Value, version: string | null): Draft<Value> {
  const { id: userId } = useViewer();
  const key = `loupe.draft:${userId}:${name}`;
  const [state, setState] = useState(() => ({ key, stored: read<Value>(key) }));
  // Another element in the same form.
  const stored = state.key === key ? state.stored : read<Value>(key);
  const keep = useCallback(
    (next: Stored<Value> | null) => {
      write(key, next);
      setState({ key, stored: next });
    },
    [key],
  );
  const isChanged = stored !== null && JSON.stringify(stored.value) !== JSON.stringify(saved);
  return {
    value: stored === null ? saved : stored.value,
    isChanged,
    baseVersion: stored === null ? version : stored.baseVersion,
    set: (value) => keep({ value, baseVersion: stored?.baseVersion ?? version }),
    discard: () => keep(null),
    rebase: (baseVersion) => {
      if (stored !== null) keep({ ...stored, baseVersion });
    },
  };
}

function read<Value>(key: string): Stored<Value> | null {
  try {
    const text = localStorage.getItem(key);
    return text === null ? null : (JSON.parse(text) as Stored<Value>);
  } catch {
    return null;
  }
}

function write(key: string, stored: Stored<unknown> | null): void {
  try {
    if (stored === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(stored));
  } catch {
    // A full or forbidden store: the draft lives as long as the page.
  }
}
