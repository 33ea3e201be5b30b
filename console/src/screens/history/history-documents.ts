import { graphql, problemFields, type ResultOf } from '../../api/graphql';
import { operationChangeFields } from '../../parts/log/operation-changes';

export const historyQuery = graphql(
  `
    query DocumentHistory($id: ID!, $before: ID) {
      node(id: $id) {
        __typename
        id
        ... on Document {
          name
          path {
            id
            name
          }
          history(before: $before, first: 30) {
            hasMore
            begins
            changes {
              id
              createdAt
              user
              operations {
                operation
                elementType
                elementName
                pageName
              }
              operationsLeftOut
              changes {
                ...OperationChangeFields
                elementName
                pageName
              }
              changesLeftOut
              isVersion
              review {
                state
                askedBy
                decidedBy
                decidedAt
              }
              earlierFile {
                pageId
                purgedAt
                thumbnailUrl
              }
            }
          }
        }
      }
    }
  `,
  [operationChangeFields],
);

type Historied = Extract<ResultOf<typeof historyQuery>['node'], { __typename: 'Document' }>;
export type DocumentChange = Historied['history']['changes'][number];

/** The picture that a page has now. */
export const presentPageQuery = graphql(`
  query PresentPage($id: ID!) {
    node(id: $id) {
      __typename
      id
      ... on Image {
        name
        order
        smallThumbnailUrl
      }
    }
  }
`);

/** Changes that going back to a version would make. */
export const textsToRestore = graphql(
  `
    query TextsToRestore($changeId: ID!, $isBefore: Boolean!) {
      textsToRestore(changeId: $changeId, isBefore: $isBefore) {
        count
        changes {
          ...OperationChangeFields
          elementName
          pageName
        }
        changesLeftOut
        leftOut
      }
    }
  `,
  [operationChangeFields],
);

export const restoreTexts = graphql(
  `
    mutation RestoreTexts($changeId: ID!, $isBefore: Boolean!) {
      restoreTexts(input: { changeId: $changeId, isBefore: $isBefore }) {
        ... on RestoredTexts {
          changed
          leftOut
          undoId
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const restorePageFile = graphql(
  `
    mutation RestorePageFile($changeId: ID!) {
      restorePageFile(input: { changeId: $changeId }) {
        ... on Image {
          id
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);
