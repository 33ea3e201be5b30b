/** Roles that an organization makes, and what somebody may do by their roles. */
import { grantedScopes } from '../../src/users/machine-tokens/machine-token.rules.js';
import type { MadeRoleView } from '../../src/users/made-roles/made-role.service.js';
import type { Right } from '../../src/users/made-roles/made-role.rules.js';
import { batched } from '../../src/graphql/loaders.js';
import { stateOf } from '../../src/kernel/precondition.js';
import { builder } from '../builder.js';
import { given } from '../inputs.js';
import { arg, condition, Deleted, problemMutation, seen, VERSION_DESCRIPTION } from '../mutations.js';
import { MachineScope } from '../organizations/machine-token.js';
import { Organization, User } from '../refs.js';
import { RoleEnum } from '../status.js';

export const RightType = builder.objectRef<Right>('Right').implement({
  description: 'Something that somebody may do.',
  fields: (t) => ({
    subject: t.exposeString('subject', { description: 'What it is about, such as content.' }),
    operation: t.exposeString('operation', {
      description: 'The operation of the access table, such as content:write.',
    }),
    words: t.exposeString('words', { description: 'What it is, after “may”.' }),
    placeIds: t.idList({
      nullable: true,
      description: 'Folders that it is limited to; null for everything that the user reaches.',
      resolve: ({ placeIds }) => (placeIds === null ? null : [...placeIds]),
    }),
  }),
});

const MadeRole = builder.objectRef<MadeRoleView>('MadeRole').implement({
  description: 'A role that an organization made. It adds to what the other roles of its holders allow.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Guid of the role.' }),
    name: t.exposeString('name', { description: 'Its name, one of a kind in the organization.' }),
    operations: t.field({
      type: [MachineScope],
      description: 'What it was made of.',
      resolve: ({ operations }) => grantedScopes(operations).filter((each) => operations.includes(each)),
    }),
    placeIds: t.idList({
      nullable: true,
      description: 'Folders that it is limited to; null for the whole organization.',
      resolve: ({ placeIds }) => (placeIds === null ? null : [...placeIds]),
    }),
    holderCount: t.loadable({
      loaderOptions: batched,
      type: 'Int',
      description: 'Users who have it.',
      load: (ids: string[], { services }) => services.madeRoleBatches.holderCounts(ids),
      resolve: ({ id }) => id,
    }),
    holders: t.loadableList({
      loaderOptions: batched,
      type: User,
      description: 'The first 20 who have it, by user name. For administrators.',
      load: (ids: string[], { services }) => services.madeRoleBatches.holders(ids),
      resolve: ({ id }) => id,
    }),
    version: t.string({ description: VERSION_DESCRIPTION, resolve: (role) => stateOf(role).version }),
  }),
});

builder.objectField(Organization, 'madeRoles', (t) =>
  t.field({
    type: [MadeRole],
    description: 'Roles that it made, 100 at most. For administrators.',
    complexity: { field: 5, multiplier: 5 },
    resolve: async ({ id }, _args, { services, viewer }) => [...(await services.madeRoles.list(viewer, id))],
  }),
);

builder.objectFields(User, (t) => ({
  madeRoles: t.loadableList({
    loaderOptions: batched,
    type: MadeRole,
    description: 'Roles of the organization that the user has beside the fixed ones.',
    load: (ids: string[], { services, viewer }) => services.madeRoleBatches.ofUsers(viewer, ids),
    resolve: ({ id }) => id,
  }),
  rights: t.loadableList({
    loaderOptions: batched,
    type: RightType,
    description: 'What the user may do by all roles.',
    load: (ids: string[], { services, viewer }) => services.madeRoleBatches.rightsOf(viewer, ids),
    resolve: ({ id }) => id,
  }),
}));

builder.queryField('previewRights', (t) =>
  t.field({
    type: [RightType],
    description:
      'What somebody of an organization could do with some roles, and with one that is not made yet.',
    args: {
      organizationId: t.arg.id({ required: true, description: 'Guid of the organization.' }),
      roles: t.arg({ type: [RoleEnum], description: 'Fixed roles.' }),
      madeRoleIds: t.arg.idList({ description: 'Roles of the organization.' }),
      operations: t.arg({ type: [MachineScope], description: 'Of a role that is not made yet.' }),
      placeIds: t.arg.idList({ description: 'Folders that this one is limited to.' }),
    },
    resolve: async (_root, { organizationId, roles, madeRoleIds, operations, placeIds }, context) => [
      ...(await context.services.madeRoles.preview(context.viewer, organizationId, {
        roles: roles ?? [],
        madeRoleIds: madeRoleIds ?? [],
        planned: operations == null ? null : { operations: [...operations], placeIds },
      })),
    ],
  }),
);

problemMutation('createMadeRole', {
  type: MadeRole,
  description: 'Makes a role of an organization, of operations that you may do yourself. For administrators.',
  args: {
    organizationId: arg.id({ required: true, description: 'Guid of the organization.' }),
    name: arg.string({ required: true, description: 'Its name, 1 to 100 characters.' }),
    operations: arg.field({
      type: [MachineScope],
      required: true,
      description: 'What it allows; more comes with it, as to scopes.',
    }),
    placeIds: arg.idList({
      description: 'Folders that it is limited to; the whole organization when left out.',
    }),
  },
  resolve: ({ organizationId, ...role }, { services, viewer }) =>
    services.madeRoles.create(viewer, organizationId, role),
});

problemMutation('updateMadeRole', {
  type: MadeRole,
  description: 'Changes a role, for all who have it, at once. For administrators.',
  args: {
    id: arg.id({ required: true, description: 'Guid of the role.' }),
    name: arg.string({ description: 'Its name.' }),
    operations: arg.field({ type: [MachineScope], description: 'What it allows.' }),
    placeIds: arg.idList({ description: 'Folders that it is limited to; null for the whole organization.' }),
    ...condition,
  },
  resolve: ({ id, placeIds, ifVersion, ...others }, { services, viewer }) => {
    const patch = { ...given(others), ...(placeIds === undefined ? {} : { placeIds }) };
    return services.madeRoles.update(viewer, id, patch, seen(ifVersion));
  },
});

problemMutation('deleteMadeRole', {
  type: Deleted,
  description:
    'Deletes a role. Where users have it, say what they get instead, or that it is taken from them. For administrators.',
  args: {
    id: arg.id({ required: true, description: 'Guid of the role.' }),
    replacementId: arg.id({ description: 'A role of the organization that they get instead.' }),
    takeAway: arg.boolean({ description: 'Whether it may be taken from them without another one.' }),
  },
  resolve: async ({ id, ...fate }, { services, viewer }) => {
    await services.madeRoles.delete(viewer, id, fate);
    return { id };
  },
});

for (const [name, description, verb] of [
  ['assignMadeRole', 'Gives a user a role that the organization made. For administrators.', 'assign'],
  ['revokeMadeRole', 'Takes a role that the organization made from a user. For administrators.', 'revoke'],
] as const) {
  problemMutation(name, {
    type: User,
    description,
    args: {
      userId: arg.id({ required: true, description: 'Guid of the user.' }),
      roleId: arg.id({ required: true, description: 'Guid of the role.' }),
    },
    resolve: async ({ userId, roleId }, { services, viewer }) => {
      await services.madeRoles[verb](viewer, userId, roleId);
      return services.users.get(viewer, userId);
    },
  });
}
