/** Users, their roles and their organization. */
import { genders, userStatuses } from '../../src/users/user.entity.js';
import { stateOf } from '../../src/kernel/precondition.js';
import { batched } from '../../src/graphql/loaders.js';
import { enumType } from '../builder.js';
import { NodeInterface } from '../node.js';
import { Organization, User } from '../refs.js';
import { RoleEnum } from '../status.js';
import { VERSION_DESCRIPTION } from '../mutations.js';

export const UserStatusEnum = enumType('UserStatus', {
  description: 'Whether a user may log in; those who signed up with an ApiKey alone are PENDING.',
  values: userStatuses,
});

export const GenderEnum = enumType('Gender', {
  description: 'What a user says of themselves.',
  values: genders,
});

User.implement({
  description:
    'Somebody who can log in. Administrators see the users of their organization and of those below it.',
  interfaces: [NodeInterface],
  fields: (t) => ({
    organizationId: t.exposeID('organizationId', { description: 'The organization.' }),
    organization: t.field({
      type: Organization,
      description: 'The organization.',
      resolve: ({ organizationId }) => organizationId,
    }),
    userName: t.exposeString('userName', { description: 'Name used to log in, unique across the platform.' }),
    mail: t.expose('mail', { type: 'EmailAddress', description: 'Mail address.' }),
    firstName: t.exposeString('firstName', { nullable: true, description: 'First name.' }),
    lastName: t.exposeString('lastName', { nullable: true, description: 'Last name.' }),
    status: t.field({
      type: UserStatusEnum,
      description: 'Whether the user may log in.',
      resolve: ({ status }) => status,
    }),
    hasPassword: t.exposeBoolean('hasPassword', {
      description:
        'Whether a password was set; without one the user logs in by single sign-on, or was invited and cannot log in yet.',
    }),
    hasSecondFactor: t.loadable({
      loaderOptions: batched,
      type: 'Boolean',
      description: 'Whether an authenticator or a passkey was set up.',
      load: async (ids: string[], { services, viewer }) =>
        (await services.userBatches.logInsOf(viewer, ids)).map((each) =>
          each instanceof Error ? each : each.hasSecondFactor,
        ),
      resolve: ({ id }) => id,
    }),
    usesSingleSignOn: t.loadable({
      loaderOptions: batched,
      type: 'Boolean',
      description: 'Whether a provider of single sign-on knows the user, or a directory keeps them.',
      load: async (ids: string[], { services, viewer }) =>
        (await services.userBatches.logInsOf(viewer, ids)).map((each) =>
          each instanceof Error ? each : each.usesSingleSignOn,
        ),
      resolve: ({ id }) => id,
    }),
    gender: t.field({ type: GenderEnum, description: 'As the user says.', resolve: ({ gender }) => gender }),
    roles: t.loadableList({
      loaderOptions: batched,
      type: RoleEnum,
      description: 'What the user may do.',
      load: (ids: string[], { services, viewer }) => services.userBatches.rolesOf(viewer, ids),
      resolve: ({ id }) => id,
    }),
    createdAt: t.expose('dateCreated', { type: 'DateTime', description: 'When it was made.' }),
    updatedAt: t.expose('dateModified', { type: 'DateTime', description: 'When it was last changed.' }),
    version: t.string({ description: VERSION_DESCRIPTION, resolve: (element) => stateOf(element).version }),
  }),
});
