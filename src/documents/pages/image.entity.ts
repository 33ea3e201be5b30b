import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { DrawingWarning } from '../../kernel/drawing-warning.js';
import type { activityStatuses } from '../document.entity.js';
import { Node } from '../../tree/node.entity.js';

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

/** A page of a document. A page whose zones are the targets is inactive itself. */
export const Image = defineEntity({
  name: 'Image',
  tableName: 'image',
  properties: {
    id: () => p.oneToOne(Node).mapToPk().primary().owner().fieldName('id').deleteRule('cascade'),
    status: p.string().$type<(typeof activityStatuses)[number]>(),
    autoTrigger: p.boolean().nullable(),
    /** When readers are shown it, as `checkedTimeWindow` writes it; null: always. */
    timeWindow: p.text().nullable(),
    widthPx: p.integer(),
    heightPx: p.integer(),
    /** When the page became a target for the first time; null before, and after it was thrown away. */
    firstActivatedAt: p.datetime().nullable(),
    /** Whether that took a credit, which throwing the page away gives back. */
    isPaid: p.boolean().default(false),
    /** Whether the page, itself or by a zone, is one of the active pages of its organization's account. */
    isCountedActive: p.boolean().default(false),
    /** Whether a photo can find it at all; false for what holds too little detail. */
    isRecognizable: p.boolean().default(true),
    /** 0 to 5 as the engine grades; null when it was never graded. */
    gradeValue: p.integer().nullable(),
    /** Why the grade is not better; null when it was never graded. */
    gradeReason: p.string().nullable(),
    /** Parts of the page that are not drawn as they are printed; null where that is unknown. */
    warnings: p.json<readonly DrawingWarning[]>().nullable(),
  },
});
export type Image = InferEntity<typeof Image>;
