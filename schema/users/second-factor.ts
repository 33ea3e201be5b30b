/** Second factors: the own ones, and what administrators ask for. */
import type { GraphqlContext } from '../../src/graphql/context.js';
import type { SecondFactorRuleView } from '../../src/users/second-factors/factor-rule.service.js';
import { siteOf } from '../../src/users/second-factors/passkeys.js';
import type { AddedFactor, SecondFactorsView } from '../../src/users/second-factors/second-factor.service.js';
import { builder } from '../builder.js';
import { arg, Done, idDeletion, problemMutation } from '../mutations.js';
import { Organization } from '../refs.js';
import { RoleEnum } from '../status.js';
import { FactorSetupType } from './second-factor-types.js';

const PasskeyType = builder.objectRef<SecondFactorsView['passkeys'][number]>('Passkey').implement({
  description: 'A passkey of yours.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Guid of the passkey.' }),
    name: t.exposeString('name', { description: 'What you call it.' }),
    host: t.exposeString('host', { description: 'The host name of the pages that it works at.' }),
    createdAt: t.expose('dateCreated', { type: 'DateTime', description: 'When it was made.' }),
    lastUsedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When you last logged in with it.',
      resolve: ({ dateLastUsed }) => dateLastUsed,
    }),
  }),
});

const SecondFactorsType = builder.objectRef<SecondFactorsView>('SecondFactors').implement({
  description: 'How you prove who you are besides your password.',
  fields: (t) => ({
    isPossible: t.exposeBoolean('isPossible', {
      description: 'False for those who have no password here: they prove themselves at their provider.',
    }),
    isRequired: t.exposeBoolean('isRequired', { description: 'Whether your organization asks for one.' }),
    authenticatorSince: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When your authenticator was set up; null without one.',
      resolve: ({ authenticatorSince }) => authenticatorSince,
    }),
    passkeys: t.field({
      type: [PasskeyType],
      description: 'The oldest first.',
      resolve: ({ passkeys }) => [...passkeys],
    }),
    recoveryCodesLeft: t.int({
      description: 'Recovery codes that were not used.',
      resolve: ({ codesLeft }) => codesLeft,
    }),
  }),
});

builder.queryField('ownSecondFactors', (t) =>
  t.field({
    type: SecondFactorsType,
    description: 'Your second factors.',
    resolve: (_root, _args, { services, viewer }) => services.secondFactors.own(viewer),
  }),
);

const RecoveryCodesType = builder.objectRef<AddedFactor>('RecoveryCodes').implement({
  description: 'Codes that each stand in once for a device that was lost.',
  fields: (t) => ({
    codes: t.stringList({
      description: 'Shown once; empty where you have some already.',
      resolve: ({ recoveryCodes }) => [...recoveryCodes],
    }),
  }),
});

const password = arg.string({ required: true, description: 'Your current password.' });
const name = arg.string({ required: true, description: 'What you call it, 1–100 characters.' });
const ticket = arg.string({ required: true, description: 'Of the setup.' });

/** A user who sets one up, by a request of a page or a program. */
function settingOf({ viewer, token, session }: GraphqlContext, given: string) {
  return { viewer, kept: token ?? session.token, ticket: given };
}

problemMutation('beginSecondFactor', {
  cannot: ['missing'],
  type: FactorSetupType,
  description: 'Begins to set up an authenticator or a passkey.',
  args: { password },
  resolve: ({ password: given }, { services, viewer, baseUrl }) =>
    services.secondFactors.begin(viewer, given, siteOf(baseUrl)),
});

problemMutation('addAuthenticator', {
  cannot: ['missing'],
  type: RecoveryCodesType,
  description:
    'Adds an authenticator, which takes the place of the one before. With your first second factor, your other log-ins end.',
  args: { ticket, code: arg.string({ required: true, description: 'The six digits that it shows.' }) },
  resolve: ({ ticket: given, code }, context) =>
    context.services.secondFactors.addAuthenticator(settingOf(context, given), code, context.host),
});

