/** Finds out who calls, by bearer token or ApiKey. */
import type { FastifyRequest } from 'fastify';
import { noteViewer } from '../../kernel/current-request.js';
import { hasRoleFor } from '../../access/access.js';
import { anonymous, type Viewer } from '../../access/viewer.js';
import { LoupeError } from '../../kernel/errors.js';
import type { AuthService } from '../../users/sessions/auth.service.js';

/**
 * Who may call: holders of a token, holders of an ApiKey (a token sent along is ignored), either (a token
 * when it is valid, otherwise the ApiKey), callers with no token or a valid one, or anybody.
 */
export type Authentication = 'token' | 'apiKey' | 'tokenOrApiKey' | 'optionalToken' | 'none';

/** @throws LoupeError UNAUTHENTICATED */
export async function authenticate(
  request: FastifyRequest,
  needed: Authentication,
  auth: AuthService,
): Promise<Viewer> {
  const viewer = await viewerOf(request, needed, auth);
  noteViewer(viewer);
  return viewer;
}

async function viewerOf(request: FastifyRequest, needed: Authentication, auth: AuthService): Promise<Viewer> {
  switch (needed) {
    case 'none':
      return anonymous;
    case 'optionalToken':
      if (bearerTokenOf(request) === null) return anonymous;
      return (await viewerOfToken(request, auth)) ?? refuse(wrongTokenHint);
    case 'token':
      return (await viewerOfToken(request, auth)) ?? refuse(tokenHint);
    case 'apiKey':
      return (await viewerOfApiKey(request, auth)) ?? refuse(apiKeyHint);
    case 'tokenOrApiKey': {
      const user = await viewerOfToken(request, auth);
      if (user !== null && hasRoleFor(user, 'user:write')) return user;
      return (await viewerOfApiKey(request, auth)) ?? user ?? refuse(apiKeyHint);
    }
  }
}

const tokenHint =
  'Log in by POST /token, then send the header "Authorization: Bearer <token>". The token is missing, wrong or expired.';
const wrongTokenHint = 'The token is wrong or expired. Log in again by POST /token.';
const apiKeyHint = 'Send the header ApiKey with the key of your organization. The key is missing or unknown.';

function refuse(message: string): never {
  throw new LoupeError('UNAUTHENTICATED', message);
}

/** The scheme is compared without case: the field's clients send `bearer`. */
export function bearerTokenOf(request: FastifyRequest): string | null {
  return /^\s*bearer\s+(\S+)\s*$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

export function apiKeyOf(request: FastifyRequest): string | null {
  const value = request.headers['apikey'];
  const key = (Array.isArray(value) ? value[0] : value)?.trim();
  return key === undefined || key === '' ? null : key;
}

async function viewerOfToken(request: FastifyRequest, auth: AuthService): Promise<Viewer | null> {
  const token = bearerTokenOf(request);
  return token === null ? null : auth.viewerOfToken(token);
}

async function viewerOfApiKey(request: FastifyRequest, auth: AuthService): Promise<Viewer | null> {
  const key = apiKeyOf(request);
  return key === null ? null : auth.viewerOfApiKey(key);
}
