/** How a picture matches a reference, as the engine's management interface answers it. */
import { z } from 'zod';
import type { Decision, ExplainedMatch, LocalMatch, MatchSide } from '../../engine-host/types.js';
import { view } from '../shared/view.js';
import { share } from './shapes.js';

const point = z.tuple([z.number(), z.number()]).describe('x and y as fractions of the picture');
const size = z.tuple([z.int(), z.int()]).describe('Width and height in pixels');
const side = z.object({
  originalSize: size,
  resizedSize: size,
  box: z.array(point).describe('Four corners, clockwise from the top left'),
  boxArea: z.number().describe('Share of the picture that the box covers'),
});
const decisions = [
  'Clone',
  'Match',
  'Similar',
  'Different',
  'Rejection due to geometric test',
  'Rejection due to shape of the matching box',
] as const satisfies readonly Decision[];
const members = {
  decision: z.enum(decisions),
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

const sideOf = ({ originalSize, resizedSize, box, boxArea }: MatchSide) => ({
  originalSize,
  resizedSize,
  box,
  boxArea,
});

export const matchView = view(
  z.object(members).meta({ id: 'EngineMatch', description: 'How a picture matches a reference' }),
  (match: LocalMatch) => ({
    decision: match.decision,
    distance: match.distance,
    query: sideOf(match.query),
    reference: sideOf(match.reference),
    scores: { ...match.scores },
    queryFromReference: match.queryFromReference,
    inlierCount: match.inlierCount,
    isMirrored: match.isMirrored,
  }),
);

export const explainedMatchView = view(
  z
    .object({
      ...members,
      points: z.array(z.object({ inQuery: point, inReference: point })).describe('The confirmed pairs'),
    })
    .meta({ id: 'EngineExplainedMatch', description: 'A match with its points' }),
  (match: ExplainedMatch) => ({ ...matchView.of(match), points: match.points }),
);
