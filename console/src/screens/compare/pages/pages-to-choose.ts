/** Documents of the library with their first pages, and all pages of one of them. */
import { graphql, type ResultOf } from '../../../api/graphql';

const pickedPage = graphql(`
  fragment PickedPage on Image {
    id
    order
    smallThumbnailUrl
  }
`);

export const pagesToChoose = graphql(
  `
    query PagesToChoose($organizationId: ID!, $name: String) {
      organization(id: $organizationId) {
        id
        documents(
          first: 20
          isRecursive: true
          nameContains: $name
          orderBy: { field: UPDATED_AT, direction: DESC }
        ) {
          totalCount
          nodes {
            id
            name
            imagesConnection(first: 28) {
              totalCount
              nodes {
                ...PickedPage
              }
            }
          }
        }
      }
    }
  `,
  [pickedPage],
);

/** All pages of one of these documents, some at a time. */
export const morePagesToChoose = graphql(
  `
    query MorePagesToChoose($id: ID!, $after: String) {
      document(id: $id) {
        id
        imagesConnection(first: 100, after: $after) {
          totalCount
          pageInfo {
            hasNextPage
            endCursor
          }
          nodes {
            ...PickedPage
          }
        }
      }
    }
  `,
  [pickedPage],
);

export const pickMorePages = ({ document }: ResultOf<typeof morePagesToChoose>) => document?.imagesConnection;

export type PickedPage = ResultOf<typeof pickedPage>;
