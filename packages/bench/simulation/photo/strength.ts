/** How hard a simulated photo is to recognize. */
export type PhotoStrength = 'easy' | 'medium' | 'hard';

type Range = readonly [low: number, high: number];

/** What a strength draws from; every range includes both ends. */
export interface StrengthRanges {
  /** Angle in degrees between the page and the sensor. */
  readonly tiltDegrees: Range;
  /** Greatest roll in degrees either way, before right-angle turns. */
  readonly rollDegrees: number;
  /** Size of the page relative to the largest that fits into the frame. */
  readonly scale: Range;
  /** Least share of the page's area inside the frame. */
  readonly visibleShare: number;
  readonly jpegQuality: Range;
  /** Standard deviation in pixels of the defocus. */
  readonly defocusPx: Range;
  /** Length in pixels of the hand's movement. */
  readonly motionPx: Range;
  /** Standard deviation of the sensor noise in gray levels. */
  readonly noiseLevels: Range;
  /** Relative fall of light across the frame. */
  readonly lightFall: Range;
  /** Number of reflections, each covering part of the page. */
  readonly glareCount: Range;
}

export const strengthRanges: Readonly<Record<PhotoStrength, StrengthRanges>> = {
  easy: {
    tiltDegrees: [0, 20],
    rollDegrees: 10,
    scale: [0.6, 1],
    visibleShare: 0.9,
    jpegQuality: [60, 90],
    defocusPx: [0, 0.5],
    motionPx: [0, 0],
    noiseLevels: [0.5, 2],
    lightFall: [0.05, 0.2],
    glareCount: [0, 0],
  },
  medium: {
    tiltDegrees: [5, 35],
    rollDegrees: 25,
    scale: [0.45, 0.9],
    visibleShare: 0.65,
    jpegQuality: [40, 70],
    defocusPx: [0.3, 0.9],
    motionPx: [0, 2.5],
    noiseLevels: [2, 5],
    lightFall: [0.15, 0.4],
    glareCount: [0, 1],
  },
  hard: {
    tiltDegrees: [15, 45],
    rollDegrees: 40,
    scale: [0.3, 0.7],
    visibleShare: 0.4,
    jpegQuality: [30, 45],
    defocusPx: [0.5, 1.2],
    motionPx: [1, 4],
    noiseLevels: [4, 9],
    lightFall: [0.25, 0.55],
    glareCount: [1, 2],
  },
};
