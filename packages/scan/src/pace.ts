/** How often a camera is looked at, how closely, and whether its picture stands still. */

/** While a page is in view or something moves, and while nothing does. */
export const FOLLOW_EVERY_MS = 33;
export const LOOK_EVERY_MS = 200;
/** Searches while a page is in view; between them it is followed, in smaller pictures. */
export const SEARCH_EVERY_MS = 500;
export const FOLLOWED_SIDE_PX = 400;
/** Closer looks cost five times as much. */
export const CLOSER_EVERY_MS = 1000;

/** Mean difference of two pictures, 0..255: below, a hand that holds a phone still. */
const STILL = 7;
/** Pixels between those that are compared. */
const STRIDE = 97;

/** The pixels of a gray picture that are compared with those of the next one. */
export const sampleOf = (gray: Uint8Array): Uint8Array => gray.filter((_value, at) => at % STRIDE === 0);

/** Whether two samples show the same; pictures of other sizes do not. @param before  null for none */
export function isStill(before: Uint8Array | null, now: Uint8Array): boolean {
  if (before?.length !== now.length) return false;
  let sum = 0;
  for (let i = 0; i < now.length; i++) sum += Math.abs((before[i] ?? 0) - (now[i] ?? 0));
  return sum / Math.max(1, now.length) < STILL;
}
