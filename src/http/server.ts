/** The Fastify instance that every surface is registered on, and its listeners. */
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import Fastify from 'fastify';
import {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Config } from '../config.js';
import { publicPathOf, withoutPublicPath } from './base-url.js';
import { followCertificate, readCertificate } from './certificate.js';
import { EndingConnections } from './ending-connections.js';
import { requestIdOf } from './observation.js';
import { parseQuery } from './query.js';
import { currentLimit, type LimitNote } from '../kernel/current-request.js';

/**
 * Headers with what is left of the limit that the caller is closest to: `RateLimit-Limit`, `-Remaining`, `-Reset` (seconds) and
 * `-Policy`, as draft-ietf-httpapi-ratelimit-headers-06 has them, and `Retry-After` where they are over it.
 */
const rateLimitHeaders = [
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'RateLimit-Policy',
] as const;

function useRateLimitHeaders(http: FastifyInstance): void {
  http.addHook('onSend', (_request, reply, payload, done) => {
    const note = currentLimit();
    if (note !== null) tellLimit(reply, note);
    done(null, payload);
  });
}

function tellLimit(reply: FastifyReply, { limit, windowS, remaining, resetS }: LimitNote): void {
  reply.headers({
    'RateLimit-Limit': limit,
    'RateLimit-Remaining': remaining,
    'RateLimit-Reset': resetS,
    'RateLimit-Policy': `${limit};w=${windowS}`,
  });
  if (reply.statusCode === 429) reply.header('Retry-After', resetS);
}

/** How many connections one address may hold, so that no single client uses them all. */
export class ConnectionLimit {
  private readonly counts = new Map<string, number>();

  /** @param most for each address; null for as many as they like */
  constructor(private readonly most: number | null) {}

  /** Hangs up on connections above the limit. */
  watch(server: Server): void {
    if (this.most !== null) server.on('connection', (socket: Socket) => this.take(socket));
  }

  private take(socket: Socket): void {
    const address = socket.remoteAddress ?? '';
    const count = (this.counts.get(address) ?? 0) + 1;
    if (count > (this.most ?? count)) {
      socket.destroy();
      return;
    }
    this.counts.set(address, count);
    socket.once('close', () => {
      const left = (this.counts.get(address) ?? 1) - 1;
      if (left === 0) this.counts.delete(address);
      else this.counts.set(address, left);
    });
  }
}

/** Long enough for a slow phone upload, short enough to shake off a client that sends nothing. */
const REQUEST_TIMEOUT_MS = 120_000;
const HEADERS_TIMEOUT_MS = 30_000;
/** The engine takes every parameter in the address, also lists of 10,000 ids and signatures. */
export const MAX_HEADER_BYTES = 1024 * 1024;

/** Half a year, as long as a browser may insist on TLS for this name. */
const HSTS = 'max-age=15552000';

/** Answers bytes that are no request, when there is somebody to answer. */
export type AnswersUnparsable = (
  error: Error & { readonly code?: string; readonly rawPacket?: unknown },
  socket: Duplex,
) => void;

/** How requests are answered that no surface gets to see. */
export interface UnreadableRequests {
  /** Those whose path cannot be decoded. */
  readonly sendUnroutable: (error: Error, request: FastifyRequest, reply: FastifyReply) => void;
  readonly answerUnparsable: AnswersUnparsable;
}

/**
 * Paths match without case and with or without a trailing slash, because the field's clients write them every way.
 * JSON bodies are bounded here; files have their own limit where they are read.
 */
