/** Webhooks: addresses that receive events. */
import { z } from 'zod';
import { deliveryStates, webhookEvents } from './webhook.entity.js';
import type { DeliveryView, WebhookView } from './webhook.service.js';
import { flag, oneOf, optional, text } from '../rest/shared/members.js';
import { view } from '../rest/shared/view.js';
import { created } from '../rest/platform/answer.js';
import { changeRoute } from '../rest/platform/change-routes.js';
import { listRoute, route, type Route } from '../rest/platform/route.js';
import { date, guid, optionalText, shape, text as textShape, whole } from '../rest/platform/shapes.js';

const webhookShape = shape('Webhook', 'An address that receives events', {
  Id: guid,
  OrganizationId: guid,
  Url: textShape,
  Events: z.array(z.enum(webhookEvents)),
  IsActive: z.boolean(),
  Secret: textShape.describe('Verifies signatures, as the Standard Webhooks specification describes'),
  DateCreated: date,
  DateModified: date,
});

const webhookView = view(webhookShape, (webhook: WebhookView) => ({
  Id: webhook.id,
  OrganizationId: webhook.organizationId,
  Url: webhook.url,
  Events: [...webhook.events],
  IsActive: webhook.isActive,
  Secret: webhook.secret,
  DateCreated: webhook.dateCreated.toISOString(),
  DateModified: webhook.dateModified.toISOString(),
}));

const deliveryShape = shape('WebhookDelivery', 'An event on its way to an address', {
  Id: guid.describe('The header webhook-id'),
  Event: z.enum(webhookEvents),
  Payload: textShape,
  State: z.enum(deliveryStates),
  Attempts: whole,
  NextAttempt: date,
  LastStatus: whole.nullable(),
  LastError: optionalText,
  DateCreated: date,
});

const deliveryView = view(deliveryShape, (delivery: DeliveryView) => ({
  Id: delivery.id,
  Event: delivery.event,
  Payload: delivery.payload,
  State: delivery.state,
  Attempts: delivery.attempts,
  NextAttempt: delivery.nextAttempt.toISOString(),
  LastStatus: delivery.lastStatus ?? null,
  LastError: delivery.lastError ?? null,
  DateCreated: delivery.dateCreated.toISOString(),
}));

const events = z.array(oneOf(webhookEvents));
const creation = z.object({ OrganizationId: text, Url: text, Events: events, IsActive: optional(flag) });
const patch = z.object({ Url: optional(text), Events: optional(events), IsActive: optional(flag) });

const replay = z.object({ From: z.iso.datetime({ offset: true }) });

export const webhookRoutes: readonly Route[] = [
  listRoute(
    '/services/Webhooks',
    "List an organization's webhooks by ?organizationId=",
    (call) => call.services.webhooks.list(call.viewer, call.query.required('organizationId')),
    webhookView,
    { query: { 'organizationId*': 'The organization' } },
  ),
  route(
    'POST',
    '/services/Webhooks',
    'Create a webhook: an address that receives events',
    async (call) => {
      const { OrganizationId, Url, Events, IsActive } = await call.members(creation);
      const input = { organizationId: OrganizationId, url: Url, events: Events, isActive: IsActive };
      return created(webhookView.of(await call.services.webhooks.create(call.viewer, input)));
    },
    { body: creation, answer: webhookView.shape },
  ),
  changeRoute(
    'PATCH',
    '/services/Webhooks/:id',
    'Change Url, Events or IsActive of a webhook',
    async (call) => {
      const { Url, Events, IsActive } = await call.changes(patch);
      const changes = { url: Url, events: Events, isActive: IsActive };
      await call.services.webhooks.update(call.viewer, call.id('webhook'), changes);
    },
    { body: patch },
  ),
  changeRoute(
    'PUT',
    '/services/Webhooks/:id/replay',
    'Send once more what readers did since From, at most 30 days ago',
    async (call) => {
      const { From } = await call.members(replay);
      await call.services.webhooks.replay(call.viewer, call.id('webhook'), new Date(From));
    },
    { body: replay },
  ),
  changeRoute('DELETE', '/services/Webhooks/:id', 'Delete a webhook and its log', (call) =>
    call.services.webhooks.delete(call.viewer, call.id('webhook')),
  ),
  listRoute(
    '/services/Webhooks/:id/deliveries',
    'List the last hundred deliveries of a webhook, newest first',
    (call) => call.services.webhooks.deliveries(call.viewer, call.id('webhook')),
    deliveryView,
  ),
  changeRoute(
    'POST',
    '/services/WebhookDeliveries/:id/redeliver',
    'Send a delivery once more, with the same id',
    (call) => call.services.webhooks.redeliver(call.viewer, call.id('delivery')),
  ),
];
