/** Queries and changes of the short addresses of a document. */
import { graphql, problemFields, type ResultOf } from '../../../api/graphql';

const addressFields = graphql(`
  fragment AddressFields on ShortAddress {
    id
    code
    url
    digitalLinkUrl
    isAvailable
    visits
    actionId
    action {
      id
      name
    }
    element {
      id
    }
  }
`);

export const shortAddresses = graphql(
  `
    query ShortAddresses($id: ID!, $after: String) {
      document(id: $id) {
        id
        shortAddresses(first: 50, after: $after) {
          totalCount
          pageInfo {
            hasNextPage
            endCursor
          }
          edges {
            node {
              ...AddressFields
            }
          }
        }
      }
    }
  `,
  [addressFields],
);

/** Elements and actions that an address of the document can lead to. */
export const addressTargets = graphql(`
  query AddressTargets($id: ID!) {
    document(id: $id) {
      id
      actions {
        id
        name
        languageCode
      }
      images {
        id
        order
        actions {
          id
          name
          languageCode
        }
        zones {
          id
          name
          actions {
            id
            name
            languageCode
          }
        }
      }
    }
  }
`);

export type Targets = NonNullable<ResultOf<typeof addressTargets>['document']>;
export type Address = ResultOf<typeof addressFields>;

export const createShortAddress = graphql(
  `
    mutation CreateShortAddress($input: CreateShortAddressInput!) {
      createShortAddress(input: $input) {
        ... on ShortAddress {
          id
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const createShortAddressesOfPages = graphql(
  `
    mutation CreateShortAddressesOfPages($documentId: ID!) {
      createShortAddressesOfPages(input: { documentId: $documentId }) {
        ... on ShortAddressesOfPages {
          shortAddresses {
            id
          }
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const changeShortAddress = graphql(
  `
    mutation ChangeShortAddress($input: ChangeShortAddressInput!) {
      changeShortAddress(input: $input) {
        ... on ShortAddress {
          id
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const deleteShortAddress = graphql(
  `
    mutation DeleteShortAddress($id: ID!) {
      deleteShortAddress(input: { id: $id }) {
        __typename
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const shortAddressSheet = graphql(`
  query ShortAddressSheet($id: ID!, $language: ComparisonReportLanguage) {
    document(id: $id) {
      id
      shortAddressSheet(language: $language) {
        fileName
        base64
      }
    }
  }
`);
