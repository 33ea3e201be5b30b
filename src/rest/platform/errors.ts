/** The platform's error bodies: `{"Message": …, "ModelState"?: {"<Member>": […]}}`. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LoupeError } from '../../kernel/errors.js';
import { expected, refuse } from '../../http/errors.js';

const MASKED_MESSAGE =
  'The server failed. Try again; if it happens again, tell the operator the time of the request.';

interface ErrorBody {
  readonly Message: string;
  readonly ModelState?: Readonly<Record<string, readonly string[]>>;
}

/** `positionXPercent` → `PositionX`, `languageCode` → `LanguageCode`: the member's name on the wire. */
function wireMember(field: string): string {
  return field
    .split('.')
    .map((segment) => segment.replace(/Percent$/, '').replace(/^[a-z]/, (first) => first.toUpperCase()))
    .join('.');
}

/** The body of an error answer. */
export function errorBody(error: LoupeError): ErrorBody {
  const fields = Object.entries(error.fields).map(
    ([field, messages]) => [wireMember(field), messages] as const,
  );
  if (fields.length === 0) return { Message: error.message };
  return {
    Message: fields.map(([member, messages]) => `${member}: ${messages.join(', ')}`).join('; '),
    ModelState: Object.fromEntries(fields),
  };
}

/** Sends an error in the platform's form; what is not expected is logged and masked. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = expected(error, request, MASKED_MESSAGE);
  return refuse(reply, known).send(errorBody(known));
}
