/** Matches as the engine's management interface answers them. */
import { z } from 'zod';

const share = z.number().min(0).max(1);
const point = z.tuple([z.number(), z.number()]).describe('x and y as fractions of the picture');
const size = z.tuple([z.int(), z.int()]).describe('Width and height in pixels');
const side = z.object({
  originalSize: size,
  resizedSize: size,
  box: z.array(point).describe('Four corners, clockwise from the top left'),
  boxArea: z.number().describe('Share of the picture that the box covers'),
});

const match = {
  decision: z.string(),
  distance: share,
  query: side,
  reference: side,
  scores: z.object({
    boxCoveredSurface: z.number(),
    boxPointsRatio: z.number(),
    boxPointsRatioHomography: z.number(),
    matchStrength: z.number(),
  }),
  queryFromReference: z.array(z.number()).nullable().describe('Homography on fractions, row by row'),
  inlierCount: z.int().describe('Confirmed pairs of points'),
  isMirrored: z.boolean().describe('Whether the mirror image of the reference was recognized'),
};
const matchShape = z
  .object(match)
  .meta({ id: 'EngineMatch', description: 'How a picture matches a reference' });
const explainedMatchShape = z
  .object({
    ...match,
    points: z.array(z.object({ inQuery: point, inReference: point })).describe('The confirmed pairs'),
  })
  .meta({ id: 'EngineExplainedMatch', description: 'A match with its points' });

export const searchShape = z.object({
  total: z.int().describe('All that matched, not only this page'),
  hits: z.array(
    z.object({
      id: z.string(),
      keywords: z.array(z.string()),
      distance: share.describe('0 (same) to 1'),
      match: matchShape.nullable(),
      similarity: z.object({ shapeDistance: share, colorDistance: share, colorWeight: share }).nullable(),
    }),
  ),
});
export const explanationShape = z.object({
  match: explainedMatchShape,
  overlay: z.string().nullable().describe('The picture with box and points: JPEG, base64'),
});

const fractionBox = z.object({ left: z.number(), top: z.number(), width: z.number(), height: z.number() });
export const comparisonShape = z.object({
  match: explainedMatchShape,
  similarity: z.object({ distance: share, shapeDistance: share, colorDistance: share }),
  grade: z.object({ value: z.int(), reason: z.string() }).describe('Of the first picture as a reference'),
  overlay: z.string().describe('Both pictures side by side with matched points: JPEG, base64'),
  fine: z
    .object({
      score: z.number(),
      visibleShare: share,
      differences: z.array(
        z.object({
          kind: z.enum(['added', 'missing', 'changed', 'moved']),
          inReference: fractionBox,
          inQuery: fractionBox,
          meanDifference: z.number(),
          areaShare: z.number(),
        }),
      ),
      reference: z.string().describe('JPEG with the differences drawn, base64'),
      query: z.string().describe('JPEG with the differences drawn, base64'),
    })
    .nullable()
    .describe('What differs in detail, when it was asked for'),
});
