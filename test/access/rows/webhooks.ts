/** Webhooks, and the events of readers that they and others get. */
import { graphql, rest, RESULT } from '../row.js';
import type { Target } from '../target.js';
import { makeWebhook } from '../webhooks-of-world.js';

/** By the clock of the world. */
const RECENTLY = '2026-01-31T00:00:00Z';

const organization = ({ organizationId }: Target) => ({ id: organizationId });

export const webhookRows = [
  rest(
    'GET /services/Webhooks',
    'administrator',
    (t) => `/services/Webhooks?organizationId=${t.organizationId}`,
  ),
  rest('POST /services/Webhooks', 'administrator', (t) => ({
    path: '/services/Webhooks',
    json: {
      OrganizationId: t.organizationId,
      Url: 'https://x.example',
      Events: ['document.ready'],
      IsActive: false,
    },
  })),
  rest('PATCH /services/Webhooks/:id', 'administrator', (t) => ({
    path: `/services/Webhooks/${t.webhookId}`,
    json: { Url: 'https://x.example' },
  })),
  rest('PUT /services/Webhooks/:id/replay', 'administrator', (t) => ({
    path: `/services/Webhooks/${t.recordedWebhookId}/replay`,
    json: { From: RECENTLY },
  })),
  rest(
    'GET /services/RecordedEvents',
    'reader',
    (t) => `/services/RecordedEvents?organizationId=${t.organizationId}`,
  ),
  rest('DELETE /services/Webhooks/:id', 'administrator', (t) => `/services/Webhooks/${t.webhookId}`, {
    fresh: async (world) => ({ webhookId: await makeWebhook(world) }),
  }),
  rest(
    'GET /services/Webhooks/:id/deliveries',
    'administrator',
    (t) => `/services/Webhooks/${t.webhookId}/deliveries`,
  ),
  rest(
    'POST /services/WebhookDeliveries/:id/redeliver',
    'administrator',
    (t) => `/services/WebhookDeliveries/${t.deliveryId}/redeliver`,
  ),
  graphql(
    'Mutation.createWebhook',
    'administrator',
    `($id: ID!) {
      createWebhook(input: { organizationId: $id, url: "https://x.example", events: [DOCUMENT_READY], isActive: false }) ${RESULT}
    }`,
    organization,
  ),
  graphql(
    'Mutation.updateWebhook',
    'administrator',
    `($id: ID!) { updateWebhook(input: { id: $id, patch: { url: "https://x.example" } }) ${RESULT} }`,
    (t) => ({ id: t.webhookId }),
  ),
  graphql(
    'Mutation.deleteWebhook',
    'administrator',
    `($id: ID!) { deleteWebhook(input: { id: $id }) ${RESULT} }`,
    (t) => ({ id: t.webhookId }),
    { fresh: async (world) => ({ webhookId: await makeWebhook(world) }) },
  ),
  graphql(
    'Mutation.replayWebhook',
    'administrator',
    `($id: ID!, $from: DateTime!) { replayWebhook(input: { id: $id, from: $from }) ${RESULT} }`,
    (t) => ({ id: t.recordedWebhookId, from: RECENTLY }),
  ),
  graphql(
    'Subscription.recorded',
    'reader',
    '($id: ID!) { recorded(organizationId: $id) { cursor events { documentName } } }',
    organization,
  ),
  graphql(
    'Mutation.redeliverWebhook',
    'administrator',
    `($id: ID!) { redeliverWebhook(input: { deliveryId: $id }) ${RESULT} }`,
    (t) => ({ id: t.deliveryId }),
  ),
];
