import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { activityStatuses } from '../document.entity.js';
import { Node } from '../../tree/node.entity.js';

/** A rectangle of a page that is recognized on its own; integer percentages of the page. */
export const Zone = defineEntity({
  name: 'Zone',
  tableName: 'zone',
  properties: {
    id: () => p.oneToOne(Node).mapToPk().primary().owner().fieldName('id').deleteRule('cascade'),
    status: p.string().$type<(typeof activityStatuses)[number]>(),
    autoTrigger: p.boolean().nullable(),
    /** When readers are shown it, as `checkedTimeWindow` writes it; null: always. */
    timeWindow: p.text().nullable(),
    positionXPercent: p.integer(),
    positionYPercent: p.integer(),
    widthPercent: p.integer(),
    heightPercent: p.integer(),
    /** Whether a photo can find it at all; false for what holds too little detail. */
    isRecognizable: p.boolean().default(true),
    /** 0 to 5 as the engine grades; null when it was never graded. */
    gradeValue: p.integer().nullable(),
    /** Why the grade is not better; null when it was never graded. */
    gradeReason: p.string().nullable(),
  },
});
export type Zone = InferEntity<typeof Zone>;
