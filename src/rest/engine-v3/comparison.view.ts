/** Two compared pictures as the engine's management interface answers them. */
import { z } from 'zod';
import type { FineComparisonView } from '../../engine/search/comparison.service.js';
import type { PairComparison } from '../../engine/search/pair-comparison.js';
import { DIFFERENCE_KINDS, SENSITIVITIES } from '../../engine-host/appearance/comparison-settings.js';
import { WHOLE_CHANGE_KINDS } from '../../engine-host/appearance/whole-change.js';
import { view } from '../shared/view.js';
import { explainedMatchView } from './match.view.js';
import { share } from './shapes.js';

const fractionBox = z.object({ left: z.number(), top: z.number(), width: z.number(), height: z.number() });

const coverageShape = z
  .object({
    comparedShare: share,
    outOfViewShare: share,
    glareShare: share,
    ignoredShare: share,
    blurredShare: share.describe('Of the printed places, those too blurred to compare fine print'),
    comparedPixels: z.number(),
    resolutionShare: share.describe('Resolution along a side, of the finer picture'),
    sensitivity: z.enum(SENSITIVITIES),
  })
  .describe('What of the reference was compared, and how finely');

const fineView = view(
  z.object({
    score: z
      .number()
      .describe(
        '0 when nothing differs; else by area, so that a wrong price on a page is 0.01: ask for more than 0',
      ),
    visibleShare: share,
    coverage: coverageShape,
    wholeChanges: z
      .array(
        z.object({
          kind: z.enum(WHOLE_CHANGE_KINDS),
          degrees: z.number().optional(),
          widthPercent: z.number().optional(),
          heightPercent: z.number().optional(),
          right: z.number().optional(),
          down: z.number().optional(),
          of: z.enum(['paper', 'print']).optional(),
          deltaE: z.number().optional().describe('CIEDE2000'),
        }),
      )
      .describe('Of a proof: what changed all over; lengths in pixels of the reference'),
    differences: z.array(
      z.object({
        kind: z.enum(DIFFERENCE_KINDS),
        inReference: fractionBox,
        inQuery: fractionBox,
        meanDifference: z.number(),
        deltaE: z.number().describe('Mean color difference (CIE 1976)'),
        areaShare: z.number(),
      }),
    ),
    reference: z.string().describe('JPEG with the differences drawn, base64'),
    query: z.string().describe('JPEG with the differences drawn, base64'),
  }),
  ({
    score,
    visibleShare,
    coverage,
    wholeChanges,
    differences,
    referenceJpeg,
    queryJpeg,
  }: FineComparisonView) => ({
    score,
    visibleShare,
    coverage,
    wholeChanges: wholeChanges.map((change) => ({ ...change })),
    differences,
    reference: referenceJpeg.toString('base64'),
    query: queryJpeg.toString('base64'),
  }),
);

const baselineShape = z.object({
  referenceKeypointCount: z.int(),
  queryKeypointCount: z.int(),
  matchCount: z.int().describe('Pairs of keypoints that pass the ratio test'),
  inlierCount: z.int().describe('Of these, that the homography maps onto each other'),
  queryFromReference: z
    .array(z.number())
    .readonly()
    .nullable()
    .describe('Row-major 3x3 homography on fractions; null when none was found'),
  timeMs: z.number().describe('Wall time of decoding, describing and matching both'),
});

export const comparisonView = view(
  z.object({
    match: explainedMatchView.shape,
    similarity: z.object({ distance: share, shapeDistance: share, colorDistance: share }),
    grade: z.object({ value: z.int(), reason: z.string() }).describe('Of the first picture as a reference'),
    overlay: z.string().describe('Both pictures side by side with matched points: JPEG, base64'),
    baseline: baselineShape
      .nullable()
      .describe('Answer of the baseline on the same pixels, when it was asked for'),
    fine: fineView.shape.nullable().describe('What differs in detail, when it was asked for'),
  }),
  ({ match, appearance, grade, overlayJpeg, baseline }: PairComparison, fine: FineComparisonView | null) => ({
    match: explainedMatchView.of(match),
    similarity: {
      distance: appearance.distance,
      shapeDistance: appearance.shapeDistance,
      colorDistance: appearance.colorDistance,
    },
    grade,
    overlay: overlayJpeg.toString('base64'),
    baseline,
    fine: fine === null ? null : fineView.of(fine),
  }),
);
