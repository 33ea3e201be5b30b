import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';

/** A new element id: a UUID version 7 (RFC 9562), so that ids sort by creation time. */
export function newId(): string {
  return v7();
}

/** An id that nothing is sorted by, as of a request: many are made of one look at the system's random numbers. */
export function newRandomId(): string {
  return randomUUID();
}

const GUID =
  /^\s*(?:urn:uuid:|[{(])?([\da-f]{8})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{12})[)}]?\s*$/i;

/** The usual spelling of an id that is written in braces, without hyphens or as a URN; other texts as they are. */
export function canonicalId(text: string): string {
  const [, ...groups] = GUID.exec(text) ?? [];
  return groups.length === 0 ? text : groups.join('-').toLowerCase();
}

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether a text is an id in the usual spelling. Ids that were brought along from elsewhere may be of no version of RFC 9562. */
export function isId(text: string): boolean {
  return ID.test(text);
}
