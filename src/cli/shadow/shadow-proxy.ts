/**
 * Stands before the old server: clients get its answers, and the new server gets the same requests beside them. What the new
 * server does, and whether it is there, clients never see.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { RecordedRequest } from './recorded-requests.js';
import { compared, isSent, leftOut, send, type ShadowOptions, type ShadowResult } from './shadow-run.js';

/** fetch has unpacked the body, and the connection to the client is another one. */
const OF_TRANSFER = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'transfer-encoding',
]);

export interface ShadowProxy {
  readonly port: number;
  close(): Promise<void>;
}

/** @param onResult is called for each request once both have answered */
export async function startShadowProxy(
  port: number,
  options: ShadowOptions,
  onResult: (result: ShadowResult) => void,
): Promise<ShadowProxy> {
  const open = new Set<Promise<void>>();
  const server = createServer((request, response) => {
    const work = answer(request, response, options, onResult).catch(() => void response.destroy());
    open.add(work);
    void work.finally(() => open.delete(work));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      await closed(server);
      await Promise.all(open);
    },
  };
}

async function answer(
  incoming: IncomingMessage,
  response: ServerResponse,
  options: ShadowOptions,
  onResult: (result: ShadowResult) => void,
): Promise<void> {
  const request = await requestOf(incoming);
  const isCompared = isSent(request, options);
  const beside = isCompared ? send('new', request, options) : null;
  const old = await send('old', request, options);
  if (old instanceof Error) {
    response
      .writeHead(502, { 'Content-Type': 'text/plain' })
      .end('The server behind the proxy does not answer.');
  } else {
    for (const [name, value] of old.headers) {
      if (!OF_TRANSFER.has(name)) response.appendHeader(name, value);
    }
    response.writeHead(old.answer.status).end(old.answer.body);
  }
  onResult(beside === null ? leftOut(request) : compared(request, old, await beside, options));
}

async function requestOf(incoming: IncomingMessage): Promise<RecordedRequest> {
  const body = await buffer(incoming);
  const headers: [string, string][] = [];
  for (let at = 0; at + 1 < incoming.rawHeaders.length; at += 2)
    headers.push([incoming.rawHeaders[at] ?? '', incoming.rawHeaders[at + 1] ?? '']);
  const { method = 'GET', url = '/' } = incoming;
  return { method, path: url, headers, body: body.length === 0 ? null : body };
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
