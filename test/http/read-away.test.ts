import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readTextBody } from '../../src/http/raw-body.js';
import { readAway } from '../../src/http/read-away.js';

const HEAD = 'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 1000000\r\n\r\n';

let server: Server;
let client: Socket;

beforeEach(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
});
afterEach(() => {
  client.destroy();
  server.close();
});

/** Sends the beginning of a request of a million bytes, and gives it as the server sees it. */
async function begin(sentBytes: number): Promise<IncomingMessage> {
  client.write(HEAD);
  client.write(Buffer.alloc(sentBytes));
  const [request] = (await once(server, 'request')) as [IncomingMessage];
  return request;
}

describe('reading a refused request away', () => {
  it('ends when the whole body was read', async () => {
    const request = await begin(10);
    const done = readAway(request);
    client.write(Buffer.alloc(999_990));
    await done;
    expect(request.complete).toBe(true);
  });

  it('ends when the sender is gone', async () => {
    const request = await begin(10);
    const done = readAway(request);
    client.destroy();
    await done;
    expect(request.complete).toBe(false);
  });

  it('ends when the sender falls silent', async () => {
    const request = await begin(10);
    await readAway(request, { idleLimitMs: 20 });
    expect(request.complete).toBe(false);
    expect(request.destroyed).toBe(false);
  });

  it('ends when the sender goes on for too long', async () => {
    const request = await begin(10);
    const trickle = setInterval(() => client.write('.'), 5);
    await readAway(request, { idleLimitMs: 60_000, totalLimitMs: 50 });
    clearInterval(trickle);
    expect(request.complete).toBe(false);
  });

  it('happens to a body that is too large for its reader', async () => {
    const request = await begin(1_000_000);
    await expect(readTextBody(request, 100)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
    expect(request.complete).toBe(true);
  });
});
