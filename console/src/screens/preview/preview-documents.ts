/** What the preview asks for. */
import { graphql, type ResultOf } from '../../api/graphql';

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
          defaultLanguage
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
      }
    }
  }
`);

export const previewQuery = graphql(`
  query ReaderPreview($elementId: ID!, $languageCode: String) {
    readerPreview(elementId: $elementId, languageCode: $languageCode) {
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
        content
        iconUrl
        style
        source {
          id
          type
          name
        }
        hasOwnStyle
        hasOwnIcon
      }
    }
  }
`);

export type PreviewData = ResultOf<typeof previewQuery>['readerPreview'];
export type PreviewedPage = Extract<
  NonNullable<ResultOf<typeof elementQuery>['node']>,
  { readonly __typename: 'Image' }
>;
