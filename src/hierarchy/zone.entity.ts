import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { activityStatuses } from './document.entity.js';
import { Node } from './node.entity.js';

/** A rectangle of a page that is recognized on its own; integer percentages of the page. */
export const Zone = defineEntity({
  name: 'Zone',
  tableName: 'zone',
  properties: {
    id: () => p.oneToOne(Node).mapToPk().primary().owner().fieldName('id').deleteRule('cascade'),
    status: p.string().$type<(typeof activityStatuses)[number]>(),
    autoTrigger: p.boolean().nullable(),
    positionXPercent: p.integer(),
    positionYPercent: p.integer(),
    widthPercent: p.integer(),
    heightPercent: p.integer(),
  },
});
export type Zone = InferEntity<typeof Zone>;
