import { withForm } from '../platform-form.js';
import { changeRoute } from '../change-routes.js';
import type { Route } from '../route.js';

const organizationId = { organizationId: 'The organization, where the path does not name it' };

export const logoRoutes: readonly Route[] = [
  changeRoute(
    'PUT',
    '/api/Logo/:id?',
    'Set the logo of an organization',
    async (call) => {
      const id = call.id('organization');
      await withForm(call, (form) => call.services.organizations.setLogo(call.viewer, id, form.file));
    },
    { form: {}, query: organizationId },
  ),
  changeRoute(
    'DELETE',
    '/api/Logo/:id?',
    'Delete the logo of an organization',
    (call) => call.services.organizations.deleteLogo(call.viewer, call.id('organization')),
    { query: organizationId },
  ),
];
