/** Keys of the library as a list: arrows, Home and End go from name to name, Space selects, Escape selects nothing. */
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { watchForLaterFocus } from '../../parts/frame/later-focus';
import type { LibraryItem } from './documents';
import type { Selection } from './selection';

interface Rows {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly items: readonly LibraryItem[];
  readonly total: number;
  readonly selection: Selection;
  /** Whether rows can be selected. */
  readonly isSelectable: boolean;
  readonly scrollTo: (index: number) => void;
}

export function useRowKeys({ scroller, items, total, selection, isSelectable, scrollTo }: Rows) {
  /** The row that gets the focus as soon as it is drawn. */
  const wanted = useRef<{ readonly index: number; readonly mayFocus: () => boolean } | null>(null);
  const focusWanted = () => {
    if (wanted.current === null) return;
    const { index, mayFocus } = wanted.current;
    const name = scroller.current?.querySelector<HTMLElement>(`[data-row="${index}"] .item-name`);
    if (name == null) return;
    wanted.current = null;
    if (mayFocus()) name.focus({ preventScroll: true });
  };
  // Rows are drawn, and read, after they were scrolled to: each drawing may bring the wanted one.
  useEffect(focusWanted);
  return (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    // Menus and dialogs of a row are drawn elsewhere, and have keys of their own.
    if (scroller.current?.contains(target) !== true || event.ctrlKey || event.metaKey || event.altKey) return;
    const row = Number(target.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? -1);
    const item = items[row];
    const go = (index: number) => {
      if (index < 0 || index >= total) return;
      wanted.current = { index, mayFocus: watchForLaterFocus() };
      scrollTo(index);
      focusWanted();
    };
    const keys: Readonly<Record<string, () => void>> = {
      ArrowDown: () => go(row + 1),
      ArrowUp: () => go(row - 1),
      Home: () => go(0),
      End: () => go(total - 1),
      ...(isSelectable && item !== undefined && target.matches('.item-name')
        ? { ' ': () => selection.toggle(item.id, event.shiftKey) }
        : {}),
      ...(selection.items.length > 0 ? { Escape: selection.clear } : {}),
    };
    const work = keys[event.key];
    if (work === undefined) return;
    event.preventDefault();
    work();
  };
}
