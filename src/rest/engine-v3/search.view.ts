/** Searches and explanations as the engine's management interface answers them. */
import { z } from 'zod';
import type { SearchPage } from '../../applications/views.js';
import type { ExplainedMatch } from '../../vision/types.js';
import { view } from '../shared/view.js';
import { explainedMatchView, matchView } from './match.view.js';
import { share } from './shapes.js';

export const searchView = view(
  z.object({
    total: z.int().describe('All that matched, not only this page'),
    hits: z.array(
      z.object({
        id: z.string(),
        keywords: z.array(z.string()),
        distance: share.describe('0 (same) to 1'),
        match: matchView.shape.nullable(),
        similarity: z.object({ shapeDistance: share, colorDistance: share, colorWeight: share }).nullable(),
      }),
    ),
  }),
  ({ total, hits }: SearchPage) => ({
    total,
    hits: hits.map(({ id, keywords, distance, match, similarity }) => ({
      id,
      keywords,
      distance,
      match: match === null ? null : matchView.of(match),
      similarity,
    })),
  }),
);

export const explanationView = view(
  z.object({
    match: explainedMatchView.shape,
    overlay: z.string().nullable().describe('The picture with box and points: JPEG, base64'),
  }),
  (explained: { readonly match: ExplainedMatch; readonly overlayJpeg: Buffer | null }) => ({
    match: explainedMatchView.of(explained.match),
    overlay: explained.overlayJpeg?.toString('base64') ?? null,
  }),
);
