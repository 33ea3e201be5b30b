/** Webhooks: addresses that receive events. For administrators. */
import { deliveryStates, webhookEvents } from '../../src/webhooks/webhook.entity.js';
import type { DeliveryView, WebhookView } from '../../src/webhooks/webhook.service.js';
import { builder, enumType } from '../builder.js';
import { given } from '../inputs.js';
import { arg, idDeletion, problemMutation } from '../mutations.js';
import { Organization } from '../refs.js';

const EventEnum = enumType('WebhookEvent', {
  description: 'Events that a webhook can receive.',
  values: Object.fromEntries(
    webhookEvents.map((value) => [value.replace('.', '_').toUpperCase(), { value }]),
  ),
});

const DeliveryStateEnum = enumType('WebhookDeliveryState', {
  description: 'How far a delivery is.',
  values: deliveryStates,
});

const Delivery = builder.objectRef<DeliveryView>('WebhookDelivery').implement({
  description: 'An event on its way to an address.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Guid; the header webhook-id.' }),
    event: t.field({ type: EventEnum, description: 'What happened.', resolve: ({ event }) => event }),
    payload: t.exposeString('payload', { description: 'The JSON that is sent.' }),
    state: t.field({ type: DeliveryStateEnum, description: 'How far it is.', resolve: ({ state }) => state }),
    attempts: t.exposeInt('attempts', { description: 'How often it was sent.' }),
    nextAttempt: t.expose('nextAttempt', {
      type: 'DateTime',
      description: 'When it is sent next, while it is waiting.',
    }),
    lastStatus: t.int({
      nullable: true,
      description: 'HTTP status of the last attempt.',
      resolve: ({ lastStatus }) => lastStatus ?? null,
    }),
    lastError: t.string({
      nullable: true,
      description: 'Why the last attempt got no answer.',
      resolve: ({ lastError }) => lastError ?? null,
    }),
    createdAt: t.expose('dateCreated', { type: 'DateTime', description: 'When it happened.' }),
  }),
});

const WebhookType = builder.objectRef<WebhookView>('Webhook').implement({
  description: 'An address that receives events of its organization and of those below it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Guid of the webhook.' }),
    url: t.expose('url', { type: 'URL', description: 'Where events are posted to.' }),
    events: t.field({
      type: [EventEnum],
      description: 'The events that it receives.',
      resolve: ({ events }) => [...events],
    }),
    isActive: t.exposeBoolean('isActive', {
      description: 'Whether events are sent; false after its server has answered 410.',
    }),
    secret: t.exposeString('secret', {
      description: 'Verifies signatures, as the Standard Webhooks specification describes.',
    }),
    deliveries: t.field({
      type: [Delivery],
      description: 'The last hundred, newest first.',
      complexity: { field: 5, multiplier: 10 },
      resolve: async ({ id }, _args, { services, viewer }) => [
        ...(await services.webhooks.deliveries(viewer, id)),
      ],
    }),
    createdAt: t.expose('dateCreated', { type: 'DateTime', description: 'When it was made.' }),
    updatedAt: t.expose('dateModified', { type: 'DateTime', description: 'When it was last changed.' }),
  }),
});

builder.objectField(Organization, 'webhooks', (t) =>
  t.field({
    type: [WebhookType],
    description: 'Addresses that receive its events. For administrators.',
    complexity: { field: 5, multiplier: 5 },
    resolve: async ({ id }, _args, { services, viewer }) => [...(await services.webhooks.list(viewer, id))],
  }),
);

const webhookFields = {
  organizationId: arg.id({ required: true, description: 'The organization whose events it receives.' }),
  url: arg.field({
    type: 'URL',
    required: true,
    description: 'Where events are posted to; https in production.',
  }),
  events: arg.field({ type: [EventEnum], required: true, description: 'The events that it receives.' }),
  isActive: arg.boolean({ defaultValue: true, description: 'Whether events are sent.' }),
};

const WebhookPatch = builder.inputType('WebhookPatch', {
  description: 'What to change of a webhook.',
  fields: (t) => ({
    url: t.field({ type: 'URL', description: 'Where events are posted to.' }),
    events: t.field({ type: [EventEnum], description: 'The events that it receives.' }),
    isActive: t.boolean({ description: 'Whether events are sent.' }),
  }),
});

problemMutation('createWebhook', {
  type: WebhookType,
  description: 'Creates a webhook: an address that receives events.',
  args: webhookFields,
  resolve: ({ isActive, ...webhook }, { services, viewer }) =>
    services.webhooks.create(viewer, { ...webhook, isActive: isActive ?? true }),
});

problemMutation('updateWebhook', {
  type: WebhookType,
  description: 'Changes the given members of a webhook.',
  args: {
    id: arg.id({ required: true, description: 'Guid of the webhook.' }),
    patch: arg.field({ type: WebhookPatch, required: true, description: 'What to change.' }),
  },
  resolve: ({ id, patch }, { services, viewer }) => services.webhooks.update(viewer, id, given(patch)),
});

idDeletion('deleteWebhook', {
  description: 'Deletes a webhook and its log.',
  idDescription: 'Guid of the webhook.',
  work: ({ services, viewer }, id) => services.webhooks.delete(viewer, id),
});

problemMutation('redeliverWebhook', {
  cannot: ['input'],
  type: Delivery,
  description: 'Sends a delivery once more, with the same id.',
  args: { deliveryId: arg.id({ required: true, description: 'Guid of the delivery.' }) },
  resolve: ({ deliveryId }, { services, viewer }) => services.webhooks.redeliver(viewer, deliveryId),
});

problemMutation('replayWebhook', {
  type: WebhookType,
  description: 'Sends once more what readers did since a time, at most 30 days ago, in its order.',
  args: {
    id: arg.id({ required: true, description: 'Guid of the webhook.' }),
    from: arg.field({ type: 'DateTime', required: true, description: 'The time.' }),
  },
  resolve: ({ id, from }, { services, viewer }) => services.webhooks.replay(viewer, id, from),
});
