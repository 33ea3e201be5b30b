/** Queries of a preview link, without a log-in. */
import { graphql, type ResultOf } from '../../api/graphql';
import { readerTarget } from '../../parts/reader/reader-target';
import { askByLink } from './guest-client';

const sharedDocument = graphql(`
  query SharedPreview($code: String!) {
    sharedPreview(code: $code) {
      name
      defaultLanguage
      languages
      expiresAt
      hasDraft
      mayComment
      pages {
        id
        order
        thumbnailUrl
        zones(inDraft: true) {
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

const sharedCard = graphql(
  `
    query SharedCard($code: String!, $elementId: ID!, $languageCode: Locale, $inDraft: Boolean!) {
      sharedPreview(code: $code) {
        readerPreview(elementId: $elementId, languageCode: $languageCode, inDraft: $inDraft) {
          title
          titleStyle
          languageCode
          actions {
            id: actionId
            name
            type
            target {
              ...ReaderTarget
            }
            style
            iconUrl
          }
        }
      }
    }
  `,
  [readerTarget],
);

export type SharedPreview = ResultOf<typeof sharedDocument>['sharedPreview'];
export type SharedCard = ResultOf<typeof sharedCard>['sharedPreview']['readerPreview'];

/** null for a link that is unknown, revoked or too old. @throws as `askByLink` */
export async function readShared(code: string): Promise<SharedPreview | null> {
  return (await askByLink(sharedDocument, { code }))?.sharedPreview ?? null;
}

/** With the changes that wait to be published. */
export async function readCard(
  code: string,
  elementId: string,
  languageCode: string,
): Promise<SharedCard | null> {
  const variables = { code, elementId, languageCode, inDraft: true };
  return (await askByLink(sharedCard, variables))?.sharedPreview.readerPreview ?? null;
}
