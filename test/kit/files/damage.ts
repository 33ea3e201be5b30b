/** Damage as a disk does it. */
import { open } from 'node:fs/promises';

/** Changes one bit of a file in its place, so that who has it open sees it. */
export async function flipBit(path: string, at: number): Promise<void> {
  const file = await open(path, 'r+');
  const byte = Buffer.alloc(1);
  await file.read(byte, 0, 1, at);
  await file.write(Buffer.of((byte[0] ?? 0) ^ (1 << (at % 8))), 0, 1, at);
  await file.close();
}
