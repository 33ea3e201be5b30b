/** Output that nobody reads to the end, as of `loupe --help | head -1`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { program } from '../kit/command.js';

test.each([['--help'], ['blobs', 'move', '--help'], ['config']])(
  'loupe %s ends with 0 and without a message when its output is closed early',
  { timeout: 120_000 },
  async (...words) => {
    const child = spawn(process.execPath, [...program, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
    // The reader is gone before the program has anything to say.
    child.stdout.destroy();
    const [said, [exitCode]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect([exitCode, said]).toEqual([0, '']);
  },
);
