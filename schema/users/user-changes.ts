/** Making and changing users, and giving them roles. */
import { hasRoleFor } from '../../src/access/access.js';
import { roles } from '../../src/access/permissions.js';
import type { GraphqlContext } from '../../src/graphql/context.js';
import { builder } from '../builder.js';
import { givenOrNull } from '../inputs.js';
import { arg, condition, deletion, problemMutation, seen } from '../mutations.js';
import { User } from '../refs.js';
import { RoleEnum } from '../status.js';
import { GenderEnum, UserStatusEnum } from './user.js';

const newUserFields = {
  organizationId: arg.id({ required: true, description: 'The organization.' }),
  mail: arg.field({ type: 'EmailAddress', required: true, description: 'Mail address.' }),
  userName: arg.string({ description: 'Name used to log in; the mail address when left out.' }),
  password: arg.string({ description: 'Password; without one the user asks for recovery first.' }),
  firstName: arg.string({ description: 'First name.' }),
  lastName: arg.string({ description: 'Last name.' }),
  gender: arg.field({ type: GenderEnum, description: 'UNKNOWN when left out.' }),
  roles: arg.field({
    type: [RoleEnum],
    description: 'One to three, or none beside made ones; VIEWER when both are left out.',
  }),
  madeRoleIds: arg.idList({
    description:
      'Roles that the organization made; without a fixed one, one of them is for the whole organization.',
  }),
  status: arg.field({
    type: UserStatusEnum,
    description: 'ACTIVE when left out; PENDING whatever is said when an ApiKey alone asks.',
  }),
};

const userFields = {
  organizationId: arg.id({ description: 'The organization; it stays when left out.' }),
  mail: arg.field({ type: 'EmailAddress', required: true, description: 'Mail address.' }),
  userName: arg.string({ description: 'Name used to log in; the mail address when left out.' }),
  firstName: arg.string({ description: 'First name.' }),
  lastName: arg.string({ description: 'Last name.' }),
  gender: arg.field({ type: GenderEnum, description: 'UNKNOWN when left out.' }),
  status: arg.field({ type: UserStatusEnum, description: 'It stays when left out.' }),
};

const UserPatch = builder.inputType('UserPatch', {
  description: 'What to change of a user; users may set their own password.',
  fields: (t) => ({
    organizationId: t.id({ description: 'The organization to move the user to.' }),
    mail: t.field({ type: 'EmailAddress', description: 'Mail address.' }),
    userName: t.string({ description: 'Name used to log in; null makes it the mail address.' }),
    firstName: t.string({ description: 'First name; null empties it.' }),
    lastName: t.string({ description: 'Last name; null empties it.' }),
    gender: t.field({ type: GenderEnum, description: 'Gender.' }),
    status: t.field({ type: UserStatusEnum, description: 'Whether the user may log in.' }),
    password: t.string({ description: 'New password; it ends the user’s logins.' }),
  }),
});

builder.queryField('roles', (t) =>
  t.field({
    type: [RoleEnum],
    description: 'Every role there is.',
    resolve: (_root, _args, { services, viewer }) => [...services.roles.list(viewer)],
  }),
);

/** A token of somebody who may create users counts before an ApiKey; without either it is nobody. */
function creatorOf({ viewer, keyHolder }: GraphqlContext) {
  if (hasRoleFor(viewer, 'user:write')) return viewer;
  return keyHolder.kind === 'anonymous' ? viewer : keyHolder;
}

problemMutation('createUser', {
  type: User,
  description:
    'Makes a user. Administrators do so with their token; with the ApiKey header alone the user is a PENDING VIEWER until an administrator says otherwise.',
  args: newUserFields,
  resolve: (user, context) => context.services.users.create(creatorOf(context), user),
});

problemMutation('replaceUser', {
  type: User,
  description: 'Sets every member of a user but the password; what is left out becomes empty.',
  args: {
    id: arg.id({ required: true, description: 'Guid of the user.' }),
    ...userFields,
    ...condition,
  },
  resolve: ({ id, ifVersion, ...user }, { services, viewer }) =>
    services.users.replace(viewer, id, user, seen(ifVersion)),
});

problemMutation('updateUser', {
  type: User,
  description: 'Changes the given members of a user.',
  args: {
    id: arg.id({ required: true, description: 'Guid of the user.' }),
    patch: arg.field({ type: UserPatch, required: true, description: 'What to change.' }),
    ...condition,
  },
  resolve: ({ id, patch, ifVersion }, { services, viewer }) => {
    const changes = givenOrNull(patch, ['userName', 'firstName', 'lastName']);
    return services.users.patch(viewer, id, changes, seen(ifVersion));
  },
});

deletion('deleteUser', {
  may: ['input'],
  description: 'Deletes a user with its roles and logins.',
  idDescription: 'Guid of the user.',
  work: ({ services, viewer }, id, precondition) => services.users.delete(viewer, id, precondition),
});

for (const [name, description, verb] of [
  ['assignRole', `Gives a user a role (${roles.join(', ')}).`, 'assign'],
  ['revokeRole', 'Takes a role from a user.', 'revoke'],
] as const) {
  problemMutation(name, {
    cannot: verb === 'assign' ? ['input'] : [],
    type: User,
    description,
    args: {
      userId: arg.id({ required: true, description: 'Guid of the user.' }),
      role: arg.field({ type: RoleEnum, required: true, description: 'The role.' }),
    },
    resolve: async ({ userId, role }, { services, viewer }) => {
      await services.roles[verb](viewer, userId, role);
      return services.users.get(viewer, userId);
    },
  });
}
