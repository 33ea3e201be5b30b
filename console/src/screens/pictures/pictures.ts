/** What the screen asks of the server. */
import { graphql, problemFields, type ResultOf } from '../../api/graphql';

export const picturesQuery = graphql(`
  query Pictures($organizationId: ID!, $after: String) {
    organization(id: $organizationId) {
      id
      pictures(first: 60, after: $after) {
        totalCount
        pageInfo {
          hasNextPage
          endCursor
        }
        nodes {
          id
          name
          data
          keywords
          bigThumbnailUrl
          version
          recognizability {
            isRecognizable
            grade
          }
        }
      }
    }
  }
`);
export type PictureRow = ResultOf<typeof picturesQuery>['organization']['pictures']['nodes'][number];

export const createPicture = graphql(
  `
    mutation CreatePicture($input: CreatePictureInput!, $file: Upload!) {
      createPicture(input: $input, file: $file) {
        ... on Picture {
          id
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const updatePicture = graphql(
  `
    mutation UpdatePicture($id: ID!, $patch: PicturePatch!, $ifVersion: String) {
      updatePicture(id: $id, patch: $patch, ifVersion: $ifVersion) {
        ... on Picture {
          id
          name
          data
          keywords
          version
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const deletePicture = graphql(
  `
    mutation DeletePicture($id: ID!, $ifVersion: String) {
      deletePicture(id: $id, ifVersion: $ifVersion) {
        __typename
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);
