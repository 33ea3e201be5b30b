import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Application } from '../application.entity.js';

/** How often a reference was recognized; by its id, so that a new picture goes on counting. */
export const RecognitionCounter = defineEntity({
  name: 'RecognitionCounter',
  tableName: 'recognition_counter',
  properties: {
    applicationId: () =>
      p.manyToOne(Application).mapToPk().primary().fieldName('application_id').deleteRule('cascade'),
    externalId: p.text().primary(),
    count: p.integer(),
    dateLast: p.datetime(),
  },
});
export type RecognitionCounter = InferEntity<typeof RecognitionCounter>;
