/** Buttons whose work is done once, however often they are pressed. */
import { type MouseEvent, useRef } from 'react';

/**
 * Wraps the work of a button that must not be done twice: presses while it is on its way do nothing, nor does the second
 * press of a double click, which may come when the first is done.
 */
export function useOneAtATime<Args extends readonly unknown[]>(
  work: (...args: Args) => Promise<unknown>,
): (event: MouseEvent, ...args: Args) => void {
  const isOnItsWay = useRef(false);
  return ({ detail }, ...args) => {
    if (isOnItsWay.current || detail > 1) return;
    isOnItsWay.current = true;
    void work(...args).finally(() => (isOnItsWay.current = false));
  };
}
