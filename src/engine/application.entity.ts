import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { LargeNumber } from '../db/rows.js';

export const counterNames = [
  'searches',
  /** Searches that found something. */
  'searchesWithResult',
  'imagesAdded',
  'imagesDeleted',
  'comparisons',
  'colorRequests',
] as const;
export type CounterName = (typeof counterNames)[number];

/** How often something was done with an application in one month. */
export const ApplicationCounter = defineEntity({
  name: 'ApplicationCounter',
  tableName: 'application_counter',
  properties: {
    applicationId: () =>
      p.manyToOne(Application).mapToPk().primary().fieldName('application_id').deleteRule('cascade'),
    /** `YYYY-MM`, UTC. */
    month: p.string().primary(),
    name: p.string().$type<(typeof counterNames)[number]>().primary(),
    count: p.integer(),
  },
});
export type ApplicationCounter = InferEntity<typeof ApplicationCounter>;

export const applicationKinds = ['mobile', 'media', 'brand', 'similarity', 'color'] as const;
export type ApplicationKind = (typeof applicationKinds)[number];

/** Why an application exists: an organization's pages, its pictures, or an engine user's own references. */
export const applicationPurposes = ['content', 'pictures', 'engine'] as const;
export type ApplicationPurpose = (typeof applicationPurposes)[number];

/** What searches of an application do unless a request says otherwise. */
export interface ApplicationSettings {
  /** Results on a page, 1..1000. */
  readonly resultCount?: number;
  /** Importance of color against shape, 0..100. */
  readonly colorWeightPercent?: number;
  /** Strictness of the decision, 0..1. */
  readonly threshold?: number;
  /** Whether the answer of a quick look at 448 pixels suffices where it recognizes something. Applications that match only. */
  readonly quickFirst?: boolean;
}

/** A set of references that is searched as one. Its id names its index. */
export const Application = defineEntity({
  name: 'Application',
  tableName: 'application',
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    kind: p.string().$type<(typeof applicationKinds)[number]>(),
    purpose: p.string().$type<(typeof applicationPurposes)[number]>(),
    organizationId: p.uuid().nullable().index(),
    /** SHA-256 of the application_key in hex; null for an organization's own applications. */
    keyHash: p.string().nullable().unique(),
    keyCipher: p.text().nullable(),
    /** A key that may only query (safe inside an app in the field); null when none was made. */
    queryKeyHash: p.string().nullable().unique(),
    queryKeyCipher: p.text().nullable(),
    isActive: p.boolean().default(true),
    /** Number of the last change of a reference; grows by one with each, in the change's own transaction. */
    sequence: p.type(LargeNumber).default(0),
    settings: p.json<ApplicationSettings>(),
    /** Whether small copies of the pictures are kept that references are made of from now on. */
    keepsThumbnails: p.boolean().default(false),
    dateCreated: p.datetime(),
    dateModified: p.datetime(),
  },
});
export type Application = InferEntity<typeof Application>;
