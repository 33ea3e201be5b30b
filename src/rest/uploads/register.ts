/**
 * `/api/uploads`: files in parts by the tus protocol 1.0 (https://tus.io/protocols/resumable-upload), spoken by a library.
 * Who may upload, and what belongs to whom, is asked before a request gets there.
 */
import cookie from '@fastify/cookie';
import { Server } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { isBearer } from '../../access/access.js';
import type { BearerViewer, Viewer } from '../../access/viewer.js';
import type { Services } from '../../app/services.js';
import { noteViewer } from '../../kernel/current-request.js';
import { publicPathOf } from '../../http/base-url.js';
import { readAway } from '../../http/read-away.js';
import { SessionCookie } from '../../http/session-cookie.js';
import { sendError } from '../platform/errors.js';
import { authenticate } from '../shared/authenticate.js';
import { isOtherVersion, requirePartType, TUS_VERSION, useOwnHeaders } from './own-headers.js';

const PATH = '/api/uploads';
const UPLOADS = /^\/+api\/+uploads(?:[/?]|$)/i;

export interface UploadsContext {
  readonly services: Pick<Services, 'auth' | 'sessions' | 'resumableUploads'>;
  readonly maxBytes: number;
  readonly publicUrl: string | null;
}

export function registerUploads(http: FastifyInstance, context: UploadsContext): void {
  const { services, maxBytes, publicUrl } = context;
  const { resumableUploads } = services;
  const senders = new WeakMap<IncomingMessage, BearerViewer>();
  const tus = new Server({
    path: PATH,
    datastore: resumableUploads.files,
    maxSize: maxBytes,
    // A path and no address: it leads back by the way that the client came, also below the path of a proxy.
    generateUrl: (_request, { id }) => `${publicPathOf(publicUrl)}${PATH}/${id}`,
    namingFunction: (request) => {
      const node = request.runtime?.node?.req as IncomingMessage | undefined;
      const sender = node === undefined ? undefined : senders.get(node);
      if (sender === undefined) throw new Error('An upload begins without a sender.');
      return resumableUploads.newId(sender);
    },
  });
  const offer = {
    'Tus-Resumable': TUS_VERSION,
    'Tus-Version': TUS_VERSION,
    'Tus-Extension': resumableUploads.files.extensions.join(','),
    'Tus-Max-Size': String(maxBytes),
  };
  // Another plugin answers every OPTIONS; clients learn from it what the server can do.
  http.addHook('onSend', async ({ method, url }, reply) => {
    if (method === 'OPTIONS' && UPLOADS.test(url)) reply.headers(offer);
  });
  const handOver = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (isOtherVersion(request.raw)) {
      await readAway(request.raw);
      const message = `This server speaks tus ${TUS_VERSION}. Send the header Tus-Resumable: ${TUS_VERSION}.`;
      return reply.code(412).headers(offer).send({ Message: message });
    }
    const viewer = await senderOf(request, reply, context);
    const { id } = request.params as { id?: string };
    useOwnHeaders(request.raw, id !== undefined);
    if (id === undefined) await resumableUploads.requireAnother(viewer);
    else resumableUploads.requireOwn(viewer, id.toLowerCase());
    requirePartType(request.raw);
    if (isBearer(viewer)) senders.set(request.raw, viewer);
    reply.hijack();
    await tus.handle(request.raw, reply.raw);
    return reply;
  };
  void http.register(async (scope) => {
    await scope.register(cookie);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.setErrorHandler(async (error, request, reply) => {
      // Who is refused in the middle of sending reads why only once the bytes are off the wire.
      await readAway(request.raw);
      return sendError(error, request, reply);
    });
    scope.route({ method: 'POST', url: PATH, handler: handOver });
    // POST stands for another method, which its header names.
    scope.route({ method: ['HEAD', 'PATCH', 'DELETE', 'POST'], url: `${PATH}/:id`, handler: handOver });
  });
}

/** The user of the bearer token; of the session where a page of this server sends none. @throws LoupeError UNAUTHENTICATED */
async function senderOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { services, publicUrl }: UploadsContext,
): Promise<Viewer> {
  const { token } = new SessionCookie(request, reply, publicUrl);
  if (request.headers.authorization === undefined && token !== null) {
    const viewer = await services.sessions.viewerOf(token);
    if (viewer !== null) {
      noteViewer(viewer);
      return viewer;
    }
  }
  return authenticate(request, 'token', services.auth);
}
