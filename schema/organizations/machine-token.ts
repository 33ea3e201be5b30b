/** Machine tokens: what programs show instead of somebody's password. For administrators. */
import { type ScopeFacts, scopeFacts } from '../../src/access/scopes.js';
import type {
  MachineTokenView,
  MadeMachineToken,
} from '../../src/users/machine-tokens/machine-token.service.js';
import { isOfFolders } from '../../src/users/made-roles/made-role.rules.js';
import type { TokenUse } from '../../src/users/machine-tokens/token-uses.js';
import { builder, enumType } from '../builder.js';
import { given } from '../inputs.js';
import { arg, idDeletion, problemMutation } from '../mutations.js';
import { Organization } from '../refs.js';
import { RoleEnum } from '../status.js';

const facts = scopeFacts();

/** `content:write` is spelled CONTENT_WRITE. */
const nameOf = ({ scope }: ScopeFacts): string =>
  scope.replace(/:(.)/, (_, letter: string) => letter.toUpperCase());

export const MachineScope = enumType('MachineScope', {
  description:
    'What a program may do with a machine token, and what a role that an organization makes allows.',
  values: Object.fromEntries(
    facts.map((each) => [nameOf(each), { value: each.scope, description: descriptionOf(each) }]),
  ),
});

function descriptionOf({ words, brings }: ScopeFacts): string {
  const more = brings.length === 0 ? '' : ` Brings ${brings.join(' and ')}.`;
  return `It may ${words}.${more}`;
}

const MachineTokenUse = builder.objectRef<TokenUse>('MachineTokenUse').implement({
  description: 'Requests that carried a machine token, on one day and from one network address.',
  fields: (t) => ({
    day: t.exposeString('day', { description: 'YYYY-MM-DD, UTC.' }),
    address: t.exposeString('address', {
      description: 'Network address of the program; “elsewhere” beyond a hundred of them on a day.',
    }),
    count: t.exposeInt('count', { description: 'How many.' }),
    lastAt: t.expose('dateLast', { type: 'DateTime', description: 'When the last of them came.' }),
  }),
});

const MachineToken = builder.objectRef<MachineTokenView>('MachineToken').implement({
  description:
    'What a program sends as Authorization: Bearer. It may do what both its scopes and the roles of its owner allow, in its place and below.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Guid of the token.' }),
    name: t.exposeString('name', { description: 'Which program it is for.' }),
    placeId: t.exposeID('placeId', { description: 'The organization or folder that it reaches.' }),
    placeName: t.exposeString('placeName', { description: 'Name of that organization or folder.' }),
    ownerId: t.exposeID('ownerId', { description: 'The user who answers for it; it ends with them.' }),
    ownerName: t.exposeString('ownerName', { description: 'User name of the owner.' }),
    scopes: t.field({
      type: [MachineScope],
      description: 'What it may do, with what its scopes bring.',
      resolve: ({ scopes }) => [...scopes],
    }),
    lostScopes: t.stringList({
      description: 'Scopes that it was made with and that are no longer known; they allow nothing.',
      resolve: ({ lostScopes }) => [...lostScopes],
    }),
    createdAt: t.expose('dateCreated', { type: 'DateTime', description: 'When it was made.' }),
    expiresAt: t.expose('dateExpires', { type: 'DateTime', description: 'When it stops working.' }),
    uses: t.field({
      type: [MachineTokenUse],
      description: 'Uses of the last 90 days, the newest first.',
      resolve: ({ uses }) => [...uses],
    }),
  }),
});

const MadeToken = builder.objectRef<MadeMachineToken>('CreatedMachineToken').implement({
  description: 'A new machine token with its secret.',
  fields: (t) => ({
    token: t.field({ type: MachineToken, description: 'The token.', resolve: ({ token }) => token }),
    secret: t.exposeString('secret', {
      description: 'What the program sends as Authorization: Bearer. It is shown once.',
    }),
  }),
});

builder.objectField(Organization, 'machineTokens', (t) =>
  t.field({
    type: [MachineToken],
    description: 'Machine tokens of the organization and of its folders, 50 at most. For administrators.',
    complexity: { field: 5, multiplier: 5 },
    resolve: async ({ id }, _args, { services, viewer }) => [
      ...(await services.machineTokens.list(viewer, id)),
    ],
  }),
);

const ScopeType = builder.objectRef<ScopeFacts>('MachineScopeFacts').implement({
  description: 'A scope of machine tokens, and who may give it.',
  fields: (t) => ({
    scope: t.field({ type: MachineScope, description: 'The scope.', resolve: ({ scope }) => scope }),
    brings: t.field({
      type: [MachineScope],
      description: 'Scopes that come with it.',
      resolve: ({ brings }) => [...brings],
    }),
    roles: t.field({
      type: [RoleEnum],
      description: 'Owners need one of these roles, or it allows nothing.',
      resolve: ({ roles }) => [...roles],
    }),
    isOfFolders: t.boolean({
      description: 'Whether made roles of folders may have it; those of the whole organization may have all.',
      resolve: ({ scope }) => isOfFolders(scope),
    }),
  }),
});

builder.queryField('machineScopes', (t) =>
  t.field({
    type: [ScopeType],
    description: 'Scopes that machine tokens may have.',
    resolve: () => [...facts],
  }),
);

builder.queryField('ownMachineToken', (t) =>
  t.field({
    type: MachineToken,
    nullable: true,
    description: 'The machine token that the request carries, without its uses; null where it carries none.',
    resolve: (_root, _args, { services, viewer }) => services.machineTokens.own(viewer),
  }),
);

problemMutation('createMachineToken', {
  type: MadeToken,
  description: 'Makes a machine token that you own. Its secret is shown once.',
  args: {
    placeId: arg.id({ required: true, description: 'An organization, or a folder that it is limited to.' }),
    name: arg.string({ required: true, description: 'Which program it is for, 1–100 characters.' }),
    scopes: arg.field({ type: [MachineScope], required: true, description: 'What it may do.' }),
    days: arg.int({ description: 'Days until it expires, 1–366; 90 when left out.' }),
  },
  resolve: ({ placeId, name, scopes, ...others }, { services, viewer }) =>
    services.machineTokens.create(viewer, { placeId, name, scopes, ...given(others) }),
});

idDeletion('revokeMachineToken', {
  description: 'Revokes a machine token: from now on it opens nothing.',
  idDescription: 'Guid of the token.',
  work: ({ services, viewer }, id) => services.machineTokens.revoke(viewer, id),
});
