/** Packs of an organization, folder or document, for phones without a network. */
import { graphql, problemFields } from '../../api/graphql';

const packFields = graphql(`
  fragment PackFields on Pack {
    id
    languages
    validDays
    version
    pageCount
    sizeBytes
    pictureBytes
    comparisonBytes
    keypoints
    expiresAt
    isBeingMade
    progress
    failureReason
  }
`);

export interface Pack {
  readonly id: string;
  readonly languages: readonly string[];
  readonly validDays: number;
  readonly version: number;
  readonly pageCount: number;
  readonly sizeBytes: number;
  readonly pictureBytes: number;
  readonly comparisonBytes: number;
  readonly keypoints: number;
  readonly expiresAt: string | null;
  readonly isBeingMade: boolean;
  readonly progress: number;
  readonly failureReason: string | null;
}

export const packsQuery = graphql(
  `
    query PacksOf($id: ID!) {
      languages {
        code
      }
      node(id: $id) {
        __typename
        id
        ... on Organization {
          packs {
            ...PackFields
          }
        }
        ... on Folder {
          packs {
            ...PackFields
          }
        }
        ... on Document {
          packs {
            ...PackFields
          }
        }
      }
    }
  `,
  [packFields],
);

export const packProgress = graphql(
  `
    subscription PackProgress($id: ID!) {
      packProgress(id: $id) {
        ...PackFields
      }
    }
  `,
  [packFields],
);

export const createPack = graphql(
  `
    mutation CreatePack($input: CreatePackInput!) {
      createPack(input: $input) {
        ... on Pack {
          ...PackFields
        }
        ...ProblemFields
      }
    }
  `,
  [packFields, problemFields],
);

export const remakePack = graphql(
  `
    mutation RemakePack($id: ID!) {
      remakePack(input: { id: $id }) {
        ... on Pack {
          ...PackFields
        }
        ...ProblemFields
      }
    }
  `,
  [packFields, problemFields],
);

export const revokePack = graphql(
  `
    mutation RevokePack($id: ID!) {
      revokePack(input: { id: $id }) {
        __typename
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const keysForPack = graphql(`
  query KeysForPack($organizationId: ID!) {
    organization(id: $organizationId) {
      id
      publishableKeys {
        id
        name
        key
      }
    }
  }
`);

export const createKeyForPack = graphql(
  `
    mutation CreateKeyForPack($input: CreatePublishableKeyInput!) {
      createPublishableKey(input: $input) {
        ... on PublishableKey {
          id
          name
          key
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const codeOfPack = graphql(`
  query CodeOfPack($id: ID!, $key: String!) {
    pack(id: $id) {
      id
      scanUrl(key: $key)
    }
  }
`);
