/** Providers of single sign-on, their rules, and how they are tried out. For administrators. */
import type { SignInOutcome, SignInRule, SignInTrial } from '../../src/users/sign-in/sign-in.rules.js';
import type {
  SignInProviderPatch,
  SignInProviderView,
} from '../../src/users/sign-in/sign-in-provider.service.js';
import { builder, enumType } from '../builder.js';
import { given, givenOrNull } from '../inputs.js';
import { arg, idDeletion, problemMutation } from '../mutations.js';
import { Organization } from '../refs.js';
import { RoleEnum } from '../status.js';

const SignInModeEnum = enumType('SignInMode', {
  description: 'How far a provider is used.',
  values: {
    Trial: { description: 'Log-ins show administrators what would happen, and let nobody in.' },
    Active: { description: 'It lets people in, beside passwords.' },
    Only: { description: 'Passwords count no longer, but for one administrator.' },
  },
});

const RuleType = builder.objectRef<SignInRule>('SignInRule').implement({
  description: 'Gives a role, and maybe an organization, to those who have a claim with a value.',
  fields: (t) => ({
    claim: t.exposeString('claim', {
      description: 'The claim, for example groups; empty holds for everybody.',
    }),
    value: t.exposeString('value', { description: 'What it is, or what is among its values.' }),
    role: t.field({ type: RoleEnum, description: 'The role.', resolve: ({ role }) => role }),
    madeRoleId: t.id({
      nullable: true,
      description: 'A role that the organization made, which they get beside it; null for none.',
      resolve: ({ madeRoleId }) => madeRoleId ?? null,
    }),
    organizationId: t.exposeID('organizationId', {
      nullable: true,
      description: 'Where they belong; null is the organization of the provider.',
    }),
  }),
});

const RuleInput = builder.inputType('SignInRuleInput', {
  description: 'Gives a role, and maybe an organization, to those who have a claim with a value.',
  fields: (t) => ({
    claim: t.string({
      required: true,
      description: 'A claim such as groups, or a path such as realm_access.roles; empty holds for everybody.',
    }),
    value: t.string({ required: true, description: 'Compared exactly, with each value of a list.' }),
    role: t.field({ type: RoleEnum, required: true, description: 'The role that it gives.' }),
    madeRoleId: t.id({
      description: 'A role that the organization of the provider made, which it gives beside it.',
    }),
    organizationId: t.id({ description: 'That of the provider when left out, or one below it.' }),
  }),
});

const OutcomeType = builder.objectRef<SignInOutcome>('SignInOutcome').implement({
  description: 'What the rules make of somebody.',
  fields: (t) => ({
    roles: t.field({ type: [RoleEnum], description: 'Roles they get.', resolve: ({ roles }) => [...roles] }),
    madeRoleIds: t.idList({
      description: 'Roles that the organization made, which they get beside these.',
      resolve: ({ madeRoleIds }) => [...(madeRoleIds ?? [])],
    }),
    organizationId: t.exposeID('organizationId', { description: 'Where they belong.' }),
    rules: t.intList({
      description: 'Numbers of the rules that hold, from 1.',
      resolve: ({ rules }) => [...rules],
    }),
    refusal: t.exposeString('refusal', {
      nullable: true,
      description: 'The reason why they are not let in; null when they are.',
    }),
  }),
});

const TrialType = builder.objectRef<SignInTrial>('SignInTrial').implement({
  description: 'The last log-in while the provider was tried.',
  fields: (t) => ({
    triedAt: t.field({
      type: 'DateTime',
      description: 'When it was.',
      resolve: ({ date }) => new Date(date),
    }),
    claims: t.field({
      type: 'JSON',
      description: 'What the provider said.',
      resolve: ({ claims }) => claims,
    }),
    outcome: t.field({
      type: OutcomeType,
      description: 'What the rules made of it.',
      resolve: ({ outcome }) => outcome,
    }),
  }),
});

