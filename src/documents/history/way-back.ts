/** Changes that make texts again what they were. */
import { isSame, keyOf, type Replaced, type TextState, type TextStates } from './text-states.js';

export interface WayBack {
  /** From what is there now (`after`) to what was there (`before`), in an order in which each can be made. */
  readonly wanted: readonly Replaced[];
  /** Titles and actions of elements that are no longer there. */
  readonly leftOut: number;
}

/**
 * @param since   what the changes since then replaced, the oldest first
 * @param now     texts as they stand
 * @param present elements that are still in the document
 * @param icons   icons that are still there; an action whose icon is gone comes back without
 */
export function wayBack(
  since: readonly Replaced[],
  now: TextStates,
  present: ReadonlySet<string>,
  icons: ReadonlySet<string>,
): WayBack {
  const then = new Map<string, TextState | null>();
  for (const { before, after } of since) {
    const state = before ?? after;
    if (state !== null && !then.has(keyOf(state))) then.set(keyOf(state), before);
  }
  const wanted: Replaced[] = [];
  let leftOut = 0;
  for (const [key, state] of then) {
    const before = state?.kind === 'action' ? { ...state, iconId: iconAmong(icons, state.iconId) } : state;
    const after = now.get(key) ?? null;
    if (isSame(before, after)) continue;
    if (before !== null && !present.has(before.nodeId)) leftOut += 1;
    else wanted.push({ before, after });
  }
  return { wanted: inWorkingOrder(withoutTwins(wanted)), leftOut };
}

/** An action that would go, and come back under another id, stays. */
function withoutTwins(wanted: readonly Replaced[]): readonly Replaced[] {
  const going = Map.groupBy(
    wanted.filter(({ before }) => before === null),
    ({ after }) => withoutId(after),
  );
  const staying = new Set<Replaced>();
  for (const coming of wanted.filter(({ after }) => after === null)) {
    const twin = going.get(withoutId(coming.before))?.pop();
    if (twin !== undefined) staying.add(coming).add(twin);
  }
  return wanted.filter((replaced) => !staying.has(replaced));
}

/** Names an action by everything but its id. */
function withoutId(state: TextState | null): string {
  return JSON.stringify({ ...state, id: null });
}

export function iconAmong(icons: ReadonlySet<string>, iconId: string | null): string | null {
  return iconId !== null && icons.has(iconId) ? iconId : null;
}

/**
 * Removals come first to make room, and an action comes in a language that its element has a title in.
 *
 * @param wanted each from what is there now (`after`) to what shall be there (`before`)
 */
export function inWorkingOrder(wanted: readonly Replaced[]): readonly Replaced[] {
  return wanted.toSorted((a, b) => rankOf(a) - rankOf(b));
}

function rankOf({ before, after }: Replaced): number {
  const isAction = (before ?? after)?.kind === 'action';
  if (isAction && before === null) return 0;
  return isAction ? 2 : 1;
}
