/** Rules of an action's address: where some readers are led instead. */
import type { GivenRule } from '../../src/content/actions/address-rules.check.js';
import {
  type AddressRule,
  OWN_VARIANT,
  readAddressRules,
  type ReaderPlatform,
} from '../../src/kernel/rules/address-rules.js';
import { builder, enumType } from '../builder.js';
import { arg } from '../mutations.js';

export const ReaderPlatformEnum = enumType('ReaderPlatform', {
  description: 'The system of a reader’s device.',
  values: {
    Ios: { description: 'iPhone or iPad.' },
    Android: { description: 'Android.' },
    Desktop: { description: 'Windows, macOS, Linux or ChromeOS.' },
  } satisfies Record<ReaderPlatform, object>,
});

const SAID = {
  platforms: 'The devices that it is for.',
  percent: 'Of the sessions that no rule by platform fits, from 1 to 99.',
  variant: `The name that its readers are counted by; ${OWN_VARIANT} is the action’s own address.`,
  url: 'Where these readers are led.',
} as const;

export const RuleType = builder.objectRef<AddressRule>('AddressRule').implement({
  description:
    'Where some readers are led instead of the action’s own address: those of a platform, or a share of the sessions. A session stays in its share.',
  fields: (t) => ({
    platforms: t.field({
      type: [ReaderPlatformEnum],
      description: `${SAID.platforms} Empty for a share.`,
      resolve: (rule) => (rule.kind === 'platform' ? [...rule.platforms] : []),
    }),
    percent: t.int({
      nullable: true,
      description: `${SAID.percent} null for a rule by platform.`,
      resolve: (rule) => (rule.kind === 'share' ? rule.percent : null),
    }),
    variant: t.string({
      nullable: true,
      description: `${SAID.variant} null for a rule by platform.`,
      resolve: (rule) => (rule.kind === 'share' ? rule.variant : null),
    }),
    url: t.expose('url', { type: 'URL', description: SAID.url }),
  }),
});

const PlatformRuleInput = builder.inputType('PlatformRuleInput', {
  description: 'An address for readers of a platform.',
  fields: () => ({
    platforms: arg.field({ type: [ReaderPlatformEnum], required: true, description: SAID.platforms }),
    url: arg.field({ type: 'URL', required: true, description: SAID.url }),
  }),
});
const ShareRuleInput = builder.inputType('ShareRuleInput', {
  description: 'An address for a share of the sessions.',
  fields: () => ({
    percent: arg.int({ required: true, description: SAID.percent }),
    variant: arg.string({ description: `${SAID.variant} The next letter when left out.` }),
    url: arg.field({ type: 'URL', required: true, description: SAID.url }),
  }),
});

export const AddressRuleInput = builder.inputType('AddressRuleInput', {
  description: 'Where some readers are led instead: exactly one of the members.',
  isOneOf: true,
  fields: () => ({
    platform: arg.field({ type: PlatformRuleInput, description: 'Readers of a platform.' }),
    share: arg.field({ type: ShareRuleInput, description: 'A share of the sessions.' }),
  }),
});

/** A field of what has rules. */
export const ruledField = {
  type: [RuleType] as [typeof RuleType],
  // An action has few of them: without this a list would count as ten.
  complexity: { field: 1, multiplier: 2 },
  description: 'Where some readers are led instead of its address: the first that fits.',
  resolve: ({ rules }: { readonly rules: string | null }) =>
    rules === null ? [] : [...readAddressRules(rules)],
} as const;

/** A member of an input that sets rules. */
export const rulesInput = {
  type: [AddressRuleInput] as [typeof AddressRuleInput],
  description:
    'Where some readers are led instead of its address: the first that fits. Those by platform stand before those by share; null, and none, remove them, left out they stay.',
} as const;

/** Rules of an input as services take them. */
export function givenRules(
  rules: readonly (typeof AddressRuleInput.$inferInput)[] | null | undefined,
): readonly GivenRule[] | null | undefined {
  if (rules === null) return null;
  return rules?.map(({ platform, share }): GivenRule =>
    platform == null ? { kind: 'share', ...share } : { kind: 'platform', ...platform },
  );
}
