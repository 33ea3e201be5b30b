/**
 * The one place that answers who may do what. It takes sets of places in the tree, denies by default, and
 * distinguishes what a stranger must not know of (absent) from what a role does not allow (forbidden).
 */
import { forbidden, LoupeError, notFound } from '../kernel/errors.js';
import { type Operation, operationWords, permissions } from './permissions.js';
import type { Scope } from './scopes.js';
import type { ApiKeyViewer, BearerViewer, ReaderViewer, Viewer } from './viewer.js';

/** A place in the tree: an element's node path (ids from the root, each followed by a slash). */
export interface Place {
  readonly id: string;
  readonly path: string;
}

/** Whether the place lies in the viewer's own organization or below it; for machine tokens, in their place or below it. */
export function isWithinReach(viewer: Viewer, place: Place): boolean {
  const reach = reachOf(viewer);
  return reach !== null && place.path.startsWith(reach);
}

/** The beginning of the paths of all that the viewer reaches: nothing for the operator, null for those who reach nothing. */
function reachOf(viewer: Viewer): string | null {
  switch (viewer.kind) {
    case 'operator':
      return '';
    case 'user':
      return viewer.organizationPath;
    case 'machine':
      return viewer.placePath;
    case 'apiKey':
    case 'publishableKey':
    case 'anonymous':
      return null;
  }
}

/** As `reachOf`, for those who have logged in or show a machine token. @throws LoupeError UNAUTHENTICATED */
export function requireReach(viewer: Viewer): string {
  const reach = reachOf(viewer);
  if (reach === null) throw unauthenticated();
  return reach;
}

/**
 * Whether one of the viewer's roles allows the operation; of machine tokens, whether their scopes do as well.
 *
 * @param place where; anywhere when it is left out. It says nothing of whether the place is within reach
 */
export function hasRoleFor(viewer: Viewer, operation: Operation, place?: Place): boolean {
  if (viewer.kind === 'operator') return true;
  if (!isBearer(viewer) || !viewer.isWebApiAuthorized) return false;
  if (viewer.kind === 'machine' && !viewer.scopes.has(operation as Scope)) return false;
  if (permissions[operation].some((role) => viewer.roles.has(role))) return true;
  return (viewer.grants ?? []).some(
    ({ operations, path }) =>
      operations.has(operation as Scope) && (place === undefined || place.path.startsWith(path)),
  );
}

/** The ids among `places` on which the viewer may do the operation. */
export function allowed(viewer: Viewer, operation: Operation, places: readonly Place[]): ReadonlySet<string> {
  const isAllowed = (place: Place) => isWithinReach(viewer, place) && hasRoleFor(viewer, operation, place);
  return new Set(places.filter(isAllowed).map((place) => place.id));
}

/**
 * Requires the right to do an operation on an element.
 *
 * @param place null when the element does not exist
 * @param what  the element in words, for example `Folder 0193…`
 * @throws LoupeError UNAUTHENTICATED, NOT_FOUND (absent, or another tenant's) or FORBIDDEN (the role is too low)
 */
export function requireRight<P extends Place>(
  viewer: Viewer,
  operation: Operation,
  place: P | null | undefined,
  what: string,
): asserts place is P {
  requireIdentity(viewer);
  if (place === null || place === undefined || !isWithinReach(viewer, place)) throw notFound(what);
  if (hasRoleFor(viewer, operation, place)) return;
  if (isBearer(viewer) && !viewer.isWebApiAuthorized) {
    throw new LoupeError(
      'FORBIDDEN',
      'Your organization may not manage through the API. Ask the operator of the platform to allow it.',
    );
  }
  if (viewer.kind === 'machine' && !viewer.scopes.has(operation as Scope)) {
    throw new LoupeError(
      'FORBIDDEN',
      `This machine token has no scope ${operation}. Make one that has it, if the program is to ${operationWords[operation]}.`,
    );
  }
  throw forbidden(operationWords[operation]);
}

/** @throws LoupeError UNAUTHENTICATED */
export function requireIdentity(viewer: Viewer): void {
  if (!isBearer(viewer) && viewer.kind !== 'operator') throw unauthenticated();
}

function unauthenticated(): LoupeError {
  return new LoupeError(
    'UNAUTHENTICATED',
    'Log in first, then send the header "Authorization: Bearer <token>".',
  );
}

/** Whether it is a user who has logged in, or a program with a machine token. */
export function isBearer(viewer: Viewer): viewer is BearerViewer {
  return viewer.kind === 'user' || viewer.kind === 'machine';
}

/**
 * Requires a known ApiKey, for the calls that need no token.
 *
 * @throws LoupeError UNAUTHENTICATED
 */
export function requireApiKey(viewer: Viewer | null): asserts viewer is ApiKeyViewer {
  if (viewer?.kind !== 'apiKey') {
    throw new LoupeError(
      'UNAUTHENTICATED',
      "Send the header ApiKey with your organization's key; its administrator can read it there.",
    );
  }
}

/**
 * Requires an ApiKey whose organization may recognize.
 *
 * @throws LoupeError UNAUTHENTICATED or FORBIDDEN
 */
export function requireScan(viewer: Viewer | null): asserts viewer is ApiKeyViewer {
  requireApiKey(viewer);
  requireMayRecognize(viewer);
}

/**
 * Requires an ApiKey or a publishable key whose organization may recognize, the latter on a page that it is meant for.
 *
 * @throws LoupeError UNAUTHENTICATED or FORBIDDEN
 */
export function requireReader(viewer: Viewer | null): asserts viewer is ReaderViewer {
  if (viewer?.kind !== 'publishableKey') requireApiKey(viewer);
  else if (!viewer.isForThisPage) {
    throw new LoupeError(
      'FORBIDDEN',
      'This key is for other web pages. An administrator can add the origin of this one to the key.',
    );
  }
  requireMayRecognize(viewer);
}

function requireMayRecognize({ isMobileApiAuthorized }: ReaderViewer): void {
  if (isMobileApiAuthorized) return;
  throw new LoupeError(
    'FORBIDDEN',
    'This organization may not recognize pictures. Ask the operator of the platform to allow it.',
  );
}
