import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { ActionType } from '../content/actions/action.entity.js';
import { eventIndexes, eventNumber } from './events/event-number.js';

/**
 * A tap on an action. It refers to the match that it followed, if there is one, and copies what it records of the place, so
 * that history stays true when content changes or goes.
 */
export const Click = defineEntity({
  name: 'Click',
  tableName: 'click_record',
  indexes: [
    { properties: ['organizationId', 'clickTime'] },
    { properties: ['documentId', 'clickTime'] },
    { properties: ['documentId', 'matchId', 'clickTime'] },
    ...eventIndexes('click_record', 'clickTime'),
  ],
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    documentId: p.uuid(),
    /** null for a click of its own. */
    matchId: p.uuid().nullable().index(),
    sessionId: p.string().index(),
    clickTime: p.datetime(),
    host: p.string().nullable(),
    actionId: p.uuid(),
    actionName: p.text(),
    actionOrder: p.integer().nullable(),
    actionType: p.string().$type<ActionType>(),
    imageId: p.uuid().nullable(),
    zoneId: p.uuid().nullable(),
    language: p.text().default(''),
    path: p.text().default(''),
    folderId: p.uuid().nullable(),
    folderName: p.text().default(''),
    documentName: p.text().default(''),
    imageName: p.text().default(''),
    zoneName: p.text().default(''),
    deviceName: p.text().default(''),
    sdk: p.text().default(''),
    /** Which of the addresses that are compared it opened; empty where none is. */
    variant: p.text().default(''),
    eventNumber,
  },
});
export type Click = InferEntity<typeof Click>;
