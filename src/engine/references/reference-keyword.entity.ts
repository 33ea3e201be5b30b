import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Reference } from './reference.entity.js';

/** Keywords of references, one row each, for searches by keywords. */
export const ReferenceKeyword = defineEntity({
  name: 'ReferenceKeyword',
  tableName: 'reference_keyword',
  indexes: [{ properties: ['applicationId', 'keyword'] }],
  properties: {
    referenceKey: () =>
      p.manyToOne(Reference).mapToPk().primary().fieldName('reference_key').deleteRule('cascade'),
    keyword: p.string().primary(),
    applicationId: p.uuid(),
  },
});
export type ReferenceKeyword = InferEntity<typeof ReferenceKeyword>;
