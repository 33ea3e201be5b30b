/** Rules of zones: their place in whole percentages of the page, inside it, and what else publishers set. */
import { badFields } from '../../kernel/errors.js';
import { isSameIn } from '../../kernel/members.js';
import { requireName } from '../../tree/node.rules.js';
import { rectMembers, type ZoneMembers } from './zone.members.js';

export type ZoneRect = Pick<ZoneMembers, (typeof rectMembers)[number]>;

/** Zones of one page; far above what a page can show. */
export const MAX_ZONES = 100;

/** @throws LoupeError BAD_USER_INPUT with one entry per wrong member */
export function requireRect(rect: ZoneRect): ZoneRect {
  const { positionXPercent, positionYPercent, widthPercent, heightPercent } = rect;
  const problems: Record<string, string[]> = {};
  const check = (field: keyof ZoneRect, minimum: number) => {
    const value = rect[field];
    if (!Number.isInteger(value) || value < minimum || value > 100) {
      problems[field] = [`must be a whole number from ${minimum} to 100 (percent of the image)`];
    }
  };
  check('positionXPercent', 0);
  check('positionYPercent', 0);
  check('widthPercent', 1);
  check('heightPercent', 1);
  if (Object.keys(problems).length === 0) {
    const outside = (position: number, size: number) =>
      `reaches beyond the image: position ${position} and size ${size} add up to more than 100`;
    if (positionXPercent + widthPercent > 100)
      problems['widthPercent'] = [outside(positionXPercent, widthPercent)];
    if (positionYPercent + heightPercent > 100) {
      problems['heightPercent'] = [outside(positionYPercent, heightPercent)];
    }
  }
  if (Object.keys(problems).length > 0) throw badFields(problems);
  return { positionXPercent, positionYPercent, widthPercent, heightPercent };
}

/**
 * The rules of members beside the place and the window, of those that are given.
 *
 * @throws LoupeError BAD_USER_INPUT
 */
export function requireOthers({ name }: { readonly name?: string | undefined }): void {
  if (name !== undefined) requireName(name);
}

export const isSameRect = (a: ZoneRect, b: ZoneRect): boolean => isSameIn(rectMembers, a, b);