export function createHttp(
  config: Config,
  logger: FastifyBaseLogger,
  { sendUnroutable, answerUnparsable }: UnreadableRequests,
): FastifyInstance {
  const ownPath = publicPathOf(config.publicUrl);
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 2 * 1024 * 1024,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { maxHeaderSize: MAX_HEADER_BYTES },
    trustProxy: config.publicUrl !== null,
    rewriteUrl: ({ url = '/' }) => withoutPublicPath(url, ownPath),
    requestIdHeader: false,
    genReqId: ({ headers }) => requestIdOf(headers),
    // Lines name their request by the current one, wherever they are written.
    childLoggerFactory: (whole) => whole,
    clientErrorHandler: answerUnparsable,
    frameworkErrors: (error, request, reply) => sendUnroutable(error, request, reply as FastifyReply),
    routerOptions: {
      caseSensitive: false,
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: true,
      querystringParser: parseQuery,
    },
  });
  app.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: [
      'Content-Range',
      'ETag',
      'Location',
      'Retry-After',
      'Loupe-Conflicts',
      'Link',
      'X-Total-Count',
      'Idempotency-Replayed',
      'X-Request-Id',
      ...rateLimitHeaders,
    ],
    maxAge: 86_400,
    // An OPTIONS request that is no preflight is answered like one, not refused.
    strictPreflight: false,
  });
  app.register(helmet, {
    // Pages bring a policy of their own; answers to programs need none.
    contentSecurityPolicy: false,
    // Pictures are shown on the publishers' own pages, too.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    hsts: false,
  });
  app.addHook('onRequest', ({ protocol }, reply, done) => {
    if (protocol === 'https') reply.header('Strict-Transport-Security', HSTS);
    done();
  });
  useRateLimitHeaders(app);
  // Multipart bodies stay on the raw request: each surface reads them with its own limits.
  app.addContentTypeParser(/^multipart\//i, (_request, _payload, done) => done(null));
  return app;
}

export interface Listener {
  readonly name: 'main' | 'modify' | 'query' | 'tls';
  readonly port: number;
}

const listenersOfRequests = new WeakMap<IncomingMessage, Listener['name']>();

/** The listener of the engine that a request came in by; null for the others, which serve every surface alike. */
export function engineListenerOf(request: IncomingMessage): 'modify' | 'query' | null {
  const name = listenersOfRequests.get(request);
  return name === 'modify' || name === 'query' ? name : null;
}

/** Listens on every configured port with the same routes. */
export class Listeners {
  private readonly extra: Server[] = [];
  private readonly connections: ConnectionLimit;
  private readonly ending = new EndingConnections();
  private stopFollowing: () => void = () => undefined;

  constructor(
    private readonly app: FastifyInstance,
    private readonly config: Config,
    private readonly answerUnparsable: AnswersUnparsable,
  ) {
    this.connections = new ConnectionLimit(config.connectionsPerAddress);
  }

  /** @returns the ports that are really used (the system chooses where 0 was asked) */
  async open(): Promise<readonly Listener[]> {
    const { config, app } = this;
    this.connections.watch(app.server);
    this.ending.watch(app.server);
    await app.listen({ host: config.host, port: config.port });
    app.server.headersTimeout = HEADERS_TIMEOUT_MS;
    const listeners: Listener[] = [{ name: 'main', port: portOf(app.server) }];
    const routeOf =
      (name: Listener['name']): RequestListener =>
      (request, response) => {
        listenersOfRequests.set(request, name);
        app.routing(request, response);
      };
    if (config.modifyPort !== null) {
      listeners.push(
        await this.add(
          'modify',
          createHttpServer({ maxHeaderSize: MAX_HEADER_BYTES }, routeOf('modify')),
          config.modifyPort,
        ),
      );
    }
    if (config.queryPort !== null) {
      listeners.push(
        await this.add(
          'query',
          createHttpServer({ maxHeaderSize: MAX_HEADER_BYTES }, routeOf('query')),
          config.queryPort,
        ),
      );
    }
    if (config.tls !== null) {
      const server = createHttpsServer(
        { ...readCertificate(config.tls), maxHeaderSize: MAX_HEADER_BYTES },
        routeOf('tls'),
      );
      this.stopFollowing = followCertificate(server, config.tls, app.log);
      listeners.push(await this.add('tls', server, config.tls.port));
    }
    return listeners;
  }

  /** Takes no new connections, lets running requests end, then frees the ports. */
  async close(): Promise<void> {
    this.stopFollowing();
    const closed = Promise.all([
      this.app.close(),
      ...this.extra.map((server) => new Promise<void>((resolve) => void server.close(() => resolve()))),
    ]);
    this.ending.end();
    await closed;
  }

  private async add(name: Listener['name'], server: Server, port: number): Promise<Listener> {
    server.on('clientError', this.answerUnparsable);
    this.connections.watch(server);
    this.ending.watch(server);
    server.requestTimeout = REQUEST_TIMEOUT_MS;
    server.headersTimeout = HEADERS_TIMEOUT_MS;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, this.config.host, () => {
        server.off('error', reject);
        resolve();
      });
    });
    this.extra.push(server);
    return { name, port: portOf(server) };
  }
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
