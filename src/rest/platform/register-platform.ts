import type { FastifyInstance } from 'fastify';
import { LoupeError } from '../../kernel/errors.js';
import type { PlatformContext } from './call.js';
import { sendError } from './errors.js';
import { loginRoutes, sendLoginError } from '../../users/sessions/login.rest.js';
import { registerRoutes } from './register.js';
import { platformRoutes } from './routes.js';

/** Hangs the platform's REST surface on the HTTP server; addresses that nobody serves are answered in its form. */
export function registerPlatform(http: FastifyInstance, context: PlatformContext): void {
  http.setErrorHandler(sendError);
  http.setNotFoundHandler((request, reply) => {
    const elsewhere = context.answerElsewhere(request, reply);
    if (elsewhere !== null) return elsewhere;
    const path = request.url.split('?')[0] ?? '';
    return sendError(
      new LoupeError('NOT_FOUND', `Nothing is served at ${path.slice(0, 200)}.`),
      request,
      reply,
    );
  });
  registerRoutes(http, loginRoutes, context, sendLoginError);
  registerRoutes(http, platformRoutes, context);
}
