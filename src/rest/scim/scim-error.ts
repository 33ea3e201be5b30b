/** Refusals in the form of RFC 7644, 3.12. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expected, refuse } from '../../http/errors.js';
import { LoupeError } from '../../kernel/errors.js';

/** Keywords of the RFC for what is wrong with a request. */
type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness';

const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';
export const SCIM_MEDIA_TYPE = 'application/scim+json; charset=utf-8';

/** A fault of the request that has a keyword. */
export class ScimError extends LoupeError {
  constructor(
    readonly scimType: ScimType,
    message: string,
  ) {
    super('BAD_USER_INPUT', message);
  }
}

/** Sends an error; what is not expected is logged and masked. */
export function sendScimError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = expected(
    error,
    request,
    'The server failed. Try again; if it happens again, tell the operator.',
  );
  const scimType = typeOf(known);
  const body = {
    schemas: [ERROR_SCHEMA],
    status: String(known.status),
    ...(scimType === null ? {} : { scimType }),
    detail: known.message,
  };
  return refuse(reply, known).type(SCIM_MEDIA_TYPE).send(JSON.stringify(body));
}

function typeOf(error: LoupeError): ScimType | null {
  if (error instanceof ScimError) return error.scimType;
  if (error.code === 'CONFLICT' && Object.keys(error.fields).length > 0) return 'uniqueness';
  if (error.code !== 'BAD_USER_INPUT') return null;
  return 'body' in error.fields ? 'invalidSyntax' : 'invalidValue';
}
