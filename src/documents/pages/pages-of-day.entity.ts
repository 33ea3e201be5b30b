import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** How many pages were made for an organization on a day. */
export const PagesOfDay = defineEntity({
  name: 'PagesOfDay',
  tableName: 'pages_of_day',
  properties: {
    organizationId: p.uuid().primary(),
    /** Days since 1970-01-01, UTC. */
    day: p.integer().primary(),
    pages: p.integer(),
  },
});
export type PagesOfDay = InferEntity<typeof PagesOfDay>;
