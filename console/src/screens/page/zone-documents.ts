/** What the screen of a page asks for and changes. */
import { graphql, problemFields, type ResultOf } from '../../api/graphql';
import { headFields } from '../document/documents';

const zoneFields = graphql(`
  fragment ZoneFields on Zone {
    id
    name
    order
    version
    positionXPercent
    positionYPercent
    widthPercent
    heightPercent
    actionCount
    recognizability {
      grade
      isRecognizable
    }
  }
`);

export const pageQuery = graphql(
  `
    query PageWithZones($id: ID!) {
      node(id: $id) {
        __typename
        id
        ... on Image {
          name
          order
          version
          zoneCount
          pictureUrl
          document {
            ...DocumentHead
            draft {
              id
            }
            path {
              id
              name
            }
            images {
              id
              name
              order
              smallThumbnailUrl
            }
          }
          zones {
            ...ZoneFields
          }
        }
      }
    }
  `,
  [zoneFields, headFields],
);

export const createZone = graphql(
  `
    mutation CreateZone($input: CreateZoneInput!) {
      createZone(input: $input) {
        __typename
        ... on Zone {
          ...ZoneFields
        }
        ...ProblemFields
      }
    }
  `,
  [zoneFields, problemFields],
);

export const updateZone = graphql(
  `
    mutation UpdateZone($id: ID!, $patch: ZonePatch!, $ifVersion: String) {
      updateZone(id: $id, patch: $patch, ifVersion: $ifVersion) {
        __typename
        ... on Zone {
          ...ZoneFields
        }
        ...ProblemFields
      }
    }
  `,
  [zoneFields, problemFields],
);

export const deleteZone = graphql(
  `
    mutation DeleteZone($id: ID!, $ifVersion: String) {
      deleteZone(id: $id, ifVersion: $ifVersion) {
        __typename
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const restoreZone = graphql(
  `
    mutation RestoreZone($id: ID!) {
      restoreFromTrash(id: $id) {
        __typename
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export type PageData = Extract<
  NonNullable<ResultOf<typeof pageQuery>['node']>,
  { readonly __typename: 'Image' }
>;
export type ZoneData = ResultOf<typeof zoneFields>;
