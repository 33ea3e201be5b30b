/** Memory of messages that are done with, which V8 by itself lets lie for long. */
import { expect, test } from 'vitest';
import { MessageGarbage } from '../../src/cluster/message-garbage.js';

const MESSAGE_BYTES = 64 * 1024;
const MESSAGES = 200;
const heldBytes = () => process.memoryUsage().arrayBuffers;

test('the memory of messages that nobody holds is free soon after they were noted', async () => {
  const garbage = new MessageGarbage();
  const before = heldBytes();
  const kept = Buffer.alloc(MESSAGE_BYTES, 7);
  for (let count = 0; count < MESSAGES; count += 1) {
    garbage.note(Buffer.alloc(MESSAGE_BYTES, count).length);
    if (count % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await expect.poll(() => heldBytes() - before).toBeLessThan((MESSAGES * MESSAGE_BYTES) / 2);
  expect(kept.every((byte) => byte === 7)).toBe(true);
});