problemMutation('addPasskey', {
  cannot: ['missing'],
  type: RecoveryCodesType,
  description: 'Adds a passkey. With your first second factor, your other log-ins end.',
  args: {
    ticket,
    name,
    passkey: arg.field({
      type: 'JSONObject',
      required: true,
      description: 'What navigator.credentials.create answered, as its toJSON says.',
    }),
  },
  resolve: ({ ticket: given, name: called, passkey }, context) =>
    context.services.secondFactors.addPasskey(
      settingOf(context, given),
      { name: called, answer: passkey },
      siteOf(context.baseUrl),
    ),
});

problemMutation('renamePasskey', {
  type: Done,
  description: 'Renames a passkey of yours.',
  args: { id: arg.id({ required: true, description: 'Guid of the passkey.' }), name },
  resolve: async ({ id, name: called }, { services, viewer }) => {
    await services.secondFactors.renamePasskey(viewer, id, called);
    return {};
  },
});

problemMutation('removePasskey', {
  type: Done,
  description:
    'Removes a passkey of yours. The last second factor stays where your organization asks for one.',
  args: { id: arg.id({ required: true, description: 'Guid of the passkey.' }), password },
  resolve: async ({ id, password: given }, { services, viewer }) => {
    await services.secondFactors.removePasskey(viewer, id, given);
    return {};
  },
});

problemMutation('removeAuthenticator', {
  type: Done,
  description:
    'Removes your authenticator. The last second factor stays where your organization asks for one.',
  args: { password },
  resolve: async ({ password: given }, { services, viewer }) => {
    await services.secondFactors.removeAuthenticator(viewer, given);
    return {};
  },
});

problemMutation('createRecoveryCodes', {
  cannot: ['missing'],
  type: RecoveryCodesType,
  description: 'Makes new recovery codes; those before end.',
  args: { password },
  resolve: async ({ password: given }, { services, viewer }) => ({
    recoveryCodes: await services.secondFactors.newCodes(viewer, given),
  }),
});

idDeletion('resetSecondFactor', {
  description:
    'Takes away the second factors of a user who lost them, and ends their log-ins. For administrators, not for themselves.',
  idDescription: 'Guid of the user.',
  work: ({ services, viewer }, id) => services.factorRules.reset(viewer, id),
});

const RuleType = builder.objectRef<SecondFactorRuleView>('SecondFactorRule').implement({
  description: 'Who needs a second factor in an organization and below it.',
  fields: (t) => ({
    roles: t.field({
      type: [RoleEnum],
      description: 'Users with one of these need one.',
      resolve: ({ roles }) => [...roles],
    }),
    emergencyUserName: t.exposeString('emergencyUserName', {
      nullable: true,
      description: 'User name of the administrator for whom the rule does not hold.',
    }),
  }),
});

builder.objectField(Organization, 'secondFactorRule', (t) =>
  t.field({
    type: RuleType,
    nullable: true,
    description: 'Who needs a second factor; null where nobody does. For administrators.',
    complexity: 5,
    resolve: ({ id }, _args, { services, viewer }) => services.factorRules.ruleOf(viewer, id),
  }),
);

const RuleChange = builder
  .objectRef<{ readonly rule: SecondFactorRuleView | null }>('SecondFactorRuleChange')
  .implement({
    description: 'The rule as it is now.',
    fields: (t) => ({
      rule: t.field({
        type: RuleType,
        nullable: true,
        description: 'null where nobody needs one.',
        resolve: ({ rule }) => rule,
      }),
    }),
  });

problemMutation('setSecondFactorRule', {
  type: RuleChange,
  description:
    'Says which roles need a second factor in an organization and below it. Those who have none set one up at their next log-in.',
  args: {
    organizationId: arg.id({ required: true, description: 'Guid of the organization.' }),
    roles: arg.field({ type: [RoleEnum], required: true, description: 'None ends the rule.' }),
    emergencyUser: arg.string({
      description:
        'User name or mail of an administrator for whom the rule does not hold; nobody when left out.',
    }),
  },
  resolve: async ({ organizationId, roles, emergencyUser }, { services, viewer }) => ({
    rule: await services.factorRules.setRule(viewer, organizationId, {
      roles,
      emergencyUser: emergencyUser ?? null,
    }),
  }),
});
