/** The pages of a document with their states, read some at a time. */
import { graphql, type ResultOf } from '../../api/graphql';
import { windowFields } from '../../parts/window/time-window';

export const pageFields = graphql(
  `
    fragment DocumentPage on Image {
      __typename
      id
      name
      order
      version
      status
      smallThumbnailUrl
      bigThumbnailUrl
      zoneCount
      actionCount
      autoTrigger
      timeWindow {
        ...WindowFields
      }
      recognizability {
        grade
        isRecognizable
        reason
      }
      warnings {
        code
        names
      }
      titles {
        id
        languageCode
        value
      }
    }
  `,
  [windowFields],
);

export type DocumentPage = ResultOf<typeof pageFields>;

/** Some at a time: a document of five hundred pages is not one answer. */
export const documentPagesQuery = graphql(
  `
    query DocumentPages($id: ID!, $after: String) {
      node(id: $id) {
        __typename
        ... on Document {
          id
          imagesConnection(first: 100, after: $after) {
            totalCount
            pageInfo {
              hasNextPage
              endCursor
            }
            nodes {
              ...DocumentPage
            }
          }
        }
      }
    }
  `,
  [pageFields],
);

export const pickPages = ({ node }: ResultOf<typeof documentPagesQuery>) =>
  node?.__typename === 'Document' ? node.imagesConnection : null;
