/**
 * Scopes of machine tokens: the operations of the access table, but for those by which a token could give itself or
 * its maker more than it was given.
 */
import { type Operation, operationWords, permissions, type Role } from './permissions.js';

/** With these a program could set passwords, give roles, say who logs in, or make tokens with all other scopes. */
const forPeopleAlone = [
  'user:write',
  'role:assign',
  'machineToken:manage',
  'signIn:manage',
] as const satisfies Operation[];

export type Scope = Exclude<Operation, (typeof forPeopleAlone)[number]>;

const isScope = (operation: string): operation is Scope =>
  Object.hasOwn(permissions, operation) && !forPeopleAlone.some((each) => each === operation);

export const scopes: readonly Scope[] = Object.keys(permissions).filter(isScope);

export interface ScopeFacts {
  readonly scope: Scope;
  /** After “may”. */
  readonly words: string;
  /** Those whose holders may have a token with it. */
  readonly roles: readonly Role[];
  /** Scopes that come with it: to change something is to see it. */
  readonly brings: readonly Scope[];
}

export function scopeFacts(): readonly ScopeFacts[] {
  return scopes.map((scope) => ({
    scope,
    words: operationWords[scope],
    roles: permissions[scope],
    brings: broughtBy(scope),
  }));
}

/** The scopes among some texts, each once, with what they bring; texts that name none any more are left out. */
export function grantedBy(texts: readonly string[]): ReadonlySet<Scope> {
  const named = texts.filter(isScope);
  return new Set(named.flatMap((scope) => [scope, ...broughtBy(scope)]));
}

/** Of some texts, those that name no scope. */
export function unknownScopes(texts: readonly string[]): readonly string[] {
  return texts.filter((text) => !isScope(text));
}

/** Beside reading of the same noun: a draft is one of content, and who may change content may draft it. */
const alsoBrought: Partial<Record<Scope, readonly Scope[]>> = {
  'comment:write': ['content:read'],
  'draft:write': ['content:read'],
  'content:write': ['draft:write'],
};

/** Everything lies somewhere in the tree, so its names are seen; whatever is written is read back. */
function broughtBy(scope: Scope): readonly Scope[] {
  const [noun = '', verb] = scope.split(':');
  const reading = `${noun}:read`;
  const own = verb !== 'read' && isScope(reading) ? [reading] : [];
  const brought = [...own, ...(alsoBrought[scope] ?? [])];
  return [
    ...brought,
    ...(scope === 'node:read' || brought.includes('node:read') ? [] : ['node:read' as const]),
  ];
}
