/** Contracts and page credits. */
import type { AccountView } from '../src/accounts/views.js';
import { creditDirections } from '../src/credits/credit-transfer.entity.js';
import { builder } from './builder.js';
import { arg, problemMutation } from './mutations.js';
import { AccountTypeEnum } from './organization.js';
import { Organization } from './refs.js';

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

const CreditDirection = builder.enumType('CreditDirection', {
  description: 'Which way credits go: Give to the other organization, or Take from it.',
  values: creditDirections,
});

problemMutation('transferCredit', {
  type: Organization,
  description: 'Moves page credits between your organization and another one; answers the other one.',
  args: {
    organizationId: arg.id({ required: true, description: 'The other organization.' }),
    amount: arg.int({ required: true, description: 'Pages, at least 1.' }),
    direction: arg({ type: CreditDirection, required: true, description: 'Which way they go.' }),
  },
  resolve: async ({ organizationId, amount, direction }, { services, viewer }) => {
    await services.credits.transfer(viewer, { organizationId, amount, direction });
    return services.organizations.get(viewer, organizationId);
  },
});
