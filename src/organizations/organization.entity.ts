import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { LargeNumber } from '../db/rows.js';
import { Node } from '../tree/node.entity.js';

export const accountTypes = ['Demo', 'Prepaid', 'Subscription', 'Unlimited', 'Pictures'] as const;
export type AccountType = (typeof accountTypes)[number];

/** How much of a caller's address a match or click keeps. */
export const hostPolicies = ['Full', 'Short', 'None'] as const;

/** The members of an organization beyond its node. */
export const Organization = defineEntity({
  name: 'Organization',
  tableName: 'organization',
  properties: {
    id: () => p.oneToOne(Node).mapToPk().primary().owner().fieldName('id').deleteRule('cascade'),
    languageCode: p.string(),
    /** Name in the time zone database: of times and days that are written without one. */
    timeZone: p.string().default('UTC'),
    /** Of what readers are shown, as #rrggbb; null for the scanner's own. */
    brandColor: p.string().nullable(),
    /** Pages of the publisher that readers are led to. */
    imprintUrl: p.text().nullable(),
    privacyUrl: p.text().nullable(),
    /** SHA-256 of the ApiKey in hex, for look-up. */
    apiKeyHash: p.string().unique(),
    /** The ApiKey encrypted with the server's secret key, because the ApiKey field shows it. */
    apiKeyCipher: p.text(),
    accountType: p.string().$type<(typeof accountTypes)[number]>(),
    mobileApiAuthorized: p.boolean().default(true),
    webApiAuthorized: p.boolean().default(true),
    irProviderId: p.uuid(),
    /** End of the contract. */
    validityDate: p.datetime().nullable(),
    activationCumul: p.integer().default(0),
    deactivationCumul: p.integer().default(0),
    totalDebit: p.integer().default(0),
    totalCredit: p.integer().default(0),
    picturesCount: p.integer().nullable(),
    hostPolicy: p.string().$type<(typeof hostPolicies)[number]>().default('Full'),
    /** Matches and clicks older than this are removed; null keeps them. */
    retentionDays: p.integer().nullable(),
    /** Entries of the operation log older than this are removed; null keeps them. */
    auditDays: p.integer().nullable(),
    /** Bytes of files, and scans in a month, that the operator allows; null for as much as they like. */
    storageLimit: p.type(LargeNumber).nullable(),
    scanLimit: p.integer().nullable(),
    /** Whether drafts are published only when somebody who has not edited them has approved them. */
    needsApproval: p.boolean().default(false),
    /** Whether the web addresses of its actions are asked every day. */
    watchesLinks: p.boolean().default(false),
  },
});
export type Organization = InferEntity<typeof Organization>;
