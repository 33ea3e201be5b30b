/** Queries and changes of the screen. */
import { graphql, problemFields, type ResultOf, type Success } from '../../api/graphql';

const boxFields = graphql(`
  fragment BoxFields on PictureBox {
    left
    top
    width
    height
  }
`);

export const comparePictures = graphql(
  `
    query Compare(
      $reference: ComparedPictureInput!
      $query: ComparedPictureInput!
      $settings: FineComparisonInput
      $language: ComparisonReportLanguage
    ) {
      compare(input: { reference: $reference, query: $query, settings: $settings }) {
        ... on PictureComparison {
          match {
            decision
            inlierCount
          }
          fine {
            score
            visibleShare
            wholeChanges {
              sentence(language: $language)
            }
            queryFromReference
            differences {
              number
              kind
              meanDifference
              deltaE
              areaShare
              inReference {
                ...BoxFields
              }
              inQuery {
                ...BoxFields
              }
            }
          }
        }
        ...ProblemFields
      }
    }
  `,
  [boxFields, problemFields],
);

type Comparison = Success<typeof comparePictures>;
export type Fine = NonNullable<Comparison['fine']>;
export type Difference = Fine['differences'][number];
export type Box = Difference['inReference'];

export const pdfComparisonFields = graphql(
  `
    fragment PdfComparisonFields on PdfComparison {
      keptId
      differenceCount
      files {
        name
        sha256
        pageCount
      }
      remarks(language: $language)
      alsoDiffers {
        sentence(language: $language)
      }
      decisions {
        page
        number
        verdict
        comment
        user
        createdAt
      }
      hasDifferences
      counts {
        unchanged
        changed
        inserted
        removed
        moved
      }
      pages {
        status
        isMoved
        referencePage
        queryPage
        copy {
          name(language: $language)
        }
        isUnlike
        isTextCompared
        alsoDiffers {
          sentence(language: $language)
        }
        reference
        query
        referenceThumbnail {
          base64
        }
        queryThumbnail {
          base64
        }
        differences {
          number
          kind
          isWholePage
          isRestyled
          sentence(language: $language)
          deltaE
          fromTrim {
            left
            top
          }
          words {
            before
            after
          }
          inReference {
            ...BoxFields
          }
          inQuery {
            ...BoxFields
          }
        }
      }
    }
  `,
  [boxFields],
);

export const comparePdfs = graphql(
  `
    mutation ComparePdfs(
      $reference: Upload!
      $query: Upload!
      $settings: FineComparisonInput
      $profile: String
      $zones: [ComparedZoneInput!]
      $sheet: Boolean
      $language: ComparisonReportLanguage
    ) {
      comparePdfs(
        input: {
          reference: $reference
          query: $query
          settings: $settings
          profile: $profile
          zones: $zones
          sheet: $sheet
          keeps: true
        }
      ) {
        ... on PdfComparison {
          ...PdfComparisonFields
        }
        ...ProblemFields
      }
    }
  `,
  [pdfComparisonFields, problemFields],
);

export type PdfComparison = Success<typeof comparePdfs>;
export type ComparedPage = PdfComparison['pages'][number];
export type Decision = PdfComparison['decisions'][number];

export type ReportFormat = 'HTML' | 'PDF';

export interface ReportFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly base64: string;
}

/** A difference by the place of its page in the list, from 0, and its number there. */
export interface ComparedPlace {
  readonly page: number;
  readonly number: number;
}

/** Options of what counts as a difference; null for the server's default. */
export interface Settings {
  readonly sensitivity: 'PROOF' | 'SCAN' | 'PHOTO' | null;
  readonly minDeltaE: number | null;
}

/** A difference as lists and figures show it. */
export interface ListedDifference {
  readonly number: number;
  readonly kind: Difference['kind'];
  readonly inReference: Box;
  readonly inQuery: Box;
  /** Remarks about it. */
  readonly facts: string;
}

export const jpegUrl = (base64: string): string => `data:image/jpeg;base64,${base64}`;

export const isPdf = (side: Side): side is Extract<Side, { kind: 'file' }> =>
  side.kind === 'file' && side.file.type === 'application/pdf';

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
  const original = document.files.find(({ ownerId, kind }) => ownerId === id && kind === 'ORIGINAL');
  return {
    kind: 'page',
    imageId: id,
    url: original?.url ?? bigThumbnailUrl ?? '',
    name: document.name,
    page: order,
  };
}
