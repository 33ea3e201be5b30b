/** The events of readers now, and the last ones before. */
import { graphql } from '../../api/graphql';

const eventFields = graphql(`
  fragment LiveEventFields on RecordedEvent {
    id
    kind
    time
    documentId
    documentName
    pageId
    pageOrder
    zoneName
    isScan
    actionName
    deviceName
    page {
      id
      order
      bigThumbnailUrl
    }
  }
`);

export const lastEventsQuery = graphql(
  `
    query LastRecordedEvents($organizationId: ID!) {
      organization(id: $organizationId) {
        id
        recordedEvents(last: 24) {
          nodes {
            ...LiveEventFields
          }
          pageInfo {
            endCursor
          }
        }
      }
    }
  `,
  [eventFields],
);

export const recordedSubscription = graphql(
  `
    subscription Recorded($organizationId: ID!, $after: String) {
      recorded(organizationId: $organizationId, after: $after) {
        cursor
        events {
          ...LiveEventFields
        }
      }
    }
  `,
  [eventFields],
);

export interface LiveEvent {
  readonly id: string;
  readonly kind: 'CLICKED' | 'PICTURE' | 'RECOGNIZED' | 'UNRECOGNIZED';
  readonly time: string;
  readonly documentId: string | null;
  readonly documentName: string;
  readonly pageId: string | null;
  readonly pageOrder: number | null;
  readonly zoneName: string;
  readonly isScan: boolean;
  readonly actionName: string;
  readonly deviceName: string;
  readonly page: {
    readonly id: string;
    readonly order: number;
    readonly bigThumbnailUrl: string | null;
  } | null;
}
