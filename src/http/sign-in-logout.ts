/** `POST /sign-in/:id/logout`: a provider ends sessions here (OpenID Connect Back-Channel Logout 1.0). */
import type { FastifyInstance } from 'fastify';
import { LoupeError } from '../kernel/errors.js';
import type { SignInService } from '../users/sign-in/sign-in.service.js';
import { readUrlEncodedBody } from './raw-body.js';

const MAX_BYTES = 64 * 1024;

export function registerSignInLogout(
  http: FastifyInstance,
  signIn: Pick<SignInService, 'endByProvider'>,
): void {
  void http.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    scope.post('/sign-in/:id/logout', async (request, reply) => {
      const { id } = request.params as { readonly id: string };
      void reply.header('cache-control', 'no-store');
      try {
        const form = await readUrlEncodedBody(request.raw, MAX_BYTES);
        const token = [...form].find(([name]) => name === 'logout_token')?.[1] ?? '';
        await signIn.endByProvider(id, token);
        return await reply.code(200).send();
      } catch (error) {
        if (!(error instanceof LoupeError)) throw error;
        // An unknown provider is answered like a token that is not valid.
        return reply.code(400).send({ error: 'invalid_request' });
      }
    });
    done();
  });
}
