/** The language of an organization: what is made in it begins in that one. */
import type { EntityManager } from '../db/database.js';
import { Organization } from '../organizations/organization.entity.js';

export async function languageOfOrganization(em: EntityManager, organizationId: string): Promise<string> {
  return (await em.findOneOrFail(Organization, { id: organizationId })).languageCode;
}
