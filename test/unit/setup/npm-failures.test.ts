import { describe, expect, it } from 'vitest';
import { explainNpmFailure } from '../../../scripts/setup/npm-failures.mjs';
import { SetupError } from '../../../scripts/setup/run.mjs';

/** As a step fails whose tool wrote this. */
const explained = (output: string) =>
  explainNpmFailure(Object.assign(new SetupError('Installing failed.'), { output })) as Error;

describe('what npm fails with', () => {
  it.each([
    [
      'npm error code ENOSPC\nnpm error nospc There appears to be insufficient space',
      /disk is full: make room/,
    ],
    ['npm error code ENOTFOUND\nnpm error network request failed', /cannot be reached: check the network/],
    ['npm error code ECONNREFUSED', /cannot be reached: check the network/],
    ['npm error code SELF_SIGNED_CERT_IN_CHAIN', /does not trust the certificate/],
    ['npm error code UNABLE_TO_GET_ISSUER_CERT_LOCALLY', /does not trust the certificate/],
    ['npm error code CERT_HAS_EXPIRED', /does not trust the certificate/],
    [
      'npm error code EINTEGRITY\nnpm error sha512-x integrity checksum failed',
      /not the one in package-lock/,
    ],
    ['npm error code EACCES\nnpm error syscall mkdir', /may not write here: give this user/],
    ['npm error code ETARGET\nnpm error notarget No matching version', /lacks a package/],
    ['npm error code E403', /refuses this user: log in/],
  ])('is one sentence that says what to do: %s', (output, sentence) => {
    const { message } = explained(output);
    expect(message).toMatch(sentence);
    expect(message).toMatch(/then repeat the command\. The complete output is in \.cache\/npm-ci\.log\.$/);
    expect(message).not.toContain('\n');
  });

  it('of a full disk is known from the error of this program, too', () => {
    const error = Object.assign(new Error('write'), { code: 'ENOSPC' });
    expect((explainNpmFailure(error) as Error).message).toMatch(/disk is full/);
  });

  it('stays as it is where nothing is known about it', () => {
    const error = new SetupError('npm error something else');
    expect(explainNpmFailure(error)).toBe(error);
  });
});
