import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

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
  },
});
export type Match = InferEntity<typeof Match>;
