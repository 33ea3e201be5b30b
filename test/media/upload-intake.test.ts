import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UploadIntake } from '../../src/media/uploads/upload-intake.js';

const MB = 1024 * 1024;
let folder: string;
let intake: UploadIntake;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loupe-test-'));
  intake = new UploadIntake(folder);
  await intake.prepare();
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function* chunks(count: number, failAfter = Infinity): AsyncGenerator<Buffer> {
  for (let i = 0; i < count; i += 1) {
    if (i >= failAfter) throw new Error('socket hang up');
    yield Buffer.alloc(MB, i + 1);
  }
}

describe('an upload', () => {
  it('that is small stays in memory', async () => {
    const file = await intake.receive(chunks(2), { maxBytes: 20 * MB, originalName: '../../etc/passwd' });
    expect(await readdir(folder)).toEqual([]);
    expect(file).toMatchObject({ sizeBytes: 2 * MB, originalName: '../../etc/passwd' });
    expect((await file.bytes()).equals(Buffer.concat([Buffer.alloc(MB, 1), Buffer.alloc(MB, 2)]))).toBe(true);
    await file.discard();
  });

  it('that is large goes to disk, reads the same and is gone when discarded', async () => {
    const file = await intake.receive(chunks(9), { maxBytes: 20 * MB });
    expect(await readdir(folder)).toHaveLength(1);
    const bytes = await file.bytes();
    expect([bytes.length, bytes[0], bytes[8 * MB]]).toEqual([9 * MB, 1, 9]);
    await file.discard();
    expect(await readdir(folder)).toEqual([]);
  });

  it.each([2, 9])('of %i MB over the limit is refused and leaves nothing', async (count) => {
    await expect(intake.receive(chunks(count), { maxBytes: MB * count - 1 })).rejects.toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
      status: 413,
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it('that breaks off is refused and leaves nothing', async () => {
    await expect(intake.receive(chunks(9, 7), { maxBytes: 20 * MB })).rejects.toMatchObject({
      code: 'UPLOAD_INCOMPLETE',
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it('without a byte is refused', async () => {
    await expect(intake.receive([], { maxBytes: MB })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
  });
});
