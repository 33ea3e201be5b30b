/** Users and their roles. Creation and password recovery ask for an ApiKey only. */
import { z } from 'zod';
import { stateOf } from '../kernel/precondition.js';
import { genders, userStatuses } from './user.entity.js';
import { badInput } from '../kernel/errors.js';
import { created, noContent, ok } from '../rest/platform/answer.js';
import { changeRoute, deleteRoute, patchRoute, replaceRoute } from '../rest/platform/change-routes.js';
import type { Call } from '../rest/platform/call.js';
import { nullable, oneOf, optional, text } from '../rest/shared/members.js';
import { listRoute, route, type Route } from '../rest/platform/route.js';
import { passwordAddress } from './sessions/login-address.js';
import { passwordLinkView, roleView, userView } from './user.view.js';

const person = {
  UserName: nullable(text),
  Mail: text,
  FirstName: nullable(text),
  LastName: nullable(text),
  Status: optional(oneOf(userStatuses)),
  Gender: optional(oneOf(genders)),
};
const newUser = z.object({
  OrganizationId: text,
  Password: nullable(text),
  ...person,
  Roles: optional(z.array(text)),
});
const wholeUser = z.object({ Id: optional(text), OrganizationId: optional(text), ...person });
const changedUser = z.object({
  Id: optional(text),
  OrganizationId: optional(text),
  Password: optional(text),
  ...person,
  Mail: optional(text),
});
const recovery = z.object({ Mail: text });
const reset = z.object({ Token: text, Password: text });

type Person = Omit<z.output<typeof changedUser>, 'Id' | 'OrganizationId' | 'Password'>;

function personInput<P extends Person>(body: P) {
  return {
    userName: body.UserName,
    mail: body.Mail as P['Mail'],
    firstName: body.FirstName,
    lastName: body.LastName,
    status: body.Status,
    gender: body.Gender,
  };
}

function userAndRole(call: Call) {
  const userId = call.param('userId');
  const role = call.param('role');
  if (userId === null || role === null) throw badInput('Role', 'is missing from the path');
  return [userId, role] as const;
}

export const userRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/api/Users',
    authentication: 'tokenOrApiKey',
    summary: 'Create a user; with an ApiKey alone the user waits for an administrator',
    body: newUser,
    answer: userView.shape,
    statuses: { 409: 'The user name is taken' },
    handle: async (call) => {
      const body = await call.members(newUser);
      const input = {
        ...personInput(body),
        organizationId: body.OrganizationId,
        password: body.Password,
        roles: body.Roles,
      };
      return created(userView.of(await call.services.users.create(call.viewer, input)));
    },
  },
  {
    method: 'POST',
    path: '/api/Users/PasswordRecovery',
    authentication: 'apiKey',
    summary: 'Send a mail with a code to the users of an address',
    body: recovery,
    handle: async (call) => {
      const { Mail } = await call.members(recovery);
      await call.services.users.recoverPassword(call.viewer, Mail);
      return noContent;
    },
  },
  {
    method: 'POST',
    path: '/api/Users/PasswordReset',
    authentication: 'none',
    summary: 'Set a new password by the code of a mail',
    body: reset,
    handle: async (call) => {
      const { Token, Password } = await call.members(reset);
      await call.services.users.resetPassword(Token, Password);
      return noContent;
    },
  },
  route(
    'GET',
    '/api/Users/:id?',
    'Read a user; ?organizationId= lists those of an organization',
    async (call) => {
      const id = call.givenId('user');
      if (id !== null) {
        const user = await call.services.users.get(call.viewer, id);
        return ok(userView.of(user), stateOf(user));
      }
      const organizationId = call.query.required('organizationId');
      return ok((await call.services.users.list(call.viewer, { organizationId })).map(userView.of));
    },
    {
      query: { organizationId: 'Without an id: lists the users of this organization' },
      answer: z.union([userView.shape, z.array(userView.shape)]),
    },
  ),
  replaceRoute(
    '/api/Users/:id?',
    'Replace a user, but for the password',
    wholeUser,
    async (call, body) => {
      const input = { ...personInput(body), organizationId: body.OrganizationId };
      await call.services.users.replace(call.viewer, call.id('user', body.Id), input, call.precondition);
    },
    { statuses: { 409: 'The user name is taken' } },
  ),
  patchRoute(
    '/api/Users/:id?',
    'Change what is given of a user',
    changedUser,
    async (call, { Id, OrganizationId, Password, ...body }) => {
      const patch = { ...personInput(body), organizationId: OrganizationId, password: Password };
      await call.services.users.patch(call.viewer, call.id('user', Id), patch, call.precondition);
    },
    {
      statuses: { 409: 'The user name is taken' },
    },
  ),
  deleteRoute('/api/Users/:id?', 'Delete a user', (call) =>
    call.services.users.delete(call.viewer, call.id('user'), call.precondition),
  ),
  route(
    'POST',
    '/api/Users/:userId/PasswordLink',
    'Make a link with which an active user sets a password once',
    async (call) => {
      const { code, dateExpires } = await call.services.passwordLinks.create(
        call.viewer,
        call.param('userId') ?? '',
      );
      return created(passwordLinkView.of({ url: passwordAddress(call.baseUrl, code), dateExpires }));
    },
    { answer: passwordLinkView.shape },
  ),
  listRoute(
    '/api/Users/:userId/Roles',
    'List the roles of a user',
    (call) => call.services.roles.rolesOf(call.viewer, call.param('userId') ?? ''),
    roleView,
  ),
  changeRoute('PUT', '/api/Users/:userId/Roles/:role', 'Give a role to a user', (call) =>
    call.services.roles.assign(call.viewer, ...userAndRole(call)),
  ),
  changeRoute('DELETE', '/api/Users/:userId/Roles/:role', 'Take a role from a user', (call) =>
    call.services.roles.revoke(call.viewer, ...userAndRole(call)),
  ),
  route(
    'GET',
    '/api/Roles',
    'List the roles there are',
    async (call) => ok(call.services.roles.list(call.viewer).map((role) => roleView.of(role))),
    { answer: z.array(roleView.shape) },
  ),
];