const ProviderType = builder.objectRef<SignInProviderView>('SignInProvider').implement({
  description: 'A provider of OpenID Connect.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Guid of the provider.' }),
    name: t.exposeString('name', { description: 'What people call it.' }),
    issuer: t.field({
      type: 'URL',
      description: 'The issuer as it names itself.',
      resolve: ({ issuer }) => issuer,
    }),
    clientId: t.exposeString('clientId', { description: 'What it knows Loupe by.' }),
    hasSecret: t.exposeBoolean('hasSecret', { description: 'Whether there is a secret for it.' }),
    mode: t.field({ type: SignInModeEnum, description: 'How far it is used.', resolve: ({ mode }) => mode }),
    isOffered: t.exposeBoolean('isOffered', {
      description: 'Whether the page of the log-in offers it to everybody; the operator decides.',
    }),
    rules: t.field({
      type: [RuleType],
      description: 'All that hold count.',
      resolve: ({ rules }) => [...rules],
    }),
    emergencyUserId: t.exposeID('emergencyUserId', {
      nullable: true,
      description: 'The administrator whose password counts in the mode ONLY.',
    }),
    lastTrial: t.field({
      type: TrialType,
      nullable: true,
      description: 'The last log-in in the mode TRIAL.',
      resolve: ({ lastTrial }) => lastTrial ?? null,
    }),
    startUrl: t.field({
      type: 'URL',
      description: 'The address that people log in at.',
      resolve: ({ id }, _args, { baseUrl }) => `${baseUrl}/sign-in/${id}`,
    }),
    redirectUrl: t.field({
      type: 'URL',
      description: 'The redirect URI to register at the provider.',
      resolve: ({ id }, _args, { baseUrl }) => `${baseUrl}/sign-in/${id}/return`,
    }),
    logoutUrl: t.field({
      type: 'URL',
      description: 'The address for back-channel log-out to register at the provider.',
      resolve: ({ id }, _args, { baseUrl }) => `${baseUrl}/sign-in/${id}/logout`,
    }),
  }),
});

builder.objectField(Organization, 'signInProviders', (t) =>
  t.field({
    type: [ProviderType],
    description: 'Providers of single sign-on. For administrators.',
    complexity: { field: 5, multiplier: 5 },
    resolve: async ({ id }, _args, { services, viewer }) => [
      ...(await services.signInProviders.list(viewer, id)),
    ],
  }),
);

const members = {
  name: arg.string({ required: true, description: 'What people call it, 1–100 characters.' }),
  issuer: arg.field({ type: 'URL', required: true, description: 'Exactly as it names itself.' }),
  clientId: arg.string({ required: true, description: 'What it knows Loupe by.' }),
  clientSecret: arg.string({ description: 'Left out for public clients. It is not shown again.' }),
  rules: arg.field({ type: [RuleInput], description: 'All that hold count; without any nobody is let in.' }),
};

problemMutation('createSignInProvider', {
  type: ProviderType,
  description: 'Adds a provider of OpenID Connect in the mode TRIAL. It must answer.',
  args: { organizationId: arg.id({ required: true, description: 'Whose people log in.' }), ...members },
  resolve: ({ organizationId, name, issuer, clientId, clientSecret, rules }, { services, viewer }) =>
    services.signInProviders.create(viewer, {
      organizationId,
      name,
      issuer: String(issuer),
      clientId,
      ...given({ clientSecret, rules }),
    }),
});

const SignInProviderPatchInput = builder.inputType('SignInProviderPatch', {
  description: 'What to change of a provider.',
  fields: (t) => ({
    name: t.string({ description: 'What people call it.' }),
    issuer: t.field({ type: 'URL', description: 'Exactly as it names itself.' }),
    clientId: t.string({ description: 'What it knows Loupe by.' }),
    clientSecret: t.string({ description: 'null removes it.' }),
    rules: t.field({ type: [RuleInput], description: 'Replaces the present rules.' }),
    mode: t.field({ type: SignInModeEnum, description: 'How far it is used.' }),
    emergencyUser: t.string({
      description: 'User name or mail of the administrator whose password counts in the mode ONLY.',
    }),
  }),
});

problemMutation('updateSignInProvider', {
  type: ProviderType,
  description: 'Changes the given members of a provider.',
  args: {
    id: arg.id({ required: true, description: 'Guid of the provider.' }),
    patch: arg.field({ type: SignInProviderPatchInput, required: true, description: 'What to change.' }),
  },
  resolve: ({ id, patch: { issuer, ...patch } }, { services, viewer }) =>
    services.signInProviders.update(viewer, id, {
      ...(givenOrNull(patch, ['clientSecret']) as SignInProviderPatch),
      ...(issuer == null ? {} : { issuer: String(issuer) }),
    }),
});

idDeletion('deleteSignInProvider', {
  description:
    'Removes a provider. Its people can log in with passwords again; sessions that it began go on.',
  idDescription: 'Guid of the provider.',
  work: ({ services, viewer }, id) => services.signInProviders.delete(viewer, id),
});

problemMutation('trySignInRules', {
  type: OutcomeType,
  description: 'Says what rules would make of somebody’s claims. Nothing is changed.',
  args: {
    id: arg.id({ required: true, description: 'Guid of the provider.' }),
    claims: arg.field({ type: 'JSONObject', required: true, description: 'As the provider sends them.' }),
    rules: arg.field({ type: [RuleInput], description: 'Those of the provider when left out.' }),
  },
  resolve: ({ id, claims, rules }, { services, viewer }) =>
    services.signInProviders.tryRules(viewer, id, claims as Record<string, unknown>, rules ?? null),
});
