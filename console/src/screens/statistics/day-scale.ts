/** Where a day and a count lie in the picture of days. */
const LEFT = 56;
const RIGHT = 12;
const TOP = 10;
const BOTTOM = 26;

export interface Scale {
  readonly innerWidth: number;
  /** A round count that none exceeds. */
  readonly top: number;
  x(day: number): number;
  y(count: number): number;
  /** The day next to a place, from 0. */
  dayAt(x: number): number;
}

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly days: number;
  readonly most: number;
}

export function scaleOf({ width, height, days, most }: Picture): Scale {
  const innerWidth = Math.max(1, width - LEFT - RIGHT);
  const innerHeight = height - TOP - BOTTOM;
  const last = Math.max(1, days - 1);
  const top = roundTop(most);
  return {
    innerWidth,
    top,
    x: (day) => LEFT + (day / last) * innerWidth,
    y: (count) => TOP + (1 - count / top) * innerHeight,
    dayAt: (x) => Math.min(days - 1, Math.max(0, Math.round(((x - LEFT) / innerWidth) * last))),
  };
}

/** A multiple of 4 steps of 1, 2, 2.5 or 5 times a power of ten, so that the lines stand at whole counts. */
function roundTop(most: number): number {
  const least = Math.max(4, most) / 4;
  const power = 10 ** Math.floor(Math.log10(least));
  const steps = power >= 10 ? [1, 2, 2.5, 5, 10] : [1, 2, 5, 10];
  return 4 * power * (steps.find((step) => step * power >= least) ?? 10);
}

export function ticksOf(top: number): readonly number[] {
  return [0, 1, 2, 3, 4].map((quarter) => (top / 4) * quarter);
}

export function linePath(counts: readonly number[], scale: Scale): string {
  return counts.map((count, day) => `${day === 0 ? 'M' : 'L'}${scale.x(day)} ${scale.y(count)}`).join('');
}
