/** Lengths of time that several rules count in. */

export const MS_PER_DAY = 24 * 60 * 60 * 1000;
