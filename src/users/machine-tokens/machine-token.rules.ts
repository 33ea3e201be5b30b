/** Rules for machine tokens. */
import { grantedBy, type Scope, scopes as allScopes, unknownScopes } from '../../access/scopes.js';
import { badFields } from '../../kernel/errors.js';

export interface NewMachineToken {
  readonly name: string;
  readonly scopes: readonly string[];
  /** Days until it expires, 1..366; 90 by default. */
  readonly days?: number | null | undefined;
}

export interface UsableMachineToken {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly days: number;
}

/** Secrets of machine tokens begin with it: they differ from log-ins, and scanners of source code find them. */
export const TOKEN_PREFIX = 'lmt_';
export const MAX_TOKENS = 50;
const DEFAULT_DAYS = 90;
const MAX_DAYS = 366;
const MAX_NAME_LENGTH = 100;

/**
 * The values as they are kept: the name without spaces around it, each scope once.
 *
 * @throws LoupeError BAD_USER_INPUT with everything that is wrong
 */
export function usableToken({ name, scopes, days }: NewMachineToken): UsableMachineToken {
  const trimmed = name.trim();
  const wanted = days ?? DEFAULT_DAYS;
  const unknown = unknownScopes(scopes);
  const wrong = {
    name:
      trimmed === '' || trimmed.length > MAX_NAME_LENGTH
        ? [`must have 1 to ${MAX_NAME_LENGTH} characters`]
        : [],
    scopes: [
      ...(scopes.length === 0 ? ['must name at least one'] : []),
      ...(unknown.length > 0 ? [`must be one of ${allScopes.join(', ')}; not ${unknown.join(', ')}`] : []),
    ],
    days:
      Number.isInteger(wanted) && wanted >= 1 && wanted <= MAX_DAYS
        ? []
        : [`must be a whole number from 1 to ${MAX_DAYS}`],
  };
  const faults = Object.entries(wrong).filter(([, messages]) => messages.length > 0);
  if (faults.length > 0) throw badFields(Object.fromEntries(faults));
  const known = new Set(scopes);
  return { name: trimmed, scopes: allScopes.filter((scope) => known.has(scope)), days: wanted };
}

/** The scopes that some texts grant, in the order of the access table. */
export function grantedScopes(texts: readonly string[]): readonly Scope[] {
  const granted = grantedBy(texts);
  return allScopes.filter((scope) => granted.has(scope));
}
