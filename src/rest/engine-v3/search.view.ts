/** Searches and explanations as the engine's management interface answers them. */
import { z } from 'zod';
import type { Explanation } from '../../engine/search/explanation.service.js';
import type { SearchPage } from '../../engine/views.js';
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
        metadata: z.record(z.string(), z.unknown()).nullable(),
        distance: share.describe('0 (same) to 1'),
        match: matchView.shape.nullable(),
        similarity: z.object({ shapeDistance: share, colorDistance: share, colorWeight: share }).nullable(),
      }),
    ),
  }),
  ({ total, hits }: SearchPage) => ({
    total,
    hits: hits.map(({ id, keywords, metadata, distance, match, similarity }) => ({
      id,
      keywords,
      metadata,
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
    nearEquals: z
      .array(z.object({ id: z.string(), distance: share }))
      .describe('Other references that a photo of this one may be taken for: copies, editions, volumes'),
  }),
  (explained: Explanation) => ({
    match: explainedMatchView.of(explained.match),
    nearEquals: explained.nearEquals.map(({ id, distance }) => ({ id, distance })),
    overlay: explained.overlayJpeg?.toString('base64') ?? null,
  }),
);
