/** Stands before several servers and leads each request to the next of them, as a balancer without memory does. */
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { pipeline } from 'node:stream';
import { MAX_HEADER_BYTES } from '../../../src/http/server.js';

export interface Balancer {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Passes bytes on as they come: headers in their order and spelling, bodies unread, and an end on one side to the other.
 *
 * @param ports of the servers, on this machine
 * @param port of its own; 0 lets the system choose
 */
export async function startBalancer(ports: readonly number[], port: number): Promise<Balancer> {
  let turn = 0;
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (asked, answer) => {
    const { method, url, rawHeaders } = asked;
    const target = { host: '127.0.0.1', port: ports[turn++ % ports.length], method, path: url };
    // Connections of its own: one that is kept open would be closed by its server at any time.
    const passed = request({ ...target, headers: rawHeaders, agent: false });
    passed.once('response', (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.statusMessage, answered.rawHeaders);
      pipeline(answered, answer, () => undefined);
    });
    passed.on('information', ({ statusCode }) => {
      if (statusCode === 100) answer.writeContinue();
    });
    passed.once('error', () => answer.destroy());
    answer.once('close', () => passed.destroy());
    asked.once('error', () => passed.destroy());
    asked.pipe(passed);
  });
  // Whether to go on is for the servers to say.
  server.on('checkContinue', (asked, answer) => server.emit('request', asked, answer));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { port: portOf(server), close: () => close(server) };
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
