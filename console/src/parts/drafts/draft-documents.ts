/** Queries and changes of drafts. */
import { graphql, problemFields, type ResultOf } from '../../api/graphql';
import { operationChangeFields } from '../log/operation-changes';

const draftFields = graphql(`
  fragment DraftHead on Draft {
    id
    version
    user
    createdAt
    changeCount
    publishAt
    publishUser
    publishStopped
    mayDecide
    review {
      state
      askedBy
      askedAt
      decidedBy
      decidedAt
      reason
      voidedBy
    }
  }
`);

export const draftQuery = graphql(
  `
    query DocumentDraft($id: ID!) {
      node(id: $id) {
        __typename
        id
        ... on Document {
          status
          needsApproval
          draft {
            ...DraftHead
          }
        }
      }
    }
  `,
  [draftFields],
);

export const activitySubscription = graphql(
  `
    subscription FollowDocument($id: ID!) {
      documentActivity(id: $id) {
        commentsVersion
        openCommentCount
        people {
          id
          name
        }
        draft {
          ...DraftHead
        }
      }
    }
  `,
  [draftFields],
);

export const draftChangesQuery = graphql(
  `
    query DraftChanges($id: ID!) {
      node(id: $id) {
        __typename
        id
        ... on Document {
          draft {
            ...DraftHead
            changes {
              id
              kind
              element {
                id
                type
                name
                pageOrder
              }
              actionName
              languageCode
              user
              updatedAt
              changes {
                ...OperationChangeFields
              }
              conflict {
                reason
                version
                changes {
                  ...OperationChangeFields
                }
              }
            }
          }
        }
      }
    }
  `,
  [draftFields, operationChangeFields],
);

type Node = NonNullable<ResultOf<typeof draftChangesQuery>['node']>;
type Drafted = NonNullable<Extract<Node, { readonly __typename: 'Document' }>['draft']>;
export type DraftChange = Drafted['changes'][number];
export type DraftHead = ResultOf<typeof draftFields>;

export const startDraft = graphql(
  `
    mutation StartDraft($documentId: ID!) {
      startDraft(input: { documentId: $documentId }) {
        ...ProblemFields
        ... on Draft {
          ...DraftHead
        }
      }
    }
  `,
  [problemFields, draftFields],
);

export const changeDraft = graphql(
  `
    mutation ChangeDraft($documentId: ID!, $edits: [DraftEdit!]!) {
      changeDraft(input: { documentId: $documentId, edits: $edits }) {
        ...ProblemFields
        ... on EditedDraft {
          draft {
            ...DraftHead
          }
          edited {
            id
            version
          }
        }
      }
    }
  `,
  [problemFields, draftFields],
);

export const dropDraftChanges = graphql(
  `
    mutation DropDraftChanges($documentId: ID!, $changeIds: [ID!]!) {
      dropDraftChanges(input: { documentId: $documentId, changeIds: $changeIds }) {
        ...ProblemFields
        ... on Draft {
          ...DraftHead
        }
      }
    }
  `,
  [problemFields, draftFields],
);

export const keepDraftChange = graphql(
  `
    mutation KeepDraftChange($documentId: ID!, $changeId: ID!, $conflictVersion: String!) {
      keepDraftChange(
        input: { documentId: $documentId, changeId: $changeId, conflictVersion: $conflictVersion }
      ) {
        ...ProblemFields
        ... on Draft {
          ...DraftHead
        }
      }
    }
  `,
  [problemFields, draftFields],
);

export const publishDraft = graphql(
  `
    mutation PublishDraft($documentId: ID!, $ifVersion: String) {
      publishDraft(input: { documentId: $documentId, ifVersion: $ifVersion }) {
        ...ProblemFields
        ... on PublishedDraft {
          changed
          undoId
        }
      }
    }
  `,
  [problemFields],
);

export const discardDraft = graphql(
  `
    mutation DiscardDraft($documentId: ID!, $ifVersion: String) {
      discardDraft(input: { documentId: $documentId, ifVersion: $ifVersion }) {
        ...ProblemFields
        ... on Deleted {
          id
        }
      }
    }
  `,
  [problemFields],
);

export const scheduleDraft = graphql(
  `
    mutation ScheduleDraft($documentId: ID!, $at: String!) {
      scheduleDraft(input: { documentId: $documentId, at: $at }) {
        ...ProblemFields
        ... on Draft {
          ...DraftHead
        }
      }
    }
  `,
  [problemFields, draftFields],
);

export const unscheduleDraft = graphql(
  `
    mutation UnscheduleDraft($documentId: ID!) {
      unscheduleDraft(input: { documentId: $documentId }) {
        ...ProblemFields
        ... on Draft {
          ...DraftHead
        }
      }
    }
  `,
  [problemFields, draftFields],
);

export const askForReview = graphql(
  `
    mutation AskForReview($documentId: ID!, $ifVersion: String) {
      askForReview(input: { documentId: $documentId, ifVersion: $ifVersion }) {
        ...ProblemFields
        ... on Draft {
          ...DraftHead
        }
      }
    }
  `,
  [problemFields, draftFields],
);

export const approveDraft = graphql(
  `
    mutation ApproveDraft($documentId: ID!, $ifVersion: String!) {
      approveDraft(input: { documentId: $documentId, ifVersion: $ifVersion }) {
        ...ProblemFields
        ... on Draft {
          ...DraftHead
        }
      }
    }
  `,
  [problemFields, draftFields],
);

export const refuseDraft = graphql(
  `
    mutation RefuseDraft($documentId: ID!, $reason: String!, $ifVersion: String!) {
      refuseDraft(input: { documentId: $documentId, reason: $reason, ifVersion: $ifVersion }) {
        ...ProblemFields
        ... on Draft {
          ...DraftHead
        }
      }
    }
  `,
  [problemFields, draftFields],
);
