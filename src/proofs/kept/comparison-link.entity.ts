import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { IgnoredPlace } from '../ignored-places.js';
import { KeptComparison } from './kept-comparison.entity.js';

/** A link by which somebody without an account sees how two PDFs differ. */
export const ComparisonLink = defineEntity({
  name: 'ComparisonLink',
  tableName: 'comparison_link',
  properties: {
    id: p.uuid().primary(),
    comparisonId: () =>
      p.manyToOne(KeptComparison).mapToPk().fieldName('comparison_id').deleteRule('cascade'),
    /** SHA-256 of the code in hex; the code itself is shown once. */
    codeHash: p.string().unique(),
    /** Places that its maker left out. */
    ignored: p.json().$type<readonly IgnoredPlace[]>(),
    /** Who made it. */
    user: p.text(),
    /** Null where no user made it. It ends when that user may not log in any more. */
    userId: p.uuid().nullable(),
    dateCreated: p.datetime(),
    dateExpires: p.datetime(),
  },
});
export type ComparisonLink = InferEntity<typeof ComparisonLink>;
