/** An organization with an administrator, made for each test, so that no test sees another's content. */
import { operator, type Viewer } from '../../src/access/viewer.js';
import type { Services } from '../../src/app/services.js';
import { newId } from '../../src/kernel/ids.js';
import type { OrganizationView } from '../../src/documents/views.js';

export interface Publisher {
  readonly organization: OrganizationView;
  readonly viewer: Viewer;
}

export async function newPublisher(
  services: Services,
  contract: { accountType?: 'Prepaid' | 'Unlimited'; totalCredit?: number; languageCode?: string } = {},
): Promise<Publisher> {
  const organization = await services.organizations.create(operator, {
    name: 'Publisher',
    languageCode: 'en-US',
    ...contract,
  });
  const viewer: Viewer = {
    kind: 'user',
    userId: newId(),
    userName: 'editor@example.org',
    organizationId: organization.id,
    organizationPath: `${organization.id}/`,
    roles: new Set(['Administrator']),
    isWebApiAuthorized: true,
  };
  return { organization, viewer };
}
