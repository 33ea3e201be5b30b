import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { LargeNumber } from '../db/rows.js';
import { Node } from '../tree/node.entity.js';

/** Events of readers, in batches; all other events come one by one. */
export const RECORDED = 'readers.recorded';

export const webhookEvents = [
  'document.ready',
  'document.failed',
  'credit.low',
  'conflict.found',
  'import.done',
  RECORDED,
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** An address that receives events of an organization and of those below it. */
export const Webhook = defineEntity({
  name: 'Webhook',
  tableName: 'webhook',
  properties: {
    id: p.uuid().primary(),
    organizationId: () => p.manyToOne(Node).mapToPk().fieldName('organization_id').deleteRule('cascade'),
    url: p.text(),
    events: p.json<readonly WebhookEvent[]>(),
    /** The secret that deliveries are signed with, encrypted. */
    secretCipher: p.text(),
    isActive: p.boolean().default(true),
    /** Place in the row of events of readers up to which batches were made; null where it wants none. */
    recordedAfter: p.type(LargeNumber).nullable(),
    dateCreated: p.datetime(),
    dateModified: p.datetime(),
  },
});
export type Webhook = InferEntity<typeof Webhook>;

export const deliveryStates = ['Waiting', 'Delivered', 'Failed'] as const;

/** An event on its way to an address, and how far it came. Written in the transaction of the event. */
export const WebhookDelivery = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_delivery',
  indexes: [{ properties: ['state', 'nextAttempt'] }, { properties: ['webhookId', 'dateCreated'] }],
  properties: {
    id: p.uuid().primary(),
    webhookId: () => p.manyToOne(Webhook).mapToPk().fieldName('webhook_id').deleteRule('cascade'),
    event: p.string().$type<WebhookEvent>(),
    /** The body as it is sent: JSON. */
    payload: p.text(),
    state: p.string().$type<(typeof deliveryStates)[number]>(),
    attempts: p.integer().default(0),
    nextAttempt: p.datetime(),
    /** Of the last attempt: the status that was answered, or why there was none. */
    lastStatus: p.integer().nullable(),
    lastError: p.text().nullable(),
    dateCreated: p.datetime(),
  },
});
export type WebhookDelivery = InferEntity<typeof WebhookDelivery>;
