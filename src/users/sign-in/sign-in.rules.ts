/** Rules of single sign-on: what a provider must say of itself, and what its claims give to somebody. */
import { z } from 'zod';
import { type Role, roles } from '../../access/permissions.js';
import { validate } from '../../access/validate.js';

/** Gives a role, and maybe an organization, to those who have a claim with a value. */
export interface SignInRule {
  /** A claim, or a path into one such as `realm_access.roles`; empty holds for everybody. */
  readonly claim: string;
  /** Compared exactly with the claim, or with each member of a list. */
  readonly value: string;
  readonly role: Role;
  /** Of the organization of the provider, beside the role; null or left out for none. */
  readonly madeRoleId?: string | null;
  /** That of the provider, or one below it; null for that of the provider. */
  readonly organizationId: string | null;
}

export type Claims = Readonly<Record<string, unknown>>;

export interface SignInOutcome {
  /** Empty for somebody whom no rule lets in. */
  readonly roles: readonly Role[];
  /** Ids; a trial of earlier has none. */
  readonly madeRoleIds?: readonly string[];
  readonly organizationId: string;
  /** Numbers of the rules that hold, from 1. */
  readonly rules: readonly number[];
  /** The reason of a refusal; null for somebody who is let in. */
  readonly refusal: string | null;
}

/** A log-in that was only tried. */
export interface SignInTrial {
  readonly date: string;
  readonly claims: Claims;
  readonly outcome: SignInOutcome;
}

const MAX_RULES = 100;
const MAX_TRIAL_LENGTH = 16_000;
const text = (most: number) =>
  z.string().trim().min(1, 'must not be empty').max(most, `must have at most ${most} characters`);

const rule = z.object({
  claim: z.string().trim().max(200, 'must have at most 200 characters'),
  value: z.string().trim().max(500, 'must have at most 500 characters'),
  role: z.enum(roles),
  madeRoleId: z.uuid('must be the id of a role').nullish(),
  organizationId: z.string().nullish(),
});

const provider = z.object({
  name: text(100),
  issuer: text(500).refine(isIssuer, 'must be an address that begins with https://, without a query'),
  clientId: text(300),
  clientSecret: z.string().max(1000, 'must have at most 1000 characters').nullish(),
  rules: z.array(rule).max(MAX_RULES, `must be at most ${MAX_RULES}`),
});
export type GivenProvider = z.input<typeof provider>;

/** @throws LoupeError BAD_USER_INPUT with everything that is wrong */
export function validProvider(input: GivenProvider) {
  const { rules: given, ...fields } = validate(provider, input);
  return { ...fields, rules: given.map(plainRule) };
}

function plainRule({ organizationId, madeRoleId, ...others }: z.output<typeof rule>): SignInRule {
  const made = madeRoleId == null ? {} : { madeRoleId: madeRoleId.toLowerCase() };
  return { ...others, ...made, organizationId: organizationId?.toLowerCase() ?? null };
}

function isIssuer(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, search, hash, username } = new URL(address);
  return ['https:', 'http:'].includes(protocol) && search === '' && hash === '' && username === '';
}

/** Applies rules to somebody's claims. */
export function outcomeOf(
  rules: readonly SignInRule[],
  claims: Claims,
  organizationId: string,
): SignInOutcome {
  const holding = rules.flatMap((each, at) => (holds(each, claims) ? [{ ...each, number: at + 1 }] : []));
  const given = new Set(holding.map(({ role }) => role));
  return {
    roles: roles.filter((role) => given.has(role)),
    madeRoleIds: [...new Set(holding.flatMap(({ madeRoleId }) => madeRoleId ?? []))],
    organizationId: holding.find((each) => each.organizationId !== null)?.organizationId ?? organizationId,
    rules: holding.map(({ number }) => number),
    refusal: holding.length > 0 ? null : refusalOf(rules, claims),
  };
}

function refusalOf(rules: readonly SignInRule[], claims: Claims): string {
  const left = claims['_claim_names'];
  const isLeftOut = typeof left === 'object' && left !== null && rules.some(({ claim }) => claim in left);
  return isLeftOut
    ? 'The provider left the groups out because there are too many. Have it send only those that are assigned to Loupe.'
    : 'No rule of the organization lets you in. Ask an administrator to add one for you or your groups.';
}

function holds({ claim, value }: SignInRule, claims: Claims): boolean {
  if (claim === '') return true;
  const found = claim in claims ? claims[claim] : valueAt(claims, claim.split('.'));
  return (Array.isArray(found) ? found : [found]).some((each) => textOf(each) === value);
}

function valueAt(claims: Claims, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (part, name) =>
      typeof part === 'object' && part !== null && Object.hasOwn(part, name)
        ? (part as Record<string, unknown>)[name]
        : undefined,
    claims,
  );
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

/** A trial as it is kept: claims that are too long are named and left out. */
export function trialOf(claims: Claims, outcome: SignInOutcome, date: Date): SignInTrial {
  const kept: Record<string, unknown> = {};
  let length = 0;
  for (const [name, value] of Object.entries(claims)) {
    const own = JSON.stringify(value)?.length ?? 0;
    const isKept = length + own <= MAX_TRIAL_LENGTH;
    kept[name] = isKept ? value : '…';
    if (isKept) length += own;
  }
  return { date: date.toISOString(), claims: kept, outcome };
}
