/** Setting and removing the logo of an organization. */
import { graphql, problemFields } from '../../api/graphql';

/** Sent with its file by `sendUpload`. */
export const SET_LOGO = `mutation SetLogo($id: ID!, $file: Upload!) {
  setLogo(input: { id: $id, file: $file }) {
    ... on Organization { id version logoUrl }
    ... on Problem { code message }
  }
}`;

export const deleteLogo = graphql(
  `
    mutation DeleteLogo($id: ID!) {
      deleteLogo(input: { id: $id }) {
        ...ProblemFields
        ... on Deleted {
          id
        }
      }
    }
  `,
  [problemFields],
);
