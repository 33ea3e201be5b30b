/** What a preview link shows, asked without a log-in. */
import { createClient, fetchExchange, gql } from '@urql/core';
import { serverAddress } from '../../api/own-path';
import type { ReaderAction } from '../../parts/reader/action-target';

interface SharedZone {
  readonly id: string;
  readonly name: string;
  readonly positionXPercent: number;
  readonly positionYPercent: number;
  readonly widthPercent: number;
  readonly heightPercent: number;
}

export interface SharedPreview {
  readonly name: string;
  readonly defaultLanguage: string;
  readonly languages: readonly string[];
  readonly dateExpires: string;
  readonly pages: readonly {
    readonly id: string;
    readonly order: number;
    readonly thumbnailUrl: string | null;
    readonly zones: readonly SharedZone[];
  }[];
}

export interface SharedCard {
  readonly title: string;
  readonly titleStyle: string | null;
  readonly languageCode: string;
  readonly actions: readonly ReaderAction[];
}

const client = createClient({
  url: serverAddress('/graphql'),
  exchanges: [fetchExchange],
  preferGetMethod: false,
  fetchOptions: { credentials: 'omit' },
});

const DOCUMENT = gql`
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
`;

const CARD = gql`
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
`;

/** null for a link that is unknown, revoked or too old. @throws Error when the server is not reached */
export async function readShared(code: string): Promise<SharedPreview | null> {
  const { data, error } = await client
    .query<{ sharedPreview: SharedPreview }>(DOCUMENT, { code })
    .toPromise();
  if (data !== undefined && data !== null) return data.sharedPreview;
  if (error?.networkError !== undefined) throw error;
  return null;
}

export async function readCard(
  code: string,
  elementId: string,
  languageCode: string,
): Promise<SharedCard | null> {
  const { data } = await client
    .query<{ sharedPreview: { readerPreview: SharedCard } }>(CARD, { code, elementId, languageCode })
    .toPromise();
  return data?.sharedPreview.readerPreview ?? null;
}
