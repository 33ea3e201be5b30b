import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startTestApp } from '../kit/app.js';

const BODY = JSON.stringify({ query: '{ __typename }' });
const HEAD = [
  'POST /graphql HTTP/1.1',
  'Host: loupe',
  'Content-Type: application/json',
  `Content-Length: ${BODY.length}`,
  'Expect: 100-continue',
].join('\r\n');

async function connected(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return socket;
}

/** Sends a request, and resolves when the server works on it. */
async function begin(socket: Socket): Promise<void> {
  socket.write(`${HEAD}\r\n\r\n`);
  await once(socket, 'readable');
}

test('a server that ends answers what is under way, and waits for no client to let its connection go', async () => {
  const loupe = await startTestApp({ isAlone: true });
  const [unused, idle, busy] = await Promise.all([
    connected(loupe.url),
    connected(loupe.url),
    connected(loupe.url),
  ]);
  await begin(idle);
  idle.write(BODY);
  await begin(busy);
  const ended = loupe.close();
  busy.write(BODY);
  const [nothing, before, meanwhile] = await Promise.all([text(unused), text(idle), text(busy), ended]);
  expect(nothing).toBe('');
  for (const said of [before, meanwhile]) {
    expect(said).toContain('HTTP/1.1 200 OK');
    expect(said).toContain('"__typename":"Query"');
  }
});

test('nor for bytes of a request that is answered without them', async () => {
  const loupe = await startTestApp({ isAlone: true });
  const socket = await connected(loupe.queryUrl);
  await begin(socket);
  const [said] = await Promise.all([text(socket), loupe.close()]);
  expect(said).toContain('There is no operation');
});
