/** `loupe doctor`: an installation as it is, on one page. */
import { access, chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/verify/doctor/finding.js';
import { makeSignInProvider } from '../access/machines.js';
import { runLoupe } from '../kit/command.js';
import { seed } from '../kit/seed.js';
import { useTestApp } from '../kit/use-app.js';

/** A port on which nobody listens. */
const CLOSED = '127.0.0.1:9';

describe('loupe doctor', { timeout: 60_000 }, () => {
  const loupe = useTestApp();
  const examine = async (environment: Readonly<Record<string, string>> = {}, ...words: string[]) =>
    runLoupe(['doctor', ...words], { ...loupe.environment, LOUPE_MIN_FREE_MB: '1', ...environment });
  const findings = async (environment: Readonly<Record<string, string>> = {}) => {
    const { exitCode, json, out } = await examine(environment, '--json');
    const all = json() as readonly Finding[];
    const ill = all.filter(({ state }) => state === 'ill').map(({ what }) => what);
    return { exitCode, out, all, ill };
  };

  it('finds nothing wrong with a new installation, and says what deserves a look', async () => {
    const { exitCode, ill, all } = await findings();
    expect(ill).toEqual([]);
    expect(exitCode).toBe(0);
    expect(all.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['data folder', 'secret key', 'disk', 'database', 'files', 'machine tokens']),
    );
    expect(all.find(({ what }) => what === 'address')).toMatchObject({
      state: 'uneasy',
      remedy: expect.stringContaining('LOUPE_PUBLIC_URL'),
    });
    const page = await examine();
    expect(page.out).toMatch(/^ok {5}database +SQLite answers/m);
    expect(page.out).toMatch(/^look {3}address/m);
  });

  it('finds what does not answer, and gives no password away', async () => {
    const { exitCode, ill, out } = await findings({
      LOUPE_SMTP_URL: `smtp://ada:very-secret@${CLOSED}`,
      LOUPE_MAIL_FROM: 'loupe@press.example',
      LOUPE_DATABASE_URL: `postgres://loupe:very-secret@${CLOSED}/loupe`,
    });
    expect(ill).toEqual(['mail', 'database']);
    expect(out).not.toContain('very-secret');
    expect(exitCode).toBe(4);
  });

  it('asks the providers of single sign-on, and names the machine tokens that end soon', async () => {
    const organization = await seed(loupe).organization();
    const administrator = await organization.user();
    await makeSignInProvider({ loupe, organization, administrator });
    await loupe.app.services.machineTokens.create(await administrator.viewer(), {
      placeId: organization.id,
      name: 'Night shift',
      scopes: ['node:read'],
      days: 3,
    });
    const { ill, all } = await findings();
    expect(ill).toEqual([expect.stringMatching(/^provider /)]);
    expect(all.find(({ what }) => what === 'machine tokens')).toMatchObject({
      state: 'uneasy',
      said: expect.stringContaining('Night shift'),
    });
  });

  it('finds a key that others can read, files that are missing, and a disk that is full', async () => {
    const folder = loupe.environment['LOUPE_DATA'] ?? '';
    await chmod(join(folder, 'secret.key'), 0o644);
    const { ill, all } = await findings({
      LOUPE_TLS_PORT: '4443',
      LOUPE_TLS_CERT_FILE: join(folder, 'none.pem'),
      LOUPE_TLS_KEY_FILE: join(folder, 'none.key'),
      LOUPE_MIN_FREE_MB: '999999999',
    });
    expect(ill.filter((what) => !what.startsWith('provider'))).toEqual(['secret key', 'disk', 'certificate']);
    expect(all.find(({ what }) => what === 'secret key')?.remedy).toContain('chmod 600');
    await chmod(join(folder, 'secret.key'), 0o600);
  });

  it('examines nothing from inside where there is no data folder, and makes none', async () => {
    const nowhere = join(loupe.environment['LOUPE_DATA'] ?? '', 'nowhere');
    const { ill } = await findings({ LOUPE_DATA: nowhere });
    expect(ill).toContain('data folder');
    await expect(access(nowhere)).rejects.toThrow('ENOENT');
  });
});
