/**
 * How large pages are drawn. A reference is looked at with 512 pixels on its longest side, and so is a zone, which may
 * be a small part of its page: a page needs several times that, whatever it measures on paper. Labels are drawn larger than
 * 150 dpi, posters smaller.
 */

/** At 150 dpi small print stays readable; an A4 page has 1240 x 1754 pixels. */
const DOTS_PER_POINT = 150 / 72;
const LEAST_SIDE_PX = 1024;
/** Longest side of a page that is drawn, and of the picture that is kept of a page. */
export const MOST_SIDE_PX = 3000;

/** Of a page that is looked at closely; a square one takes 196 MB. */
const MOST_FINER_SIDE_PX = 7000;

/**
 * @param widthPt  in points of 1/72 inch, above 0
 * @param heightPt likewise
 * @returns pixels a point, for a longest side of 1024 to 3000 pixels
 */
export function pageScale(widthPt: number, heightPt: number): number {
  const longestPt = Math.max(widthPt, heightPt);
  return Math.min(Math.max(longestPt * DOTS_PER_POINT, LEAST_SIDE_PX), MOST_SIDE_PX) / longestPt;
}

/** How many times as many pixels a side as usual a whole page has that is drawn more finely: up to 7,000. */
export function wholeFiner(widthPt: number, heightPt: number, finer: number): number {
  const sidePx = Math.max(widthPt, heightPt) * pageScale(widthPt, heightPt);
  return Math.min(finer, Math.max(1, MOST_FINER_SIDE_PX / sidePx));
}
