/** Contracts and page credits. */
import type { AccountView } from '../../src/users/views.js';
import { creditDirections } from '../../src/credits/credit-movements.entity.js';
import { connectionComplexity } from '../../src/graphql/complexity.js';
import type { CreditMovement } from '../../src/users/credit-history.js';
import type { Use } from '../../src/credits/limits/organization-limits.js';
import { builder, enumType } from '../builder.js';
import { connectionOf, keysetConnection } from '../connection.js';
import { arg, problemMutation } from '../mutations.js';
import { AccountTypeEnum } from './organization.js';
import { Organization } from '../refs.js';

const UseType = builder.objectRef<Use>('LimitedUse').implement({
  description: 'How much is used of what the operator allows.',
  fields: (t) => ({
    used: t.exposeFloat('used', { description: 'How much is used.' }),
    limit: t.exposeFloat('limit', {
      nullable: true,
      description: 'How much is allowed; null for as much as they like.',
    }),
  }),
});

const Account = builder.objectRef<AccountView>('Account').implement({
  description: 'The contract of an organization, and how much of it is used.',
  fields: (t) => ({
    organizationId: t.exposeID('organizationId', { description: 'The organization.' }),
    validityDate: t.expose('validityDate', {
      type: 'DateTime',
      nullable: true,
      description: 'End of the contract; null when it has none.',
    }),
    activePages: t.exposeInt('activePages', { description: 'Pages that can be recognized now.' }),
    activationCumul: t.exposeInt('activationCumul', { description: 'Pages activated at least once.' }),
    accountType: t.field({
      type: AccountTypeEnum,
      description: 'Kind of contract.',
      resolve: ({ accountType }) => accountType,
    }),
    remainingCredit: t.exposeInt('remainingCredit', {
      nullable: true,
      description: 'Pages that can still be activated; null when the contract does not count them.',
    }),
    storageBytes: t.field({
      type: UseType,
      description: 'Bytes of its files, those in the trash, too.',
      resolve: async ({ organizationId }, _args, { services, viewer }) =>
        (await services.accounts.uses(viewer, organizationId)).storageBytes,
    }),
    scansThisMonth: t.field({
      type: UseType,
      description: 'Scans of this month (UTC); counted only where there is a limit.',
      resolve: async ({ organizationId }, _args, { services, viewer }) =>
        (await services.accounts.uses(viewer, organizationId)).scansAMonth,
    }),
  }),
});

builder.queryField('account', (t) =>
  t.field({
    type: Account,
    description: 'The contract of an organization. For administrators.',
    args: { organizationId: t.arg.id({ required: true, description: 'Guid of the organization.' }) },
    resolve: (_root, { organizationId }, { services, viewer }) =>
      services.accounts.get(viewer, organizationId),
  }),
);

const CreditDirection = enumType('CreditDirection', {
  description: 'Which way credits go: GIVE to the other organization, or TAKE from it.',
  values: creditDirections,
});

problemMutation('transferCredit', {
  may: ['credit'],
  type: Organization,
  description: 'Moves page credits between your organization and another one; answers the other one.',
  args: {
    organizationId: arg.id({ required: true, description: 'The other organization.' }),
    amount: arg.int({ required: true, description: 'Pages, at least 1.' }),
    direction: arg.field({ type: CreditDirection, required: true, description: 'Which way they go.' }),
  },
  resolve: async ({ organizationId, amount, direction }, { services, viewer }) => {
    await services.credits.transfer(viewer, { organizationId, amount, direction });
    return services.organizations.get(viewer, organizationId);
  },
});

const CreditMovementType = builder.objectRef<CreditMovement>('CreditMovement').implement({
  description: 'Page credits that came or went.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Guid of the movement.' }),
    createdAt: t.expose('date', { type: 'DateTime', description: 'When.' }),
    amount: t.exposeInt('amount', { description: 'Pages: above 0 they came in, below 0 they went out.' }),
    otherName: t.exposeString('otherName', {
      nullable: true,
      description: 'The organization at the other end; null for one that you may not see, and for none.',
    }),
    userName: t.exposeString('userName', {
      nullable: true,
      description: 'Who moved them; null for the operator, and for users who are gone.',
    }),
  }),
});

const [CreditMovementConnection, CreditMovementEdge] = connectionOf(
  CreditMovementType,
  'CreditMovement',
  'movements of credits',
);

builder.objectField(Organization, 'creditMovements', (t) =>
  t.connection(
    {
      type: CreditMovementType,
      description: 'How its page credits came and went, newest first. For administrators.',
      complexity: connectionComplexity,
      resolve: ({ id }, args, { services, viewer }) =>
        keysetConnection({
          args,
          order: 'Newest',
          valuesOf: (movement: CreditMovement) => [movement.id],
          read: (keyset) => services.creditHistory.page(viewer, id, keyset),
          count: () => services.creditHistory.count(viewer, id),
        }),
    },
    CreditMovementConnection,
    CreditMovementEdge,
  ),
);
