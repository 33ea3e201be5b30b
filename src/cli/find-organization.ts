import { operator } from '../access/viewer.js';
import { badInput, notFound } from '../kernel/errors.js';
import { isId } from '../kernel/ids.js';
import type { OrganizationService } from '../organizations/organization.service.js';
import type { OrganizationView } from '../documents/views.js';

/**
 * The organization that a person means by an id or by a name.
 *
 * @throws LoupeError NOT_FOUND, or BAD_USER_INPUT when several have the name
 */
export async function findOrganization(
  organizations: OrganizationService,
  text: string,
): Promise<OrganizationView> {
  if (isId(text)) return organizations.get(operator, text);
  const named = (await organizations.list(operator)).filter(({ name }) => name === text);
  if (named.length > 1) {
    throw badInput('organization', `${named.length} are called "${text}"; give the id (loupe org list)`);
  }
  const [found] = named;
  if (found === undefined) throw notFound(`Organization "${text}"`);
  return found;
}
