/** Requests of the screen for trying photos out. */
import { graphql, problemFields, type ResultOf } from '../../api/graphql';
import { readerTarget } from '../../parts/reader/reader-target';

export const tryRecognition = graphql(
  `
    query TryRecognition($organizationId: ID!, $photo: Upload!, $languageCode: Locale) {
      tryRecognition(input: { organizationId: $organizationId, photo: $photo, languageCode: $languageCode }) {
        __typename
        ... on RecognitionTrial {
          answer {
            id
            title
            titleStyle
            languageCode
            score
            data
            actions {
              id
              name
              type
              target {
                ...ReaderTarget
              }
              style
              iconUrl
            }
          }
          candidates {
            element {
              id
              name
              type
              path {
                id
                name
                type
              }
            }
            picture {
              id
              name
            }
            outcome
            recognizedBy {
              id
              name
            }
            match {
              decision
              distance
              inlierCount
              coveredSurface
              matchStrength
            }
            outline {
              x
              y
            }
            points {
              inQuery {
                x
                y
              }
            }
          }
          keypointCount
          timing {
            decodeMs
            extractMs
            searchMs
            verifyMs
          }
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields, readerTarget],
);

export type Trial = Extract<
  ResultOf<typeof tryRecognition>['tryRecognition'],
  { readonly __typename: 'RecognitionTrial' }
>;
export type Candidate = Trial['candidates'][number];
