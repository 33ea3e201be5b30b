/** Rules for what publishers give as rules of an action's address. */
import {
  type AddressRule,
  OWN_VARIANT,
  readAddressRules,
  type ReaderPlatform,
  readerPlatforms,
  rulesRefused,
  type ShareRule,
  textOfAddressRules,
} from '../../kernel/rules/address-rules.js';
import type { ActionType } from './action.entity.js';
import { targetOf } from './action-target.js';
import { isAddress } from './content-shapes.js';

/** A rule with a variant that may be left out: the next letter stands for it. */
export type GivenRule =
  | Exclude<AddressRule, ShareRule>
  | (Omit<ShareRule, 'variant'> & { readonly variant?: string | null | undefined });

/** Rules as callers give them: as text or one by one. Absent leaves what is there; null, and none, removes them. */
export type GivenRules = string | readonly GivenRule[] | null | undefined;

const MOST_RULES = 10;
const MOST_URL_CHARACTERS = 2_000;
const VARIANT = /^[\p{L}\p{N}_-]{1,20}$/u;
const LETTERS = 'BCDEFGHIJKL';

/**
 * The text of rules, as it is stored.
 *
 * @param action what the action itself opens
 * @returns null for none
 * @throws LoupeError BAD_USER_INPUT (`rules`) for what are no rules, or rules that no reader comes to
 */
export function checkedRules(
  given: GivenRules,
  action: { readonly type: ActionType; readonly content: string },
): string | null {
  const rules = typeof given === 'string' ? readAddressRules(given) : (given ?? []);
  if (rules.length === 0) return null;
  if (action.type !== 'URL') throw rulesRefused('belong to actions that open an address (URL)');
  if (rules.length > MOST_RULES) throw rulesRefused(`must be at most ${MOST_RULES}`);
  const own = targetOf(action.type, action.content).members['url'];
  const named = withVariants(rules.map((rule) => ({ ...rule, url: addressOf(rule.url) })));
  requireOrder(named);
  requirePlatforms(named);
  requireShares(named, typeof own === 'string' ? own : null);
  return textOfAddressRules(named);
}

function addressOf(given: string): string {
  const url = given.trim();
  if (url.length > MOST_URL_CHARACTERS)
    throw rulesRefused(`must lead to addresses of at most ${MOST_URL_CHARACTERS} characters`);
  if (/\s/.test(url) || !isAddress(url))
    throw rulesRefused('must lead to whole addresses such as https://example.com/page');
  return url;
}

function withVariants(rules: readonly GivenRule[]): readonly AddressRule[] {
  const taken = new Set([OWN_VARIANT.toLowerCase()]);
  for (const rule of rules) {
    if (rule.kind !== 'share' || (rule.variant ?? '') === '') continue;
    const variant = rule.variant ?? '';
    if (!VARIANT.test(variant))
      throw rulesRefused('must name shares with at most 20 letters, digits, hyphens or underscores');
    if (taken.has(variant.toLowerCase()))
      throw rulesRefused(
        `must name each share once, and none ${OWN_VARIANT}, which is the action's own address`,
      );
    taken.add(variant.toLowerCase());
  }
  return rules.map((rule) => {
    if (rule.kind !== 'share') return rule;
    const named = rule.variant ?? '';
    const letter = [...LETTERS].find((each) => !taken.has(each.toLowerCase())) ?? '';
    const variant = named === '' ? letter : named;
    taken.add(variant.toLowerCase());
    return { ...rule, variant };
  });
}

/** A share of all readers would hold some whom a later rule leads elsewhere, and the comparison would compare unlike readers. */
function requireOrder(rules: readonly AddressRule[]): void {
  const firstShare = rules.findIndex(({ kind }) => kind === 'share');
  if (firstShare >= 0 && rules.slice(firstShare).some(({ kind }) => kind === 'platform'))
    throw rulesRefused('must have those by platform before those by share');
}

function requirePlatforms(rules: readonly AddressRule[]): void {
  const seen = new Set<ReaderPlatform>();
  for (const rule of rules) {
    if (rule.kind !== 'platform') continue;
    const wanted = new Set(rule.platforms);
    if (wanted.size === 0 || [...wanted].some((platform) => !readerPlatforms.includes(platform)))
      throw rulesRefused('must name a platform: iOS, Android or Desktop');
    if (wanted.size < rule.platforms.length || rule.platforms.some((platform) => seen.has(platform)))
      throw rulesRefused('must name each platform once: a second rule for it is never reached');
    for (const platform of rule.platforms) seen.add(platform);
  }
}

function requireShares(rules: readonly AddressRule[], own: string | null): void {
  const shares = rules.filter((rule) => rule.kind === 'share');
  if (shares.some(({ percent }) => !Number.isInteger(percent) || percent < 1 || percent > 99))
    throw rulesRefused('must have shares from 1 to 99 percent');
  if (shares.reduce((sum, { percent }) => sum + percent, 0) > 99)
    throw rulesRefused(
      "must leave at least 1 percent for the action's own address: with nothing beside it a share compares nothing",
    );
  const addresses = [...(own === null ? [] : [own]), ...shares.map(({ url }) => url)];
  if (shares.length > 0 && new Set(addresses.map((url) => new URL(url).href)).size < addresses.length)
    throw rulesRefused("must lead shares to addresses that differ from each other and from the action's own");
}
