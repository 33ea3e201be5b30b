import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Application } from './application.entity.js';

export const counterNames = [
  'searches',
  /** Searches that found something. */
  'searchesWithResult',
  'imagesAdded',
  'imagesDeleted',
  'comparisons',
  'colorRequests',
] as const;
export type CounterName = (typeof counterNames)[number];

/** How often something was done with an application in one month. */
export const ApplicationCounter = defineEntity({
  name: 'ApplicationCounter',
  tableName: 'application_counter',
  properties: {
    applicationId: () =>
      p.manyToOne(Application).mapToPk().primary().fieldName('application_id').deleteRule('cascade'),
    /** `YYYY-MM`, UTC. */
    month: p.string().primary(),
    name: p.string().$type<(typeof counterNames)[number]>().primary(),
    count: p.integer(),
  },
});
export type ApplicationCounter = InferEntity<typeof ApplicationCounter>;
