/**
 * Keeps the keyboard's place. When what has the focus leaves the page (a dialog that closes, a row that is deleted), the browser
 * begins at the top again; here the focus goes to what comes next in the same list, else back to where it came from.
 */
interface Place {
  readonly element: HTMLElement;
  /** From the element outwards, without the page itself. */
  readonly ancestors: readonly Element[];
  /** Of each ancestor: its place among its siblings. */
  readonly places: readonly number[];
}

/** More are forgotten, the oldest first. */
const MOST_PLACES = 12;
/** Components that give the focus back themselves come first. */
const PATIENCE_MS = 60;
const FOCUSABLE =
  'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), [tabindex]:not([tabindex="-1"])';
const LIST = 'ul, ol, tbody, [role="list"]';
const FIELD = 'input, textarea, select';

/** @returns ends it */
export function keepFocus(page: Document): () => void {
  let trail: Place[] = [];
  let isByKeyboard = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const note = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target === page.body) return;
    trail = [...trail.filter(({ element }) => element !== target), placeOf(target)].slice(-MOST_PLACES);
  };
  const restore = () => {
    if (page.activeElement !== null && page.activeElement !== page.body) return;
    for (const place of trail.toReversed()) {
      const found = findFrom(place);
      // A tap that ends a dialog opens no keyboard on the screen.
      if (found === null || (!isByKeyboard && found.matches(FIELD))) continue;
      found.focus();
      return;
    }
  };
  const look = () => {
    const last = trail.at(-1);
    if (last === undefined || last.element.isConnected || page.activeElement !== page.body) return;
    clearTimeout(timer);
    timer = setTimeout(restore, PATIENCE_MS);
  };
  const key = () => (isByKeyboard = true);
  const pointer = () => (isByKeyboard = false);
  const observer = new MutationObserver(look);
  observer.observe(page.body, { childList: true, subtree: true });
  page.addEventListener('focusin', note);
  page.addEventListener('keydown', key, true);
  page.addEventListener('pointerdown', pointer, true);
  return () => {
    observer.disconnect();
    clearTimeout(timer);
    page.removeEventListener('focusin', note);
    page.removeEventListener('keydown', key, true);
    page.removeEventListener('pointerdown', pointer, true);
  };
}

function placeOf(element: HTMLElement): Place {
  const ancestors: Element[] = [];
  const places: number[] = [];
  for (let at: Element = element; at.parentElement !== null && at.parentElement !== document.body;) {
    places.push([...at.parentElement.children].indexOf(at));
    at = at.parentElement;
    // The container of a dialog or menu is no place to go on from.
    if (at.matches('main, #menus, [data-portal]')) break;
    ancestors.push(at);
  }
  return { element, ancestors, places };
}

function findFrom({ element, ancestors, places }: Place): HTMLElement | null {
  if (isUsable(element)) return element;
  if (element.isConnected) return null;
  for (const [depth, ancestor] of ancestors.entries()) {
    if (!ancestor.isConnected) continue;
    if (!ancestor.matches(LIST)) return firstIn(ancestor);
    const next = ancestor.children[places[depth] ?? 0] ?? ancestor.lastElementChild;
    const found = next === null ? null : firstIn(next);
    if (found !== null) return found;
  }
  return null;
}

const firstIn = (place: Element): HTMLElement | null =>
  [...place.querySelectorAll<HTMLElement>(FOCUSABLE)].find(isUsable) ?? null;

const isUsable = (element: HTMLElement) =>
  element.isConnected && element.checkVisibility() && element.matches(FOCUSABLE);
