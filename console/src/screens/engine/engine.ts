/** Queries and changes of the screen. */
import { graphql, problemFields, type ResultOf } from '../../api/graphql';

export const applicationsQuery = graphql(`
  query Applications {
    applications(first: 100) {
      nodes {
        id
        name
        kind
        isActive
        keepsThumbnails
        modifyKey
        queryKey
        referenceCount
        months {
          month
          searches
          searchesWithResult
          imagesAdded
        }
      }
    }
  }
`);
export type ApplicationRow = ResultOf<typeof applicationsQuery>['applications']['nodes'][number];

export const referencesQuery = graphql(`
  query References($id: ID!, $after: String) {
    application(id: $id) {
      id
      references(first: 50, after: $after) {
        totalCount
        pageInfo {
          hasNextPage
          endCursor
        }
        nodes {
          id
          keywords
          grade
          thumbnailUrl
        }
      }
    }
  }
`);

export const referencePictureQuery = graphql(`
  query ReferencePicture($applicationId: ID!, $id: ID!) {
    application(id: $applicationId) {
      id
      reference(id: $id) {
        id
        thumbnailUrl
      }
    }
  }
`);

export const createApplication = graphql(
  `
    mutation CreateApplication($input: CreateApplicationInput!) {
      createApplication(input: $input) {
        ... on Application {
          id
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const rotateKeys = graphql(
  `
    mutation RotateApplicationKeys($id: ID!) {
      rotateApplicationKeys(input: { id: $id }) {
        ... on Application {
          id
          modifyKey
          queryKey
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const updateApplication = graphql(
  `
    mutation UpdateApplication($id: ID!, $patch: ApplicationPatch!) {
      updateApplication(input: { id: $id, patch: $patch }) {
        ... on Application {
          id
          isActive
          keepsThumbnails
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const deleteApplication = graphql(
  `
    mutation DeleteApplication($id: ID!) {
      deleteApplication(input: { id: $id }) {
        __typename
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const setKeywords = graphql(
  `
    mutation SetReferenceKeywords($applicationId: ID!, $id: ID!, $keywords: [String!]!) {
      setReferenceKeywords(input: { applicationId: $applicationId, id: $id, keywords: $keywords }) {
        ... on Reference {
          id
          keywords
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const addReference = graphql(
  `
    mutation AddReference($applicationId: ID!, $id: ID!, $image: Upload!) {
      addReference(input: { applicationId: $applicationId, id: $id, image: $image }) {
        ... on AddedReference {
          reference {
            id
            grade
          }
          nearDuplicates {
            id
          }
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const deleteReferences = graphql(
  `
    mutation DeleteReferences($applicationId: ID!, $ids: [ID!]!) {
      deleteReferences(input: { applicationId: $applicationId, ids: $ids }) {
        ... on ReferenceDeletion {
          removed
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const importReferences = graphql(
  `
    mutation ImportReferences($applicationId: ID!, $zip: Upload!) {
      importReferences(input: { applicationId: $applicationId, zip: $zip }) {
        ... on ReferenceImport {
          id
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const importQuery = graphql(`
  query ReferenceImport($applicationId: ID!, $id: ID!) {
    application(id: $applicationId) {
      id
      referenceImport(id: $id) {
        id
        state
        progress
        added
        refused
        total
        failureReason
        lines(onlyRefused: true, limit: 20) {
          position
          fileName
          message
        }
      }
    }
  }
`);

export const searchReferences = graphql(
  `
    query SearchReferences($applicationId: ID!, $image: Upload!) {
      searchReferences(
        input: { applicationId: $applicationId, image: $image, limit: 10, includeRejected: true }
      ) {
        ... on ReferenceSearchResult {
          total
          hits {
            id
            distance
            match {
              decision
              inlierCount
            }
          }
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const explainMatch = graphql(
  `
    query ExplainMatch($applicationId: ID!, $referenceId: ID!, $image: Upload!) {
      explainMatch(input: { applicationId: $applicationId, referenceId: $referenceId, image: $image }) {
        ... on MatchExplanation {
          overlay
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const duplicateCheck = graphql(`
  subscription DuplicateCheck($applicationId: ID!) {
    duplicateCheck(applicationId: $applicationId) {
      checked
      total
      result {
        reference {
          id
        }
        nearDuplicates {
          id
          distance
        }
      }
    }
  }
`);
export type DuplicateStep = ResultOf<typeof duplicateCheck>['duplicateCheck'];
