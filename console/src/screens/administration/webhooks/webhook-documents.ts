/** Queries and changes of webhooks. */
import { graphql, problemFields, type ResultOf } from '../../../api/graphql';

export const webhooksQuery = graphql(`
  query Webhooks($organizationId: ID!) {
    organization(id: $organizationId) {
      id
      webhooks {
        id
        url
        events
        isActive
        secret
        deliveries {
          id
          event
          payload
          state
          attempts
          nextAttempt
          lastStatus
          lastError
          createdAt
        }
      }
    }
  }
`);
export type WebhookRow = ResultOf<typeof webhooksQuery>['organization']['webhooks'][number];
export type DeliveryRow = WebhookRow['deliveries'][number];
export const createWebhook = graphql(
  `
    mutation CreateWebhook($input: CreateWebhookInput!) {
      createWebhook(input: $input) {
        ... on Webhook {
          id
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);
export const updateWebhook = graphql(
  `
    mutation UpdateWebhook($id: ID!, $patch: WebhookPatch!) {
      updateWebhook(input: { id: $id, patch: $patch }) {
        ... on Webhook {
          id
          isActive
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);
export const deleteWebhook = graphql(
  `
    mutation DeleteWebhook($id: ID!) {
      deleteWebhook(input: { id: $id }) {
        __typename
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);
export const redeliverWebhook = graphql(
  `
    mutation RedeliverWebhook($id: ID!) {
      redeliverWebhook(input: { deliveryId: $id }) {
        ... on WebhookDelivery {
          id
          state
          attempts
          nextAttempt
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);
