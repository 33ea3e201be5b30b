import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** What a scan that is no match came to: nothing was recognized, or a picture of picture mode. */
export const scanOutcomes = ['Unrecognized', 'Picture'] as const;

/** A scan that recognized no page or zone, counted in the statistics of the ApiKey's organization. */
export const UnmatchedScan = defineEntity({
  name: 'UnmatchedScan',
  tableName: 'unmatched_scan',
  indexes: [{ properties: ['organizationId', 'requestTime'] }],
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    requestTime: p.datetime(),
    outcome: p.string().$type<(typeof scanOutcomes)[number]>(),
    /** As the reader's device asked for it; empty when it did not. */
    language: p.text(),
    deviceName: p.text(),
    sdk: p.text(),
  },
});
export type UnmatchedScan = InferEntity<typeof UnmatchedScan>;
