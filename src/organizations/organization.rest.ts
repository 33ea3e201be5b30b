import { z } from 'zod';
import { nodeStateOf } from '../kernel/precondition.js';
import { created, ok } from '../rest/platform/answer.js';
import { deleteRoute, patchRoute, replaceRoute, changeRoute } from '../rest/platform/change-routes.js';
import type { Call } from '../rest/platform/call.js';
import { optional, text } from '../rest/shared/members.js';
import { route, type Route } from '../rest/platform/route.js';
import { organizationView } from '../tree/tree.view.js';
import { withForm } from '../rest/platform/platform-form.js';

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

const newOrganization = z.object({
  LanguageCode: text,
  Name: text,
  ParentId: text,
  TimeZone: optional(text),
});
/** The top of a tree has no parent, and is sent back as it was read. */
const wholeOrganization = newOrganization.extend({ Id: optional(text), ParentId: text.nullable() });
const changedOrganization = z.object({
  Id: optional(text),
  LanguageCode: optional(text),
  Name: optional(text),
  ParentId: optional(text),
  TimeZone: optional(text),
});

async function update(
  call: Call,
  body: z.output<typeof changedOrganization> | z.output<typeof wholeOrganization>,
) {
  const patch = {
    languageCode: body.LanguageCode,
    name: body.Name,
    parentId: body.ParentId,
    timeZone: body.TimeZone,
  };
  const { organizations } = call.services;
  await organizations.update(call.viewer, call.id('organization', body.Id), patch, call.precondition);
}

export const organizationRoutes: readonly Route[] = [
  route(
    'POST',
    '/api/organizations',
    'Create an organization below another',
    async (call) => {
      const { LanguageCode, Name, ParentId, TimeZone } = await call.members(newOrganization);
      const input = { languageCode: LanguageCode, name: Name, parentId: ParentId, timeZone: TimeZone };
      return created(
        organizationView.of(await call.services.organizations.create(call.viewer, input), call.urlOf),
      );
    },
    { body: newOrganization, answer: organizationView.shape },
  ),
  route(
    'GET',
    '/api/organizations/:id?',
    'Read an organization, or list those within reach',
    async (call) => {
      const id = call.givenId('organization');
      if (id === null) {
        const filter = { parentId: call.query.get('parentId') };
        const organizations = await call.services.organizations.list(call.viewer, filter);
        return ok(organizations.map((organization) => organizationView.of(organization, call.urlOf)));
      }
      const options = { countPictures: call.query.flag('GetPicturesCount') ?? false };
      const organization = await call.services.organizations.get(call.viewer, id, options);
      return ok(organizationView.of(organization, call.urlOf), nodeStateOf(organization));
    },
    {
      query: {
        GetPicturesCount: 'true counts the pictures again',
        parentId: 'Without an id: only those directly below this organization',
      },
      answer: z.union([organizationView.shape, z.array(organizationView.shape)]),
    },
  ),
  replaceRoute(
    '/api/organizations/:id?',
    'Replace LanguageCode, Name and ParentId of an organization',
    wholeOrganization,
    update,
  ),
  patchRoute(
    '/api/organizations/:id?',
    'Change LanguageCode, Name or ParentId of an organization',
    changedOrganization,
    update,
  ),
  route(
    'POST',
    '/api/organizations/:id/ApiKey',
    'Replace the ApiKey of an organization; the old one is refused at once',
    async (call) => {
      const organization = await call.services.organizations.rotateApiKey(
        call.viewer,
        call.id('organization'),
      );
      return created(organizationView.of(organization, call.urlOf));
    },
    { answer: organizationView.shape },
  ),
  deleteRoute(
    '/api/organizations/:id?',
    'Delete an organization; ?deletechildren=true with all below',
    async (call) => {
      const deleteChildren = call.query.flag('deletechildren') ?? false;
      const { organizations } = call.services;
      const organizationId = call.id('organization');
      await organizations.delete(call.viewer, organizationId, { deleteChildren }, call.precondition);
    },
    { query: { deletechildren: 'true deletes everything below it, too' } },
  ),
];
