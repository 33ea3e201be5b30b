/** Queries of the preview. */
import { graphql, problemFields, type ResultOf } from '../../api/graphql';
import { ruleFields } from '../../parts/rules/rules';
import { readerTarget } from '../../parts/reader/reader-target';

export const elementQuery = graphql(`
  query PreviewedPage($id: ID!) {
    languages {
      code
    }
    node(id: $id) {
      __typename
      id
      ... on Image {
        name
        order
        bigThumbnailUrl
        document {
          id
          name
          version
          defaultLanguage
          languages
          path {
            id
            name
          }
          images {
            id
            order
          }
          draft {
            id
          }
        }
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
          positionXPercent
          positionYPercent
          widthPercent
          heightPercent
        }
      }
    }
  }
`);

export const previewQuery = graphql(
  `
    query ReaderPreview(
      $elementId: ID!
      $languageCode: Locale
      $inDraft: Boolean!
      $at: String
      $platform: ReaderPlatform
      $variant: String
    ) {
      readerPreview(
        elementId: $elementId
        languageCode: $languageCode
        inDraft: $inDraft
        at: $at
        platform: $platform
        variant: $variant
      ) {
        variants
        changesAt
        hiddenReasons
        languageCode
        languages {
          code
          reason
          hasActions
          isChosen
        }
        title
        titleSource {
          id
          type
          name
        }
        titleStyle
        autoTrigger
        actions {
          id: actionId
          name
          type
          target {
            ...ReaderTarget
          }
          iconUrl
          style
          source {
            id
            type
            name
          }
          hasOwnStyle
          hasOwnIcon
          choice {
            reason
            variant
            rule {
              ...RuleFields
            }
          }
        }
      }
    }
  `,
  [readerTarget, ruleFields],
);

export const activateDocument = graphql(
  `
    mutation ActivatePreviewedDocument($id: ID!, $ifVersion: String) {
      updateDocument(input: { id: $id, patch: { status: ACTIVE }, ifVersion: $ifVersion }) {
        ... on Document {
          id
          status
          version
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const activatePage = graphql(
  `
    mutation ActivatePreviewedPage($id: ID!) {
      updateImage(input: { id: $id, patch: { status: ACTIVE } }) {
        ... on Image {
          id
          status
          version
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export type PreviewData = ResultOf<typeof previewQuery>['readerPreview'];
export type PreviewedPage = Extract<
  NonNullable<ResultOf<typeof elementQuery>['node']>,
  { readonly __typename: 'Image' }
>;
