import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { eventIndexes, eventNumber } from './events/event-number.js';

/** What a scan that is no match came to: nothing was recognized, or a picture of picture mode. */
export const scanOutcomes = ['Unrecognized', 'Picture'] as const;

/** A scan that recognized no page or zone, counted in the statistics of the ApiKey's organization. */
export const UnmatchedScan = defineEntity({
  name: 'UnmatchedScan',
  tableName: 'unmatched_scan',
  indexes: [
    { properties: ['organizationId', 'requestTime'] },
    ...eventIndexes('unmatched_scan', 'requestTime'),
  ],
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    requestTime: p.datetime(),
    outcome: p.string().$type<(typeof scanOutcomes)[number]>(),
    /** As the reader's device asked for it; empty when it did not. */
    language: p.text(),
    deviceName: p.text(),
    sdk: p.text(),
    eventNumber,
  },
});
export type UnmatchedScan = InferEntity<typeof UnmatchedScan>;

/**
 * A record of one recognition. It copies the facts of the document, so that history stays true when content
 * changes or goes.
 */
export const Match = defineEntity({
  name: 'Match',
  tableName: 'match_record',
  indexes: [
    { properties: ['documentId', 'requestTime'] },
    { properties: ['documentId', 'day'] },
    { properties: ['documentId', 'sessionId', 'requestTime'] },
    { properties: ['organizationId', 'requestTime'] },
    ...eventIndexes('match_record', 'requestTime'),
  ],
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    documentId: p.uuid(),
    imageId: p.uuid(),
    zoneId: p.uuid().nullable(),
    sessionId: p.string(),
    kind: p.string().$type<'Image' | 'Id'>(),
    requestTime: p.datetime(),
    /** The day of the request in UTC: days since 1970-01-01. */
    day: p.integer(),
    language: p.string(),
    imageOrder: p.integer(),
    path: p.text().default(''),
    folderId: p.uuid().nullable(),
    folderName: p.text().default(''),
    documentName: p.text(),
    imageName: p.text().default(''),
    zoneName: p.text().default(''),
    host: p.string().nullable(),
    /** The scan headers as sent. */
    device: p.json<Record<string, string>>(),
    deviceName: p.text().default(''),
    sdk: p.text().default(''),
    /** Which addresses that are compared it showed: `<actionId>=<variant>;` for each. */
    choices: p.text().default(''),
    eventNumber,
  },
});
export type Match = InferEntity<typeof Match>;
