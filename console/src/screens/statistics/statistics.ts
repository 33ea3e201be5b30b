/** Queries of the screen. */
import { graphql, problemFields, type ResultOf } from '../../api/graphql';

export const countsQuery = graphql(`
  query Counts($elementId: ID!, $from: DateTime!, $to: DateTime!, $timeZone: String!) {
    statistics(elementId: $elementId, from: $from, to: $to, timeZone: $timeZone, by: [DAY]) {
      total {
        matches
        clicks
        clicksWithoutMatch
        unrecognizedScans
        pictureScans
      }
      rows {
        keys {
          id
        }
        counts {
          matches
          clicks
          unrecognizedScans
          pictureScans
        }
      }
      csv
    }
  }
`);

export const breakdownQuery = graphql(`
  query Breakdown(
    $elementId: ID!
    $from: DateTime!
    $to: DateTime!
    $timeZone: String!
    $by: [StatisticsDimension!]!
  ) {
    statistics(elementId: $elementId, from: $from, to: $to, timeZone: $timeZone, by: $by) {
      rows {
        keys {
          id
          name
        }
        counts {
          matches
          clicks
          unrecognizedScans
        }
      }
      csv
    }
  }
`);

/** Of the period before. */
export const totalsQuery = graphql(`
  query CountTotals($elementId: ID!, $from: DateTime!, $to: DateTime!, $timeZone: String!) {
    statistics(elementId: $elementId, from: $from, to: $to, timeZone: $timeZone, by: []) {
      total {
        matches
        clicks
        clicksWithoutMatch
        unrecognizedScans
        pictureScans
      }
    }
  }
`);

export const placesQuery = graphql(`
  query CountedPlaces($id: ID!) {
    node(id: $id) {
      __typename
      ... on Document {
        id
        images {
          id
          order
          bigThumbnailUrl
          zones {
            id
            name
            positionXPercent
            positionYPercent
            widthPercent
            heightPercent
          }
        }
      }
      ... on Image {
        id
        order
        bigThumbnailUrl
        zones {
          id
          name
          positionXPercent
          positionYPercent
          widthPercent
          heightPercent
        }
      }
    }
  }
`);

/** Small pictures of what is counted. */
export const picturesQuery = graphql(`
  query CountedPictures($ids: [ID!]!) {
    nodes(ids: $ids) {
      __typename
      id
      ... on Document {
        coverUrl
      }
      ... on Image {
        smallThumbnailUrl
      }
      ... on Zone {
        smallThumbnailUrl
      }
    }
  }
`);

export const elementQuery = graphql(`
  query CountedElement($id: ID!) {
    treeNode(id: $id) {
      id
      name
      type
      path {
        id
        name
        type
      }
    }
  }
`);

export const createArchive = graphql(
  `
    mutation CreateArchive($documentId: ID!, $from: DateTime, $to: DateTime) {
      createArchive(input: { documentId: $documentId, from: $from, to: $to }) {
        ... on Archive {
          id
          progress
          url
          failureReason
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const archiveProgress = graphql(`
  subscription ArchiveProgress($id: ID!) {
    archiveProgress(id: $id) {
      id
      progress
      url
      failureReason
    }
  }
`);

export type Counted = ResultOf<typeof countsQuery>['statistics'];
export type Breakdown = ResultOf<typeof breakdownQuery>['statistics'];

/** Dimensions of counts, besides days. */
export const dimensions = [
  'DOCUMENT',
  'FOLDER',
  'PAGE',
  'ZONE',
  'ACTION',
  'LANGUAGE',
  'DEVICE',
  'SDK',
] as const;
export type Dimension = (typeof dimensions)[number];
