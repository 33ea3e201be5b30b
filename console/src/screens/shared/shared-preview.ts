/** What a preview link shows, asked without a log-in. */
import { graphql, type ResultOf } from '../../api/graphql';
import { client } from './guest-client';

const sharedDocument = graphql(`
  query SharedPreview($code: String!) {
    sharedPreview(code: $code) {
      name
      defaultLanguage
      languages
      dateExpires
      pages {
        id
        order
        thumbnailUrl
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

const sharedCard = graphql(`
  query SharedCard($code: String!, $elementId: ID!, $languageCode: String) {
    sharedPreview(code: $code) {
      readerPreview(elementId: $elementId, languageCode: $languageCode) {
        title
        titleStyle
        languageCode
        actions {
          id: actionId
          name
          type
          content
          style
          iconUrl
        }
      }
    }
  }
`);

export type SharedPreview = ResultOf<typeof sharedDocument>['sharedPreview'];
export type SharedCard = ResultOf<typeof sharedCard>['sharedPreview']['readerPreview'];

/** null for a link that is unknown, revoked or too old. @throws Error when the server is not reached */
export async function readShared(code: string): Promise<SharedPreview | null> {
  const { data, error } = await client.query(sharedDocument, { code }).toPromise();
  if (data !== undefined && data !== null) return data.sharedPreview;
  if (error?.networkError !== undefined) throw error;
  return null;
}

export async function readCard(
  code: string,
  elementId: string,
  languageCode: string,
): Promise<SharedCard | null> {
  const { data } = await client.query(sharedCard, { code, elementId, languageCode }).toPromise();
  return data?.sharedPreview.readerPreview ?? null;
}
