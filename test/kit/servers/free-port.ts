/** A port for a program that has to be told one before it starts. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below what systems choose by themselves: nobody else gets it before the program has started. */
const FIRST = 20_000;
const LAST = 30_000;

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await Promise.race([
      once(server, 'listening').then(() => true),
      once(server, 'error').then(() => false),
    ]).catch(() => false);
    await new Promise((resolve) => server.close(resolve));
    if (isFree) return port;
  }
}
