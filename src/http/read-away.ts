/** Takes the rest of a refused request off the wire, so that its sender gets to read the answer. */
import type { IncomingMessage } from 'node:http';

/** As web servers do it before they close: this long without a byte, and this long in all. */
const IDLE_LIMIT_MS = 5_000;
const TOTAL_LIMIT_MS = 30_000;

/**
 * Reads and drops what is left of a body. A server that answers and closes while a sender still writes makes the system
 * reset the connection, and the answer is lost with it. Ends when the body does, when the sender is gone, or when the
 * limits are over; what comes later is dropped, too.
 */
export async function readAway(
  request: IncomingMessage,
  { idleLimitMs = IDLE_LIMIT_MS, totalLimitMs = TOTAL_LIMIT_MS } = {},
): Promise<void> {
  if (request.readableEnded || request.destroyed) {
    request.resume();
    return;
  }
  await new Promise<void>((resolve) => {
    const finish = () => {
      clearTimeout(idle);
      clearTimeout(total);
      resolve();
    };
    const idle = setTimeout(finish, idleLimitMs);
    const total = setTimeout(finish, totalLimitMs);
    request.on('data', () => idle.refresh());
    for (const event of ['end', 'close', 'error']) request.once(event, finish);
    request.resume();
  });
}
