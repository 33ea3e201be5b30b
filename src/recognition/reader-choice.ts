/** Which address of an action a reader is led to, by its rules. The same session gets the same one as long as the rules stay. */
import { createHash } from 'node:crypto';
import { withKnownNames } from '../content/actions/content-shapes.js';
import {
  type AddressRule,
  OWN_VARIANT,
  readAddressRules,
  type ReaderPlatform,
  type ShareRule,
} from '../kernel/rules/address-rules.js';
import type { EnrichedActionView } from './views.js';

export interface RuledReader {
  readonly sessionId: string;
  /** null for one that is not known: no rule by platform fits. */
  readonly platform: ReaderPlatform | null;
}

export const choiceReasons = ['OfPlatform', 'OfShare', 'OfRest', 'NoRule'] as const;

/** Where a reader is led, and why. */
export interface AddressChoice {
  /**
   * `OfPlatform`: a rule by platform fits. `OfShare`: the session is in the share of a rule. `OfRest`: it is in no share, and gets
   * the action's own address. `NoRule`: no rule fits, and none is by share.
   */
  readonly reason: (typeof choiceReasons)[number];
  readonly rule: AddressRule | null;
  /** By which it is counted; null where nothing is compared. */
  readonly variant: string | null;
}

/** @param variant the share to be in instead of that of the session; one that there is not is in none */
export function chooseAddress(
  rules: readonly AddressRule[],
  {
    platform,
    ...by
  }: { readonly platform: ReaderPlatform | null } & (
    | { readonly point: number }
    | { readonly variant: string | null }
  ),
): AddressChoice {
  const ofPlatform = rules.find(
    (rule) => rule.kind === 'platform' && platform !== null && rule.platforms.includes(platform),
  );
  if (ofPlatform !== undefined) return { reason: 'OfPlatform', rule: ofPlatform, variant: null };
  const shares = rules.filter((rule) => rule.kind === 'share');
  if (shares.length === 0) return { reason: 'NoRule', rule: null, variant: null };
  const rule =
    'point' in by
      ? shareAt(shares, by.point)
      : shares.find(({ variant }) => variant.toLowerCase() === by.variant?.toLowerCase());
  if (rule === undefined) return { reason: 'OfRest', rule: null, variant: OWN_VARIANT };
  return { reason: 'OfShare', rule, variant: rule.variant };
}

/** An action as a reader gets it, and the variant that it is counted by. */
export function ruled(
  action: EnrichedActionView,
  { sessionId, platform }: RuledReader,
): { readonly action: EnrichedActionView; readonly variant: string | null } {
  if (action.rules === null) return { action, variant: null };
  const point = pointOf(sessionId, action.id);
  const { rule, variant } = chooseAddress(readAddressRules(action.rules), { platform, point });
  return { action: rule === null ? action : ledTo(action, rule.url), variant };
}

/** As `ruled` for all actions. `choices` shows a record of the variants, as `choiceIn` reads it. */
export function allRuled(
  actions: readonly EnrichedActionView[],
  reader: RuledReader,
): { readonly actions: readonly EnrichedActionView[]; readonly choices: string } {
  const all = actions.map((action) => ruled(action, reader));
  const choices = all.flatMap(({ action, variant }) => (variant === null ? [] : `${action.id}=${variant};`));
  return { actions: all.map(({ action }) => action), choices: choices.join('') };
}

export function ledTo(action: EnrichedActionView, url: string): EnrichedActionView {
  const known = withKnownNames('URL', JSON.parse(action.content) as unknown) as object;
  return { ...action, content: JSON.stringify({ ...known, Url: url }) };
}

function shareAt(shares: readonly ShareRule[], point: number): ShareRule | undefined {
  let end = 0;
  return shares.find(({ percent }) => {
    end += percent;
    return point < end;
  });
}

/** Where a session stands among all for an action, from 0 to below 100: evenly spread, and for other actions elsewhere. */
function pointOf(sessionId: string, actionId: string): number {
  const digest = createHash('sha256').update(`${actionId} ${sessionId}`).digest();
  return (digest.readUInt32BE() / 2 ** 32) * 100;
}
