import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Node } from '../../tree/node.entity.js';
import type { Verdict } from '../comparison-record.js';
import type { IgnoredPlace } from '../ignored-places.js';
import type { ProfileSettings } from '../profiles.js';

/** Somebody approved how two PDFs differ. The database refuses to change it; what was approved is a stored file. */
export const ComparisonApproval = defineEntity({
  name: 'ComparisonApproval',
  tableName: 'comparison_approval',
  properties: {
    id: p.uuid().primary(),
    organizationId: () => p.manyToOne(Node).mapToPk().fieldName('organization_id').deleteRule('cascade'),
    referenceName: p.text(),
    queryName: p.text(),
    /** SHA-256 in lower-case hex. */
    referenceSha256: p.string(),
    querySha256: p.string().index(),
    /** SHA-256 of the stored file: pages, differences, decisions, who approved and when. */
    contentSha256: p.string(),
    comment: p.text(),
    user: p.text(),
    dateCreated: p.datetime(),
  },
});
export type ComparisonApproval = InferEntity<typeof ComparisonApproval>;

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

/** Settings of comparisons under a name that an organization gave them. */
export const ComparisonProfile = defineEntity({
  name: 'ComparisonProfile',
  tableName: 'comparison_profile',
  properties: {
    id: p.uuid().primary(),
    organizationId: () => p.manyToOne(Node).mapToPk().fieldName('organization_id').deleteRule('cascade'),
    name: p.text(),
    settings: p.json().$type<ProfileSettings>(),
    dateModified: p.datetime(),
  },
});
export type ComparisonProfile = InferEntity<typeof ComparisonProfile>;

/** The result of a comparison of two PDFs, kept for reports and to be shown to others; its bytes are a stored file. */
export const KeptComparison = defineEntity({
  name: 'KeptComparison',
  tableName: 'kept_comparison',
  properties: {
    id: p.uuid().primary(),
    organizationId: () => p.manyToOne(Node).mapToPk().fieldName('organization_id').deleteRule('cascade'),
    referenceName: p.text(),
    queryName: p.text(),
    dateCreated: p.datetime(),
    /** Later where a link is good for longer. */
    dateExpires: p.datetime().index(),
  },
});
export type KeptComparison = InferEntity<typeof KeptComparison>;
