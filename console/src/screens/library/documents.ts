/** Queries and changes of the library. */
import { graphql, problemFields, type ResultOf } from '../../api/graphql';

export const placeQuery = graphql(`
  query LibraryPlace($id: ID!) {
    place: node(id: $id) {
      __typename
      ... on Organization {
        id
        name
        version
        languageCode
        path {
          id
          name
          type
        }
      }
      ... on Folder {
        id
        name
        version
        parentId
        path {
          id
          name
          type
        }
      }
    }
  }
`);

const folderFields = graphql(`
  fragment LibraryFolder on Folder {
    __typename
    id
    name
    version
    parentId
    newest: documents(first: 3, orderBy: { field: UPDATED_AT, direction: DESC }) {
      totalCount
      nodes {
        id
        coverUrl
      }
    }
    within: folders(first: 1) {
      totalCount
    }
  }
`);

const documentFields = graphql(`
  fragment LibraryDocument on Document {
    __typename
    id
    name
    version
    parentId
    status
    processing
    progress
    pages
    coverUrl
    failureReason
    unrecognizablePages
    languages
    updatedAt
  }
`);

export type FolderItem = ResultOf<typeof folderFields>;
export type DocumentItem = ResultOf<typeof documentFields>;
/** As lists have them: a document that was found below the place says where it lies. */
interface Listed {
  readonly lastEditor?: string | null;
  readonly path?: readonly { readonly id: string; readonly name: string }[] | undefined;
}

export type LibraryItem = FolderItem | (DocumentItem & Listed);

export const foldersQuery = graphql(
  `
    query LibraryFolders($id: ID!, $after: String, $nameContains: String) {
      place: node(id: $id) {
        __typename
        ... on Organization {
          id
          folders(first: 100, after: $after, nameContains: $nameContains) {
            totalCount
            pageInfo {
              hasNextPage
              endCursor
            }
            nodes {
              ...LibraryFolder
            }
          }
        }
        ... on Folder {
          id
          folders(first: 100, after: $after, nameContains: $nameContains) {
            totalCount
            pageInfo {
              hasNextPage
              endCursor
            }
            nodes {
              ...LibraryFolder
            }
          }
        }
      }
    }
  `,
  [folderFields],
);

const documentList = graphql(
  `
    fragment LibraryDocumentList on DocumentConnection {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      nodes {
        ...LibraryDocument
        lastEditor
        path @include(if: $isRecursive) {
          id
          name
        }
      }
    }
  `,
  [documentFields],
);

export const documentsQuery = graphql(
  `
    query LibraryDocuments(
      $id: ID!
      $after: String
      $nameContains: String
      $status: ActivityStatus
      $updatedSince: DateTime
      $isRecursive: Boolean!
      $orderBy: NodeOrder
    ) {
      place: node(id: $id) {
        __typename
        ... on Organization {
          id
          documents(
            first: 100
            after: $after
            nameContains: $nameContains
            status: $status
            updatedSince: $updatedSince
            isRecursive: $isRecursive
            orderBy: $orderBy
          ) {
            ...LibraryDocumentList
          }
        }
        ... on Folder {
          id
          documents(
            first: 100
            after: $after
            nameContains: $nameContains
            status: $status
            updatedSince: $updatedSince
            isRecursive: $isRecursive
            orderBy: $orderBy
          ) {
            ...LibraryDocumentList
          }
        }
      }
    }
  `,
  [documentList],
);

export const createFolder = graphql(
  `
    mutation CreateFolder($parentId: ID!, $name: String!) {
      createFolder(input: { parentId: $parentId, name: $name }) {
        ...ProblemFields
        ... on Folder {
          ...LibraryFolder
        }
      }
    }
  `,
  [problemFields, folderFields],
);

export const renameFolder = graphql(
  `
    mutation RenameFolder($id: ID!, $name: String!, $ifVersion: String) {
      updateFolder(input: { id: $id, patch: { name: $name }, ifVersion: $ifVersion }) {
        ...ProblemFields
        ... on Folder {
          ...LibraryFolder
        }
      }
    }
  `,
  [problemFields, folderFields],
);

export const changeDocument = graphql(
  `
    mutation ChangeDocument($id: ID!, $patch: DocumentPatch!, $ifVersion: String) {
      updateDocument(input: { id: $id, patch: $patch, ifVersion: $ifVersion }) {
        ...ProblemFields
        ... on Document {
          ...LibraryDocument
        }
      }
    }
  `,
  [problemFields, documentFields],
);

export const applyChanges = graphql(
  `
    mutation ApplyLibraryChanges($changes: [ChangeInput!]!) {
      applyChanges(input: { changes: $changes }) {
        ...ProblemFields
        ... on ChangesResult {
          ids
          nodes {
            __typename
            ...LibraryFolder
            ...LibraryDocument
          }
        }
      }
    }
  `,
  [problemFields, folderFields, documentFields],
);

export const trashFolder = graphql(
  `
    mutation TrashFolder($id: ID!) {
      deleteFolder(input: { id: $id, deleteChildren: true }) {
        ...ProblemFields
        ... on Deleted {
          id
        }
      }
    }
  `,
  [problemFields],
);

export const trashDocument = graphql(
  `
    mutation TrashDocument($id: ID!, $ifVersion: String) {
      deleteDocument(input: { id: $id, ifVersion: $ifVersion }) {
        ...ProblemFields
        ... on Deleted {
          id
        }
      }
    }
  `,
  [problemFields],
);

export const restore = graphql(
  `
    mutation Restore($id: ID!, $isInactive: Boolean, $parentId: ID) {
      restoreFromTrash(input: { id: $id, isInactive: $isInactive, parentId: $parentId }) {
        ...ProblemFields
        ... on RestoredElement {
          elementId
          name
          parentId
          type
        }
      }
    }
  `,
  [problemFields],
);
