/**
 * Entity tags and the conditions of changes (RFC 9110, 8.8.3 and 13.1). A tag of an element is its version, a dot, and
 * a hash of the answer: If-None-Match compares the whole of it, so that nothing that is shown goes stale; a change compares
 * the version alone, because progress or a count that has moved on is no change by somebody else.
 */
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { badInput } from '../../kernel/errors.js';
import type { ElementState, Precondition } from '../../kernel/precondition.js';

const HASH_LENGTH = 27;
const ENTITY_TAG = /^\s*(?:W\/)?"([^"]*)"\s*$/;

/** The tag of an answer; lists and the like have no version. */
export function entityTag(json: string, state: ElementState | undefined): string {
  const hash = createHash('sha256').update(json).digest('base64url').slice(0, HASH_LENGTH);
  return state === undefined ? `"${hash}"` : `"${state.version}.${hash}"`;
}

/** RFC 9110, 13.1.2: weak comparison against every tag of the list. */
export function isFresh(request: FastifyRequest, etag: string): boolean {
  const tags =
    request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(etag) || tags.includes('*');
}

/**
 * What the caller has seen. A tag that a proxy weakened while it compressed the answer still names its version. As the
 * RFC says, If-Match goes before If-Unmodified-Since, and a date that is none is no condition.
 *
 * @throws LoupeError BAD_USER_INPUT
 */
export function preconditionOf({ headers }: FastifyRequest): Precondition | undefined {
  const match = headers['if-match']?.trim();
  if (match !== undefined)
    return { versions: match === '*' ? null : versionsIn(match), unmodifiedSince: null };
  const since = headers['if-unmodified-since'];
  const date = since === undefined ? Number.NaN : Date.parse(since);
  return Number.isNaN(date) ? undefined : { versions: null, unmodifiedSince: new Date(date) };
}

/** @throws LoupeError BAD_USER_INPUT where a condition is sent that nobody would look at */
export function refusePrecondition({ headers }: FastifyRequest): void {
  for (const name of ['If-Match', 'If-Unmodified-Since']) {
    if (headers[name.toLowerCase()] === undefined) continue;
    throw badInput(name, 'is not offered here; leave it out');
  }
}

function versionsIn(list: string): readonly string[] {
  return list.split(',').map((tag) => {
    const [, opaque] = ENTITY_TAG.exec(tag) ?? [];
    if (opaque === undefined) throw badInput('If-Match', 'must be * or the ETag of an answer, in its quotes');
    return opaque.split('.')[0] ?? '';
  });
}
