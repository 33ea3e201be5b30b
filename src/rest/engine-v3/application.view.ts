/** Applications as the engine's management interface answers them. */
import { z } from 'zod';
import { counterNames, applicationKinds } from '../../engine/application.entity.js';
import type { MonthCounts } from '../../engine/application-counters.js';
import type { ApplicationView } from '../../engine/views.js';
import { view } from '../shared/view.js';
import { pageInfo, dates, datesOf } from './shapes.js';

const settings = z.object({
  resultCount: z.int().optional().describe('Results on a page unless a search says otherwise, 1 to 1000'),
  colorWeightPercent: z.int().optional().describe('Importance of color in similarity searches, 0 to 100'),
  threshold: z.number().optional().describe('Strictness of the decision, 0 to 1; 0.5 is the shipped one'),
  quickFirst: z
    .boolean()
    .optional()
    .describe('Whether what a quick look at 448 pixels recognizes is the answer; false is shipped'),
});
const applicationShape = z
  .object({
    id: z.uuid(),
    name: z.string(),
    kind: z.enum(applicationKinds),
    organizationId: z.guid().nullable(),
    modifyKey: z.string().nullable(),
    queryKey: z.string().nullable(),
    isActive: z.boolean(),
    settings,
    keepsThumbnails: z.boolean().describe('Whether small copies of the pictures of references are kept'),
    ...dates,
  })
  .meta({ id: 'EngineApplication', description: 'A set of references that is searched as one' });

export const applicationView = view(applicationShape, (application: ApplicationView) => ({
  id: application.id,
  name: application.name,
  kind: application.kind,
  organizationId: application.organizationId,
  modifyKey: application.modifyKey,
  queryKey: application.queryKey,
  isActive: application.isActive,
  settings: application.settings,
  keepsThumbnails: application.keepsThumbnails,
  ...datesOf(application),
}));

export const applicationPageView = view(
  z.object({ items: z.array(applicationShape), totalCount: z.int(), pageInfo }),
  (items: readonly ApplicationView[], totalCount: number, hasNextPage: boolean) => ({
    items: items.map((item) => applicationView.of(item)),
    totalCount,
    pageInfo: { endCursor: items.at(-1)?.id ?? null, hasNextPage },
  }),
);

export const countersView = view(
  z.object({
    months: z.array(
      z.object({
        month: z.string().describe('YYYY-MM, UTC'),
        counts: z.object(Object.fromEntries(counterNames.map((name) => [name, z.int()]))),
      }),
    ),
  }),
  (months: readonly MonthCounts[]) => ({ months: months.map(({ month, counts }) => ({ month, counts })) }),
);

export const countsView = view(
  z.object({ references: z.int(), images: z.int() }),
  ({ references, images }: { readonly references: number; readonly images: number }) => ({
    references,
    images,
  }),
);
