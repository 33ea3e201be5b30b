/** What the screen asks of the server. */
import { graphql, problemFields, type ResultOf, type Success } from '../../api/graphql';

/** Size of print in which changed characters were not found on pages of A4. */
export const SMALL_PRINT_POINTS = 14;

export const comparePictures = graphql(
  `
    mutation Compare($reference: ComparedPictureInput!, $query: ComparedPictureInput!) {
      compare(reference: $reference, query: $query) {
        ... on PictureComparison {
          match {
            decision
            inlierCount
          }
          fine {
            score
            visibleShare
            queryFromReference
            reference
            query
            differences {
              number
              kind
              meanDifference
              areaShare
              inReference {
                left
                top
                width
                height
              }
              inQuery {
                left
                top
                width
                height
              }
            }
          }
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

type Comparison = Success<typeof comparePictures>;
export type Fine = NonNullable<Comparison['fine']>;
export type Difference = Fine['differences'][number];
export type Box = Difference['inReference'];

export const comparedPage = graphql(`
  query ComparedPage($id: ID!) {
    node(id: $id) {
      __typename
      ... on Image {
        id
        order
        bigThumbnailUrl
        document {
          id
          name
          files {
            id
            ownerId
            kind
            url
          }
        }
      }
    }
  }
`);

export const pagesToChoose = graphql(`
  query PagesToChoose($organizationId: ID!, $name: String) {
    organization(id: $organizationId) {
      id
      documents(
        first: 20
        isRecursive: true
        nameContains: $name
        orderBy: { field: DateModified, direction: DESC }
      ) {
        totalCount
        nodes {
          id
          name
          images {
            id
            order
            smallThumbnailUrl
          }
        }
      }
    }
  }
`);

/** One of the two pictures. */
export type Side =
  | { readonly kind: 'file'; readonly file: File; readonly url: string; readonly name: string }
  | {
      readonly kind: 'page';
      readonly imageId: string;
      readonly url: string;
      readonly name: string;
      readonly page: number;
    };

type PageNode = Extract<NonNullable<ResultOf<typeof comparedPage>['node']>, { readonly __typename: 'Image' }>;

/** The page's own picture, where it can be had; else its thumbnail. */
export function sideOfPage({ id, order, bigThumbnailUrl, document }: PageNode): Side {
  const original = document.files.find(({ ownerId, kind }) => ownerId === id && kind === 'Original');
  return {
    kind: 'page',
    imageId: id,
    url: original?.url ?? bigThumbnailUrl ?? '',
    name: document.name,
    page: order,
  };
}
