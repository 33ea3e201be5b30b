import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { adviceFor, sentenceFor } from '../../../scripts/setup/advice.mjs';
import { inRoot } from '../../../scripts/setup/paths.mjs';
import { createProgress } from '../../../scripts/setup/progress.mjs';
import { runStep } from '../../../scripts/setup/run.mjs';

describe('what to do about a tool that failed', () => {
  it.each([
    [
      "E: Failed to fetch http://deb.debian.org/x.deb  Temporary failure resolving 'deb.debian.org'",
      'network',
    ],
    ['npm error code ENOTFOUND', 'network'],
    ['E: Unable to locate package libjpeg-dev', 'sources of apt'],
    ['E: Failed to fetch http://deb.debian.org/x.deb  Hash Sum mismatch', 'another mirror'],
    ['npm error code EINTEGRITY', 'another mirror'],
    ['/tmp/ccX.s: fatal error: error writing: No space left on device', 'disk is full'],
    ['tar: write error: ENOSPC\nnpm error code ETIMEDOUT', 'disk is full'],
    ['g++: fatal error: Killed signal terminated program cc1plus', 'memory'],
    ['E: Could not get lock /var/lib/dpkg/lock-frontend', 'another program'],
  ])('follows from its words: %s', (output, expected) => {
    expect(adviceFor(output)).toContain(expected);
  });

  it('is left to the reader where its words name no cause', () => {
    expect(adviceFor("match.cc:7: error: 'x' was not declared")).toBeUndefined();
  });
});

describe('a script that cannot write', () => {
  const failed = (code: string) => Object.assign(new Error(code), { code, path: '/clone/.cache' });

  it.each([
    ['ENOSPC', 'The disk is full: make room for about 2 GB, then repeat the command.'],
    ['EDQUOT', 'The disk is full: make room for about 2 GB, then repeat the command.'],
    ['EROFS', '/clone/.cache cannot be written: give it to this user, then repeat the command.'],
  ])('says why in a sentence: %s', (code, sentence) => {
    expect(sentenceFor(failed(code))).toBe(sentence);
  });

  it('keeps the trace of any other failure', () => {
    expect(sentenceFor(failed('ENOENT'))).toBeUndefined();
    expect(sentenceFor(new TypeError('x is not a function'))).toBeUndefined();
  });
});

describe('a step of the set-up', () => {
  const silent = createProgress({ write: () => undefined });
  const fail = async (line: string): Promise<string> => {
    const log = `advice-test-${process.pid}.log`;
    const options = { title: 'Downloading', command: 'sh', args: ['-c', `${line}; exit 3`], log };
    try {
      return await runStep(silent, options).then(
        () => 'succeeded',
        (error: unknown) => (error as Error).message,
      );
    } finally {
      rmSync(inRoot('.cache', log), { force: true });
    }
  };

  it('fails in one sentence where the cause is known', async () => {
    expect(await fail('echo Hash Sum mismatch >&2')).toMatch(
      /^Downloading failed: what was downloaded .*, then repeat the command\. The complete output is in \.cache\/\S+\.log\.$/,
    );
  });

  it('carries what the tool wrote, for those who know it better', async () => {
    const options = {
      title: 'Downloading',
      command: 'sh',
      args: ['-c', 'echo EINTEGRITY; exit 3'],
      log: `advice-test-${process.pid}.log`,
    };
    await expect(runStep(silent, options)).rejects.toMatchObject({ output: 'EINTEGRITY' });
    rmSync(inRoot('.cache', options.log), { force: true });
  });

  it('fails with the last lines of the tool where it is not', async () => {
    const message = await fail('echo something odd');
    expect(message).toContain('something odd');
    expect(message).toContain('ended with 3');
  });
});
