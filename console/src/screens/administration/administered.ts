/** The organization that the administration is about: the user's own, or one below it. */
import { createContext, useContext } from 'react';
import { graphql, type ResultOf } from '../../api/graphql';

export const administeredQuery = graphql(`
  query AdministeredPlace($id: ID!) {
    organization(id: $id) {
      id
      name
      timeZone
      languageCode
      path {
        id
        name
        type
      }
      organizations(first: 100) {
        nodes {
          id
          name
        }
      }
    }
  }
`);

export type AdministeredOrganization = ResultOf<typeof administeredQuery>['organization'];

const Administered = createContext<AdministeredOrganization | null>(null);
export const AdministeredProvider = Administered.Provider;

/** Only for the tabs of the administration that are about an organization. */
export function useAdministered(): AdministeredOrganization {
  const organization = useContext(Administered);
  if (organization === null) throw new Error('This part is about an organization.');
  return organization;
}
