/**
 * Rules of an action by which some readers are led to another address than its own: by the platform of their device, then by share.
 * Rows, files and REST hold them as text, for example `iOS https://a.example Android https://b.example 30%=B https://c.example`.
 */
import { badInput } from '../errors.js';

export const readerPlatforms = ['Ios', 'Android', 'Desktop'] as const;
export type ReaderPlatform = (typeof readerPlatforms)[number];

interface PlatformRule {
  readonly kind: 'platform';
  readonly platforms: readonly ReaderPlatform[];
  readonly url: string;
}

export interface ShareRule {
  readonly kind: 'share';
  /** Of the sessions that no rule by platform fits. */
  readonly percent: number;
  /** The name that its readers are counted by. */
  readonly variant: string;
  readonly url: string;
}

/** The first that fits a reader says where the action leads; where none does, its own address. */
export type AddressRule = PlatformRule | ShareRule;

/** The variant of the readers who are led to the action's own address. */
export const OWN_VARIANT = 'A';

/** The sentence about a text that holds no rules. */
const RULES_FORM =
  'must be written as in "iOS https://example.com/ios Android https://example.com/android 30%=B https://example.com/b"';
/** Characters of a text. */
const MOST_RULE_CHARACTERS = 8_000;

const WORDS: Readonly<Record<ReaderPlatform, string>> = {
  Ios: 'iOS',
  Android: 'Android',
  Desktop: 'Desktop',
};
const SHARE = /^(\d{1,3})%(?:=(.*))?$/u;

/**
 * @returns in their order; an empty variant where none is written
 * @throws LoupeError BAD_USER_INPUT (`rules`)
 */
export function readAddressRules(text: string): readonly AddressRule[] {
  if (text.length > MOST_RULE_CHARACTERS)
    throw rulesRefused(`must have at most ${MOST_RULE_CHARACTERS} characters`);
  const words = text.split(/\s+/).filter((word) => word !== '');
  if (words.length % 2 !== 0) throw rulesRefused(RULES_FORM);
  return Array.from({ length: words.length / 2 }, (_, at) =>
    ruleOf(words[2 * at] ?? '', words[2 * at + 1] ?? ''),
  );
}

export function textOfAddressRules(rules: readonly AddressRule[]): string {
  return rules.map((rule) => `${conditionOf(rule)} ${rule.url}`).join(' ');
}

/** The addresses that rules lead to. @param text of rules as they are stored; null: none */
export function addressesOfRules(text: string | null | undefined): readonly string[] {
  return text == null ? [] : readAddressRules(text).map(({ url }) => url);
}

export const rulesRefused = (problem: string) => badInput('rules', problem);

function conditionOf(rule: AddressRule): string {
  if (rule.kind === 'share') return `${rule.percent}%=${rule.variant}`;
  return rule.platforms.map((platform) => WORDS[platform]).join(',');
}

function ruleOf(condition: string, url: string): AddressRule {
  const share = SHARE.exec(condition);
  if (share !== null) return { kind: 'share', percent: Number(share[1]), variant: share[2] ?? '', url };
  const platforms = condition.split(',').map((word) => {
    const known = readerPlatforms.find((platform) => platform.toLowerCase() === word.toLowerCase());
    if (known === undefined) throw rulesRefused(RULES_FORM);
    return known;
  });
  return { kind: 'platform', platforms, url };
}
