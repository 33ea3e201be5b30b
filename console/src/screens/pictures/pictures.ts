/** Queries and changes of the screen. */
import { graphql, problemFields, type ResultOf } from '../../api/graphql';

export const picturesQuery = graphql(`
  query Pictures($organizationId: ID!, $name: String, $keywords: [String!], $after: String) {
    organization(id: $organizationId) {
      id
      pictures(first: 60, after: $after, nameContains: $name, keywords: $keywords) {
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

const foundFields = graphql(`
  fragment FoundPictures on PictureSearchResult {
    pictures {
      id
      name
      keywords
      bigThumbnailUrl
      score
    }
  }
`);
export type FoundPicture = ResultOf<typeof foundFields>['pictures'][number];

export const searchByPhoto = graphql(
  `
    query SearchPictures($organizationId: ID!, $photo: Upload!, $by: PictureSearchBy!, $keywords: [String!]) {
      searchPictures(
        input: { organizationId: $organizationId, photo: $photo, by: $by, keywords: $keywords, take: 24 }
      ) {
        ...FoundPictures
        ...ProblemFields
      }
    }
  `,
  [foundFields, problemFields],
);

export const searchByColors = graphql(
  `
    query PicturesByColors($organizationId: ID!, $colors: [String!]!, $keywords: [String!]) {
      picturesByColors(organizationId: $organizationId, colors: $colors, keywords: $keywords, take: 24) {
        ...FoundPictures
      }
    }
  `,
  [foundFields],
);

export const colorsOfPicture = graphql(`
  query ColorsOfPicture($id: ID!) {
    picture(id: $id) {
      id
      colors {
        hex
        percentage
      }
    }
  }
`);

export const createPicture = graphql(
  `
    mutation CreatePicture($input: CreatePictureInput!) {
      createPicture(input: $input) {
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
      updatePicture(input: { id: $id, patch: $patch, ifVersion: $ifVersion }) {
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
      deletePicture(input: { id: $id, ifVersion: $ifVersion }) {
        __typename
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);
