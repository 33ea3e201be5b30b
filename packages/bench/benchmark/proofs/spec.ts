/** What a pair of proofs is drawn from, and which half of fonts, layouts and seeds is kept apart. */
import { createRandom, type Random, seedOf } from '../../random.js';

export const HALVES = ['tune', 'unseen'] as const;
export type Half = (typeof HALVES)[number];

export const CHANGE_NAMES = [
  'character',
  'word',
  'price',
  'accent',
  'point',
  'logo color',
  'moved block',
  'missing picture',
  'gradient',
  'fine line',
] as const;
export type ChangeName = (typeof CHANGE_NAMES)[number];

export const CAPTURES = ['proof', 'scan', 'photo'] as const;
export type Capture = (typeof CAPTURES)[number];

type Layout = 'columns' | 'prices' | 'flyer' | 'invoice';

/** Standard fonts of PDF, which every renderer brings along: [regular, bold]. */
type FontPair = readonly [regular: string, bold: string];

const FONTS: Record<Half, readonly FontPair[]> = {
  tune: [
    ['Helvetica', 'Helvetica-Bold'],
    ['Times-Roman', 'Times-Bold'],
  ],
  unseen: [
    ['Times-Italic', 'Times-BoldItalic'],
    ['Courier', 'Courier-Bold'],
    ['Helvetica-Oblique', 'Helvetica-BoldOblique'],
  ],
};

const LAYOUTS: Record<Half, readonly Layout[]> = {
  tune: ['columns', 'prices'],
  unseen: ['flyer', 'invoice'],
};

/** Width and height of a page in points. Fine pages are small, so that all pairs have about as many pixels. */
type PageSize = readonly [width: number, height: number];
const A4: PageSize = [595, 842];
const A5: PageSize = [420, 595];
const A6: PageSize = [298, 420];
const A7: PageSize = [210, 298];

const RESOLUTIONS: readonly (readonly [dpi: number, size: PageSize])[] = [
  [100, A4],
  [150, A4],
  [200, A4],
  [300, A5],
  [300, A6],
  [400, A6],
  [600, A7],
];

export interface ProofSpec {
  readonly name: string;
  readonly half: Half;
  readonly seed: number;
  readonly layout: Layout;
  readonly fonts: FontPair;
  /** Size of the running text in points, 6 to 14. */
  readonly textPt: number;
  readonly dpi: number;
  readonly size: PageSize;
  /** null where nothing changes. */
  readonly change: ChangeName | null;
  readonly capture: Capture;
}

/**
 * `perCapture` changed pairs of each capture, the kinds of changes in turn, and `unchangedPerCapture` pairs of A4 pages
 * without a change. The halves share no font, layout or seed.
 */
export function proofSpecs(half: Half, perCapture: number, unchangedPerCapture: number): ProofSpec[] {
  return CAPTURES.flatMap((capture) => [
    ...Array.from({ length: perCapture }, (_, i) =>
      specOf(half, capture, i, CHANGE_NAMES[i % CHANGE_NAMES.length] ?? 'character'),
    ),
    ...Array.from({ length: unchangedPerCapture }, (_, i) => specOf(half, capture, 1000 + i, null)),
  ]);
}

function specOf(half: Half, capture: Capture, number: number, change: ChangeName | null): ProofSpec {
  const seed = seedOf(number, `${half} ${capture}`);
  const random = createRandom(seed);
  const [dpi, size] = change === null ? random.pick(UNCHANGED) : random.pick(RESOLUTIONS);
  return {
    name: `${half}-${capture}-${number}`,
    half,
    seed,
    layout: random.pick(LAYOUTS[half]),
    fonts: random.pick(FONTS[half]),
    textPt: textSize(random),
    dpi,
    size,
    change,
    capture,
  };
}

const UNCHANGED = RESOLUTIONS.filter(([dpi, size]) => size === A4 && dpi >= 150);

/** Two pairs of three have text of 10 points and more. */
function textSize(random: Random): number {
  return random.chance(2 / 3) ? random.integer(10, 14) : random.integer(6, 9);
}
