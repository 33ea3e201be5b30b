import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { Verdict } from '../decisions.js';
import { KeptComparison } from './kept-comparison.entity.js';

/** A decision about a place of a kept comparison; the last one counts. */
export const ComparisonDecision = defineEntity({
  name: 'ComparisonDecision',
  tableName: 'comparison_decision',
  properties: {
    id: p.uuid().primary(),
    comparisonId: () =>
      p.manyToOne(KeptComparison).mapToPk().fieldName('comparison_id').deleteRule('cascade'),
    page: p.integer(),
    number: p.integer(),
    verdict: p.string().$type<Verdict>().nullable(),
    comment: p.text(),
    user: p.text(),
    dateCreated: p.datetime(),
  },
  uniques: [{ properties: ['comparisonId', 'page', 'number'] }],
});
export type ComparisonDecision = InferEntity<typeof ComparisonDecision>;
