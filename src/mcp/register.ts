/** Serves the tools for assistants at `/mcp` (Streamable HTTP, without sessions), to programs that show a machine token. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { McpHttpHandler } from '@modelcontextprotocol/server';
import type { Viewer } from '../access/viewer.js';
import { noteViewer } from '../kernel/current-request.js';
import { LoupeError } from '../kernel/errors.js';
import { Courier, type Send } from './courier.js';

/** A photo in Base64 with what is around it. */
const MOST_BYTES = 9 * 1024 * 1024;
/** The requests that a call of a tool makes come from where the call came from. */
const PASSED_ON = [
  'authorization',
  'host',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'x-request-id',
];

const couriers = new WeakMap<Request, Courier>();

interface Tokens {
  readonly auth: { viewerOfToken(token: string): Promise<Viewer | null> };
}

export function registerMcp(http: FastifyInstance, { auth }: Tokens): void {
  let handler: Promise<McpHttpHandler> | null = null;
  http.route({
    url: '/mcp',
    method: ['GET', 'POST', 'DELETE'],
    bodyLimit: MOST_BYTES,
    handler: async (request, reply) => {
      const [, token = ''] = /^bearer +(lmt_\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
      const viewer = token === '' ? null : await auth.viewerOfToken(token);
      if (viewer?.kind !== 'machine') {
        reply.header('WWW-Authenticate', 'Bearer');
        throw new LoupeError(
          'UNAUTHENTICATED',
          'Send "Authorization: Bearer <machine token>" (it begins with lmt_) with a token that is neither expired nor revoked.',
        );
      }
      noteViewer(viewer);
      handler ??= openHandler(http);
      const { fetch } = await handler;
      const asked = requestOf(request);
      couriers.set(asked, new Courier(within(http, request)));
      const body = request.method === 'POST' ? { parsedBody: request.body } : {};
      return reply.send(await fetch(asked, body));
    },
  });
  // A stream of events would keep the server from closing.
  http.addHook('preClose', async () => (await handler)?.close());
}

/** The SDK is loaded with the first request. */
async function openHandler(http: FastifyInstance): Promise<McpHttpHandler> {
  const { createMcpHandler } = await import('@modelcontextprotocol/server');
  const { createMcpServer } = await import('./mcp-server.js');
  return createMcpHandler(
    async ({ requestInfo }) => {
      const courier = requestInfo === undefined ? undefined : couriers.get(requestInfo);
      if (courier === undefined) throw new Error('A request of the SDK has lost its caller.');
      return createMcpServer(courier);
    },
    {
      maxRequestBodySize: MOST_BYTES,
      maxSubscriptions: 1,
      onerror: (error) => http.log.debug({ err: error }, 'MCP request refused'),
    },
  );
}

function requestOf({ method, url, headers, host }: FastifyRequest): Request {
  const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || name === 'content-length' || name.startsWith(':') ? [] : [[name, String(value)]],
  );
  return new Request(new URL(url, `http://${host}`), { method, headers: given });
}

/** Through the same routes, hooks and limits as requests from outside, without the network. */
function within(http: FastifyInstance, { headers, socket }: FastifyRequest): Send {
  const passed = Object.fromEntries(
    PASSED_ON.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  );
  return async ({ method, path, contentType, body }) => {
    const answer = await http.inject({
      method,
      url: path,
      remoteAddress: socket.remoteAddress ?? '127.0.0.1',
      headers: { ...passed, ...(contentType === undefined ? {} : { 'content-type': contentType }) },
      ...(body === undefined ? {} : { payload: body }),
    });
    return {
      status: answer.statusCode,
      contentType: String(answer.headers['content-type'] ?? ''),
      body: answer.rawPayload,
    };
  };
}
