import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** A tap on an action after a recognition, joined to its match by the session. */
export const Click = defineEntity({
  name: 'Click',
  tableName: 'click_record',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    documentId: p.uuid().index(),
    sessionId: p.string().index(),
    clickTime: p.datetime(),
    host: p.string().nullable(),
    actionId: p.uuid(),
    actionName: p.text(),
    actionOrder: p.integer().nullable(),
    actionType: p.string(),
  },
});
export type Click = InferEntity<typeof Click>;
