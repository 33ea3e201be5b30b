/** Serves the documentation as a site below `/guide`. */
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cachingOf } from './console-files.js';

const COMPRESSED = /\.(br|gz)$/;
const FIRST_PAGE = 'index.html';

/** @param folder where the built guide lies; null serves none */
export function registerGuide(http: FastifyInstance, folder: string | null): void {
  if (folder === null) return;
  const checksums = JSON.parse(
    readFileSync(join(folder, 'inline-scripts.json'), 'utf8'),
  ) as readonly string[];
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${checksums.map((checksum) => `'${checksum}'`).join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  const dress = (path: string, reply: FastifyReply): void => {
    reply.header('Cache-Control', cachingOf(path)).header('Content-Security-Policy', policy);
  };
  void http.register(fastifyStatic, {
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
  http.get('/guide', async (request, reply) => {
    const [path = '', query] = request.url.split('?');
    if (!path.endsWith('/')) return reply.redirect(`/guide/${query === undefined ? '' : `?${query}`}`, 308);
    dress(FIRST_PAGE, reply);
    return reply.type('text/html; charset=utf-8').send(createReadStream(join(folder, FIRST_PAGE)));
  });
}
