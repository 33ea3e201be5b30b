/** `POST /token`: the password grant of OAuth 2.0 (RFC 6749, 4.3), whose errors have a form of their own (5.2). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { badInput, type ErrorCode, LoupeError } from '../../kernel/errors.js';
import { isMultipart } from '../../http/multipart/form-reader.js';
import { readUrlEncodedBody } from '../../http/raw-body.js';
import { CaselessValues } from '../../rest/shared/parameters.js';
import { noContent, ok } from '../../rest/platform/answer.js';
import { apiKeyOf, bearerTokenOf } from '../../rest/shared/authenticate.js';
import type { Call } from '../../rest/platform/call.js';
import { sendError } from '../../rest/platform/errors.js';
import type { Route } from '../../rest/platform/route.js';
import { loginView } from '../user.view.js';

const loginForm = z.object({ grant_type: z.literal('password'), username: z.string(), password: z.string() });
const MAX_LOGIN_BYTES = 16 * 1024;

export const loginRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/token',
    authentication: 'none',
    isSecret: true,
    summary: 'Log in with grant_type=password, username and password; the header ApiKey is mandatory',
    urlencoded: loginForm,
    headers: { 'ApiKey*': 'Key of the organization of the user, or of one above it' },
    answer: loginView.shape,
    handle: async (call) => {
      const form = await readLoginForm(call);
      const grant = form.get('grant_type');
      if (grant === null) throw badInput('grant_type', 'is missing; send grant_type=password');
      if (grant.toLowerCase() !== 'password') {
        throw new LoupeError('UNSUPPORTED_GRANT', 'Only grant_type=password is offered.');
      }
      const login = await call.services.auth.login({
        apiKey: apiKeyOf(call.request),
        userName: form.get('username') ?? '',
        password: form.all('password')[0] ?? '',
        address: call.request.ip,
      });
      return ok(loginView.of(login));
    },
  },
  {
    method: 'POST',
    path: '/token/revoke',
    authentication: 'token',
    summary: 'Log out: the token that is sent is good for nothing from now on',
    handle: async (call) => {
      await call.services.auth.logout(bearerTokenOf(call.request) ?? '');
      return noContent;
    },
  },
];

async function readLoginForm(call: Call): Promise<CaselessValues> {
  if (isMultipart(call.header('Content-Type') ?? undefined)) {
    throw new LoupeError('UNSUPPORTED_MEDIA', 'Send the login as application/x-www-form-urlencoded.');
  }
  const form = new CaselessValues(null);
  for (const [name, value] of await readUrlEncodedBody(call.request.raw, MAX_LOGIN_BYTES)) {
    form.add(name, value);
  }
  return form;
}

const errorNames: Partial<Record<ErrorCode, string>> = {
  INVALID_GRANT: 'invalid_grant',
  SIGN_IN_FAILED: 'invalid_grant',
  SECOND_FACTOR_REQUIRED: 'invalid_grant',
  INVALID_CLIENT: 'invalid_client',
  UNSUPPORTED_GRANT: 'unsupported_grant_type',
  BAD_USER_INPUT: 'invalid_request',
};

/** Errors that are about the login have the form of OAuth; others look as everywhere. */
export function sendLoginError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const name = error instanceof LoupeError ? errorNames[error.code] : undefined;
  if (!(error instanceof LoupeError) || name === undefined) return sendError(error, request, reply);
  return reply.code(error.status).send({ error: name, error_description: error.message });
}
