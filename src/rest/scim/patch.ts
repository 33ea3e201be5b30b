/** The operations of a PATCH (RFC 7644, 3.5.2), in every way in which Entra and Okta write them. */
import { type AttributePath, readPath } from './attribute-path.js';
import { ScimError } from './scim-error.js';

export interface PatchStep {
  readonly kind: 'add' | 'remove' | 'replace';
  readonly path: AttributePath;
  readonly value: unknown;
  /** Whether the path was written out: a member of a value without one may be what nobody knows. */
  readonly isNamed: boolean;
}

const KINDS = ['add', 'remove', 'replace'] as const;
const MAX_OPERATIONS = 1000;

/**
 * The steps one after the other: an operation without a path has one for each member of its value.
 *
 * @throws ScimError invalidSyntax, invalidPath, noTarget, tooMany
 */
export function readPatch(body: Readonly<Record<string, unknown>>): readonly PatchStep[] {
  const operations = memberOf(body, 'Operations');
  if (!Array.isArray(operations) || operations.length === 0) {
    throw new ScimError('invalidSyntax', 'Operations must be a list with at least one operation.');
  }
  if (operations.length > MAX_OPERATIONS) {
    throw new ScimError('tooMany', `Send at most ${MAX_OPERATIONS} operations at once.`);
  }
  return operations.flatMap(readOperation);
}

function readOperation(operation: unknown): readonly PatchStep[] {
  if (!isObject(operation)) throw new ScimError('invalidSyntax', 'Each operation must be an object.');
  const op = memberOf(operation, 'op');
  const kind = KINDS.find((each) => typeof op === 'string' && each === op.toLowerCase());
  if (kind === undefined) throw new ScimError('invalidSyntax', `op must be one of ${KINDS.join(', ')}.`);
  const path = memberOf(operation, 'path');
  const value = memberOf(operation, 'value');
  if (path !== undefined && path !== null && typeof path !== 'string') {
    throw new ScimError('invalidPath', 'path must be a text.');
  }
  if (typeof path === 'string' && path.trim() !== '') {
    return [{ kind, path: readPath(path), value, isNamed: true }];
  }
  if (kind === 'remove') throw new ScimError('noTarget', 'An operation that removes needs a path.');
  if (!isObject(value))
    throw new ScimError('invalidValue', 'value must be an object where there is no path.');
  return Object.entries(value).map(([name, member]) => ({
    kind,
    path: readPath(name),
    value: member,
    isNamed: false,
  }));
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member by its name without regard to case. */
export function memberOf(object: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(object, name)) return object[name];
  const found = Object.keys(object).find((each) => each.toLowerCase() === name.toLowerCase());
  return found === undefined ? undefined : object[found];
}

/** The members of a resource as steps that replace: a POST or PUT says what each attribute is. */
export function stepsOf(body: Readonly<Record<string, unknown>>): readonly PatchStep[] {
  return Object.entries(body)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => ({ kind: 'replace', path: readPath(name), value, isNamed: false }));
}
