/**
 * Changes that are made only while an element is as the caller has seen it, so that nobody overwrites what somebody
 * else wrote meanwhile (RFC 9110, 13.1: If-Match and If-Unmodified-Since).
 */
import { createHash } from 'node:crypto';
import { LoupeError } from './errors.js';

/** What the caller has seen; without it a change is made whatever was there. */
export interface Precondition {
  /** One of these versions must be in force; null accepts any. */
  readonly versions: readonly string[] | null;
  /** The element must not have been changed after this instant, as its version counts changes; in whole seconds. */
  readonly unmodifiedSince: Date | null;
}

/** What a precondition is compared with. */
export interface ElementState {
  /** Opaque; another one after every change. */
  readonly version: string;
  /** null where no date is kept. */
  readonly dateModified: Date | null;
  /** Of the last change that the version counts, where `dateModified` moves with more than that. */
  readonly dateOwnChange?: Date;
}

const VERSION_LENGTH = 16;

/** The version that stands for the values. */
export function versionOf(
  ...values: readonly (string | number | boolean | Date | null | undefined)[]
): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, VERSION_LENGTH);
}

/** The state of something that keeps the date of its last change, which grows with every change (`laterThan`). */
export function stateOf({
  id,
  dateModified,
}: {
  readonly id: string;
  readonly dateModified: Date;
  /** An element of the tree has its state from `nodeStateOf`. */
  readonly dateOwnChange?: never;
}): ElementState {
  return { version: versionOf(id, dateModified), dateModified };
}

/** What the state of an element of the tree is made of. */
export interface NodeDates {
  readonly id: string;
  readonly dateCreated: Date;
  readonly dateModified: Date;
  /** When the element was itself changed last; null or absent: not since it was made. */
  readonly dateOwnChange: Date | null | undefined;
}

/**
 * The state of an element of the tree. It covers what a change of the element overwrites (name, place, status, file,
 * settings), and nothing of its titles, actions, default styles and children, which have versions of their own: their
 * editor must not be told that somebody else changed the element.
 */
export function nodeStateOf({ id, dateCreated, dateModified, dateOwnChange }: NodeDates): ElementState {
  const own = dateOwnChange ?? dateCreated;
  return { version: versionOf(id, own), dateModified, dateOwnChange: own };
}

/** Now, or just after the last change where the clock has not moved on since. */
export function laterThan(lastChange: Date, now: Date): Date {
  return now > lastChange ? now : new Date(lastChange.getTime() + 1);
}

const wholeSeconds = (date: Date) => Math.floor(date.getTime() / 1000);

/** @throws LoupeError CHANGED_MEANWHILE */
export function requireState({ versions, unmodifiedSince }: Precondition, state: ElementState | null): void {
  if (state === null) throw changedMeanwhile();
  if (versions !== null && !versions.includes(state.version)) throw changedMeanwhile();
  const changed = state.dateOwnChange ?? state.dateModified;
  if (unmodifiedSince === null || changed === null) return;
  if (wholeSeconds(changed) > wholeSeconds(unmodifiedSince)) throw changedMeanwhile();
}

function changedMeanwhile(): LoupeError {
  return new LoupeError(
    'CHANGED_MEANWHILE',
    'Somebody else changed this since you read it. Read it again, and repeat your change if it still holds.',
  );
}
