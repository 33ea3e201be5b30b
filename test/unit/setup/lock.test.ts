import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { identityOf } from '../../../scripts/node/process.cjs';
import { withLock } from '../../../scripts/setup/lock.mjs';

const MISSING_PID = 2 ** 22 + 1;

describe('the set-up lock', () => {
  let dir: string;
  let file: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'loupe-lock-'));
    file = join(dir, 'setup.lock');
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  it('lets one run at a time, and shows the other which run it waits for', async () => {
    const order: string[] = [];
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const first = withLock(
      file,
      () => order.push('first waited'),
      async () => {
        await held;
        order.push('first');
      },
    ) as Promise<void>;
    const second = withLock(
      file,
      (pid: number) => {
        order.push(`waits for ${pid}`);
        release();
      },
      async () => order.push('second'),
    ) as Promise<unknown>;
    await Promise.all([first, second]);
    expect(order).toEqual([`waits for ${process.pid}`, 'first', 'second']);
  });

  it('is taken over from a process that died', async () => {
    writeFileSync(file, `${MISSING_PID}`);
    expect(
      await withLock(
        file,
        () => expect.unreachable(),
        async () => 'done',
      ),
    ).toBe('done');
  });

  it("is taken over when another process bears the dead owner's id", async () => {
    const [pid, startTime] = (identityOf(process.pid) ?? '').split(' ');
    writeFileSync(file, `${pid} ${Number(startTime) - 1}`);
    expect(
      await withLock(
        file,
        () => expect.unreachable(),
        async () => 'done',
      ),
    ).toBe('done');
  });

  it('is released when the work fails', async () => {
    const failing = withLock(
      file,
      () => undefined,
      async () => {
        throw new Error('compiler broke');
      },
    ) as Promise<never>;
    await expect(failing).rejects.toThrow('compiler broke');
    expect(existsSync(file)).toBe(false);
  });
});
