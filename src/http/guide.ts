/** Serves the documentation as a site below `/guide`. */
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { cachingOf } from './site-files.js';

const COMPRESSED = /\.(br|gz)$/;
const FIRST_PAGE = 'index.html';

/** The pages bring neither scripts nor styles within them. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PREPARING_SECONDS = 3;
const PREPARING = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta http-equiv="refresh" content="${PREPARING_SECONDS}">
<title>The guide is being prepared</title><h1>The guide is being prepared</h1>
<p>It appears here in a moment; this page looks for it again by itself.</p>
<p>Does it stay away? Run <code>npm run setup</code>, which says why.</p></html>`;

/**
 * `npm start` builds the guide beside the running server: until it is there, a page says so.
 *
 * @param folder  where the built guide lies, or will lie; null serves none
 * @param ownPath what a proxy takes off before the addresses of this server; empty for nothing
 */
export function registerGuide(http: FastifyInstance, folder: string | null, ownPath: string): void {
  if (folder === null) return;
  const index = join(folder, FIRST_PAGE);
  const dress = (path: string, reply: FastifyReply): void => {
    reply.header('Cache-Control', cachingOf(path)).header('Content-Security-Policy', POLICY);
  };
  const prepare = async (
    _request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply | undefined> => {
    if (existsSync(index)) return undefined;
    dress(FIRST_PAGE, reply);
    reply.header('Retry-After', String(PREPARING_SECONDS)).type('text/html; charset=utf-8');
    return reply.status(503).send(PREPARING);
  };
  void http.register(async (scope) => {
    scope.addHook('onRequest', prepare);
    await scope.register(fastifyStatic, {
      root: folder,
      prefix: '/guide/',
      index: false,
      dotfiles: 'ignore',
      decorateReply: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => dress(path.slice(folder.length + 1).replace(COMPRESSED, ''), reply),
    });
    // The router takes the address with and without its last slash for the same; links on the page are not.
    scope.get('/guide', async (request, reply) => {
      const [path = '', query] = request.url.split('?');
      if (!path.endsWith('/'))
        return reply.redirect(`${ownPath}/guide/${query === undefined ? '' : `?${query}`}`, 308);
      dress(FIRST_PAGE, reply);
      return reply.type('text/html; charset=utf-8').send(createReadStream(index));
    });
  });
}
