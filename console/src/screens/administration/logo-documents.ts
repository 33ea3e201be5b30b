/** Setting and removing the logo of an organization. */
import { graphql, problemFields } from '../../api/graphql';

/** Sent with its file by `sendUpload`. */
export const SET_LOGO = `mutation SetLogo($id: ID!, $file: Upload!) {
  setLogo(id: $id, file: $file) {
    ... on Organization { id version logoUrl }
    ... on Problem { code message }
  }
}`;

export const deleteLogo = graphql(
  `
    mutation DeleteLogo($id: ID!) {
      deleteLogo(id: $id) {
        ...ProblemFields
        ... on MutationDeleteLogoSuccess {
          data
        }
      }
    }
  `,
  [problemFields],
);
