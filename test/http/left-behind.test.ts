/** Clients that begin an upload that nobody wants to read, and leave. */
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { useTestApp } from '../kit/use-app.js';

const loupe = useTestApp();

const CLIENTS = 40;
const [LOCAL_ADDRESS, STATE] = [1, 3];
/** ESTABLISHED and CLOSE-WAIT: the server has not hung up. */
const OPEN_STATES = ['01', '08'];

/** Connections of the server's main port that it holds open, as the kernel counts them. */
async function connectionCount(): Promise<number> {
  const port = Number(new URL(loupe.url).port).toString(16).toUpperCase().padStart(4, '0');
  const rows = (await readFile('/proc/net/tcp', 'utf8')).split('\n').map((row) => row.trim().split(/\s+/));
  return rows.filter(
    (row) => row[LOCAL_ADDRESS]?.endsWith(`:${port}`) === true && OPEN_STATES.includes(row[STATE] ?? ''),
  ).length;
}

const form = (operations: string) =>
  [
    '--b',
    'Content-Disposition: form-data; name="operations"',
    '',
    operations,
    '--b',
    'Content-Disposition: form-data; name="map"',
    '',
    '{"0":["variables.f"]}',
    '--b',
    'Content-Disposition: form-data; name="0"; filename="a.jpg"',
    'Content-Type: image/jpeg',
    '',
    'x'.repeat(100_000),
  ].join('\r\n');

/** Announces 9 MB, sends 100 kB and hangs up. */
async function beginAndLeave(path: string, body: string): Promise<void> {
  const { hostname, port } = new URL(loupe.url);
  const socket: Socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${hostname}`,
    'GraphQL-Require-Preflight: 1',
    'Content-Type: multipart/form-data; boundary=b',
    'Content-Length: 9000000',
    '',
    body,
  ].join('\r\n');
  await new Promise<void>((resolve) => socket.write(head, () => resolve()));
  socket.destroy();
}

test.each([
  ['a GraphQL document that does not exist', '/graphql', '{"query":"{nope}"}'],
  ['a GraphQL document that is none', '/graphql', '{"query":"{"}'],
  ['no JSON', '/graphql', 'nope'],
  ['a document without a login', '/api/Documents', '{}'],
  ['a scan without a key', '/api/EnrichedImages', '{}'],
])('%s leaves no connection behind', async (_what, path, operations) => {
  await Promise.all(Array.from({ length: CLIENTS }, () => beginAndLeave(path, form(operations))));
  await expect.poll(connectionCount, { timeout: 10_000 }).toBe(0);
});
