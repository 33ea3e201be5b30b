/** Bodies that the engine's management interface takes. */
import { z } from 'zod';
import { applicationKinds } from '../../engine/application.entity.js';

const settingsPatch = z.object({
  resultCount: z.number('must be a number').nullish(),
  colorWeightPercent: z.number('must be a number').nullish(),
  threshold: z.number('must be a number').nullish(),
  quickFirst: z.boolean('must be true or false').nullish(),
});

export const newApplication = z.object({
  name: z.string('must be a text').optional(),
  kind: z.enum(applicationKinds, `must be one of ${applicationKinds.join(', ')}`),
  organizationId: z.string('must be a text').optional().describe('Your own organization when absent'),
  key: z.string('must be a text').optional().describe('application_key to keep; one is made when absent'),
  queryKey: z.string('must be a text').optional().describe('A second key that may only query'),
  settings: settingsPatch.optional(),
  keepsThumbnails: z
    .boolean('must be true or false')
    .optional()
    .describe('true keeps small copies of the pictures of references; none are kept when absent'),
});
export const applicationPatch = z.object({
  name: z.string('must be a text').optional(),
  isActive: z.boolean('must be true or false').optional(),
  settings: settingsPatch.optional().describe('null takes a setting back to what is shipped'),
  keepsThumbnails: z
    .boolean('must be true or false')
    .optional()
    .describe('true holds for pictures that come from now on; false removes the thumbnails that there are'),
});
export const keyRotation = z.object({
  modify: z.boolean('must be true or false').default(true),
  query: z.boolean('must be true or false').default(true),
});
export const referencePatch = z.object({
  keywords: z.array(z.string('must be a text'), 'must be a list of texts').optional().describe('All of them'),
  metadata: z
    .record(z.string(), z.unknown(), 'must be a JSON object or null')
    .nullish()
    .describe('All of it, at most 4 KB; null for none'),
  isActive: z.boolean('must be true or false').optional().describe('false: searches no longer find it'),
});
export const activation = z.object({
  imageIds: z.array(z.string('must be a text'), 'must be a list of texts'),
  isActive: z.boolean('must be true or false'),
});
export const deletion = z.object({
  imageIds: z.array(z.string('must be a text'), 'must be a list of texts'),
});
export const paletteQuery = z.object({
  mostColors: z.int('must be a whole number').optional().describe('1 to 100; 10 by default'),
  keywords: z
    .array(z.string('must be a text'), 'must be a list of texts')
    .optional()
    .describe('Only references that hold all of these'),
  ids: z
    .array(z.string('must be a text'), 'must be a list of texts')
    .optional()
    .describe('Only these references, at most 10,000'),
});
