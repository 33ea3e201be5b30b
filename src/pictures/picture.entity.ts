import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Node } from '../tree/node.entity.js';

/** A single image of picture mode, linked to an organization only. No image is kept beyond the thumbnail. */
export const Picture = defineEntity({
  name: 'Picture',
  tableName: 'picture',
  indexes: [{ properties: ['organizationId', 'objectId'] }],
  /** What lies in the trash is there for nobody who does not ask for it by `filters: false`. */
  filters: { live: { name: 'live', cond: { dateTrashed: null }, default: true } },
  properties: {
    id: p.uuid().primary(),
    /** Grows with creation; pages of lists are cut by it. */
    objectId: p.string().unique(),
    organizationId: () => p.manyToOne(Node).mapToPk().fieldName('organization_id').deleteRule('cascade'),
    name: p.text(),
    data: p.text().nullable(),
    keywords: p.json<string[]>(),
    /** Whether a photo can find it at all; false for what holds too little detail. */
    isRecognizable: p.boolean().default(true),
    /** 0 to 5 as the engine grades; null when it was never graded. */
    gradeValue: p.integer().nullable(),
    /** Why the grade is not better; null when it was never graded. */
    gradeReason: p.string().nullable(),
    /** null unless it lies in the trash. */
    dateTrashed: p.datetime().nullable(),
    dateCreated: p.datetime(),
    dateModified: p.datetime(),
  },
});
export type Picture = InferEntity<typeof Picture>;
