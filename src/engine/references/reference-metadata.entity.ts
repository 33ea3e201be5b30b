import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Reference } from './reference.entity.js';

/** Plain members of the metadata of references, one row each, for filters; one of the three values is set. */
export const ReferenceMetadata = defineEntity({
  name: 'ReferenceMetadata',
  tableName: 'reference_metadata',
  indexes: [
    { properties: ['applicationId', 'name', 'text'] },
    { properties: ['applicationId', 'name', 'number'] },
  ],
  properties: {
    referenceKey: () =>
      p.manyToOne(Reference).mapToPk().primary().fieldName('reference_key').deleteRule('cascade'),
    name: p.string().primary(),
    applicationId: p.uuid(),
    text: p.text().nullable(),
    number: p.double().nullable(),
    flag: p.boolean().nullable(),
  },
});
export type ReferenceMetadata = InferEntity<typeof ReferenceMetadata>;
