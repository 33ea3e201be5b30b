/** Queries and changes of comments. */
import { graphql, problemFields, type ResultOf } from '../../api/graphql';

const threadFields = graphql(`
  fragment ThreadFields on CommentThread {
    id
    subject
    subjectName
    isGone
    elementId
    element {
      id
      type
      name
      pageOrder
    }
    languageCode
    positionXPercent
    positionYPercent
    isShared
    isResolved
    resolvedBy
    comments {
      id
      text
      user
      isGuest
      isOwn
      isDeleted
      createdAt
      editedAt
      mentions {
        id
        name
      }
    }
  }
`);

export type CommentThread = ResultOf<typeof threadFields>;
export type CommentOfThread = CommentThread['comments'][number];

export const commentsQuery = graphql(
  `
    query Comments($id: ID!, $isResolved: Boolean!, $after: String) {
      node(id: $id) {
        __typename
        id
        ... on Document {
          openCommentCount
          comments(first: 50, isResolved: $isResolved, after: $after) {
            nodes {
              ...ThreadFields
            }
            pageInfo {
              hasNextPage
              endCursor
            }
          }
        }
      }
    }
  `,
  [threadFields],
);

export const subjectsQuery = graphql(`
  query CommentSubjects($id: ID!) {
    node(id: $id) {
      __typename
      id
      ... on ContentElement {
        actions {
          id
          name
          languageCode
        }
        drafted {
          actions {
            id
            name
            languageCode
          }
        }
      }
      ... on Image {
        zones {
          id
          name
          order
          actions {
            id
            name
            languageCode
          }
        }
        draftedZones {
          id
          name
          order
          content {
            actions {
              id
              name
              languageCode
            }
          }
        }
      }
    }
  }
`);

export const peopleQuery = graphql(`
  query CommentPeople($id: ID!, $search: String!) {
    document(id: $id) {
      people(search: $search) {
        id
        name
      }
    }
  }
`);

export const createComment = graphql(
  `
    mutation CreateComment($input: CreateCommentInput!) {
      createComment(input: $input) {
        ...ProblemFields
        ... on CommentThread {
          ...ThreadFields
        }
      }
    }
  `,
  [problemFields, threadFields],
);

export const replyToComment = graphql(
  `
    mutation ReplyToComment($threadId: ID!, $text: String!, $mentionedUserIds: [ID!]) {
      replyToComment(input: { threadId: $threadId, text: $text, mentionedUserIds: $mentionedUserIds }) {
        ...ProblemFields
        ... on CommentThread {
          ...ThreadFields
        }
      }
    }
  `,
  [problemFields, threadFields],
);

export const updateComment = graphql(
  `
    mutation UpdateComment($id: ID!, $text: String!, $mentionedUserIds: [ID!]) {
      updateComment(input: { id: $id, text: $text, mentionedUserIds: $mentionedUserIds }) {
        ...ProblemFields
        ... on CommentThread {
          ...ThreadFields
        }
      }
    }
  `,
  [problemFields, threadFields],
);

export const resolveComment = graphql(
  `
    mutation ResolveComment($threadId: ID!) {
      resolveComment(input: { threadId: $threadId }) {
        ...ProblemFields
        ... on CommentThread {
          ...ThreadFields
        }
      }
    }
  `,
  [problemFields, threadFields],
);

export const reopenComment = graphql(
  `
    mutation ReopenComment($threadId: ID!) {
      reopenComment(input: { threadId: $threadId }) {
        ...ProblemFields
        ... on CommentThread {
          ...ThreadFields
        }
      }
    }
  `,
  [problemFields, threadFields],
);

export const deleteComment = graphql(
  `
    mutation DeleteComment($id: ID!) {
      deleteComment(input: { id: $id }) {
        ...ProblemFields
        ... on Deleted {
          id
        }
      }
    }
  `,
  [problemFields],
);
