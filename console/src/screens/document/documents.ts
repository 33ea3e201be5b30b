/** Queries and changes of the screen of a document. */
import { graphql, problemFields, type ResultOf } from '../../api/graphql';
import { pageFields } from './document-pages';
import { windowFields } from '../../parts/window/time-window';

export const headFields = graphql(
  `
    fragment DocumentHead on Document {
      __typename
      id
      name
      version
      parentId
      status
      timeWindow {
        ...WindowFields
      }
      processing
      progress
      pages
      defaultLanguage
      languages
      failureReason
      warnings {
        code
        names
      }
      unrecognizablePages
      coverUrl
    }
  `,
  [windowFields],
);

export type DocumentHead = ResultOf<typeof headFields>;

export const documentQuery = graphql(
  `
    query DocumentScreen($id: ID!) {
      node(id: $id) {
        __typename
        ... on Document {
          ...DocumentHead
          path {
            id
            name
            type
          }
          files {
            id
            kind
            url
            originalName
            sizeBytes
          }
          earlierFile {
            originalName
            replacedAt
          }
        }
      }
    }
  `,
  [headFields],
);

export const zonesQuery = graphql(`
  query ZonesOfPage($id: ID!) {
    node(id: $id) {
      __typename
      ... on Image {
        id
        zones {
          id
          name
          order
          positionXPercent
          positionYPercent
          widthPercent
          heightPercent
        }
        draftedZones {
          id
          name
          order
          isNew
        }
      }
    }
  }
`);

export const updateDocument = graphql(
  `
    mutation UpdateDocumentHead($id: ID!, $patch: DocumentPatch!, $ifVersion: String) {
      updateDocument(input: { id: $id, patch: $patch, ifVersion: $ifVersion }) {
        ...ProblemFields
        ... on Document {
          ...DocumentHead
        }
      }
    }
  `,
  [problemFields, headFields],
);

export const updatePage = graphql(
  `
    mutation UpdatePage($id: ID!, $patch: ImagePatch!, $ifVersion: String) {
      updateImage(input: { id: $id, patch: $patch, ifVersion: $ifVersion }) {
        ...ProblemFields
        ... on Image {
          ...DocumentPage
        }
      }
    }
  `,
  [problemFields, pageFields],
);

export const trashPage = graphql(
  `
    mutation TrashPage($id: ID!) {
      deleteImage(input: { id: $id }) {
        ...ProblemFields
        ... on Deleted {
          id
        }
      }
    }
  `,
  [problemFields],
);

export const restorePage = graphql(
  `
    mutation RestorePage($id: ID!) {
      restoreFromTrash(input: { id: $id }) {
        ...ProblemFields
        ... on RestoredElement {
          elementId
        }
      }
    }
  `,
  [problemFields],
);

export const retryDocument = graphql(
  `
    mutation RetryDocument($id: ID!) {
      retryDocument(input: { id: $id }) {
        ...ProblemFields
        ... on Document {
          ...DocumentHead
        }
      }
    }
  `,
  [problemFields, headFields],
);

export const addLanguage = graphql(
  `
    mutation AddLanguage($documentId: ID!, $languageCode: Locale!) {
      addDocumentLanguage(input: { documentId: $documentId, languageCode: $languageCode }) {
        ...ProblemFields
        ... on Document {
          ...DocumentHead
        }
      }
    }
  `,
  [problemFields, headFields],
);

export const removeLanguage = graphql(
  `
    mutation RemoveLanguage($documentId: ID!, $languageCode: Locale!) {
      removeDocumentLanguage(input: { documentId: $documentId, languageCode: $languageCode }) {
        ...ProblemFields
        ... on Document {
          ...DocumentHead
        }
      }
    }
  `,
  [problemFields, headFields],
);

export const planReplacement = graphql(
  `
    query PlanReplacement($id: ID!, $uploadId: ID!) {
      planReplacement(input: { id: $id, uploadId: $uploadId, withThumbnails: true }) {
        ... on ReplacementPlan {
          pages {
            order
            previousOrder
            fate
            hasSamePicture
            thumbnail
            image {
              id
              name
              order
            }
            recognizability {
              grade
              isRecognizable
              reason
            }
          }
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const replaceFile = graphql(
  `
    mutation ReplaceDocumentFile($id: ID!, $uploadId: ID!, $pages: [ID], $ifVersion: String) {
      replaceDocumentFile(input: { id: $id, uploadId: $uploadId, pages: $pages, ifVersion: $ifVersion }) {
        ... on Document {
          id
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const drawNewPage = graphql(
  `
    query DrawNewPage($id: ID!, $uploadId: ID!, $page: Int!) {
      drawNewPage(input: { id: $id, uploadId: $uploadId, page: $page }) {
        ... on DrawnPage {
          picture
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const restoreEarlierFile = graphql(
  `
    mutation RestoreEarlierFile($id: ID!, $ifVersion: String) {
      restoreEarlierFile(input: { id: $id, ifVersion: $ifVersion }) {
        ... on Document {
          id
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);
