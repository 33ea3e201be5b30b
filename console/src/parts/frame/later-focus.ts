/** The focus after an answer of the server: it goes to what is new, unless the user has gone on to something else meanwhile. */

const STEPS = ['keydown', 'pointerdown', 'input'] as const;

/**
 * Begins to watch: call it before the request.
 *
 * @returns whether the focus may be moved now: the user has done nothing since, or the focus is nowhere
 */
export function watchForLaterFocus(): () => boolean {
  const watch = new AbortController();
  const end = () => watch.abort();
  for (const step of STEPS)
    document.addEventListener(step, end, { capture: true, passive: true, signal: watch.signal });
  return () => !watch.signal.aborted || isNowhere(document.activeElement);
}

/** Whether the user is in a field outside of a place. */
export function isInFieldOutside(place: Element | null): boolean {
  const at = document.activeElement;
  return at?.matches('input, textarea, select') === true && place?.contains(at) !== true;
}

const isNowhere = (focused: Element | null) => focused === null || focused === document.body;
