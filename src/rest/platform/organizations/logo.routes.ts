import { noContent } from '../answer.js';
import { withForm } from '../platform-form.js';
import { route, type Route } from '../route.js';

const organizationId = { organizationId: 'The organization, where the path does not name it' };

export const logoRoutes: readonly Route[] = [
  route(
    'PUT',
    '/api/Logo/:id?',
    'Set the logo of an organization',
    async (call) => {
      const id = call.id('organization');
      await withForm(call, (form) => call.services.organizations.setLogo(call.viewer, id, form.file));
      return noContent;
    },
    { form: {}, query: organizationId },
  ),
  route(
    'DELETE',
    '/api/Logo/:id?',
    'Delete the logo of an organization',
    async (call) => {
      await call.services.organizations.deleteLogo(call.viewer, call.id('organization'));
      return noContent;
    },
    { query: organizationId },
  ),
];
