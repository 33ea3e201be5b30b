import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PasswordHasher } from '../../src/access/passwords.js';
import { Secrets } from '../../src/access/secrets.js';
import { startTestApp } from '../kit/app.js';
import { isOnPostgres } from '../kit/servers/postgres.js';
import { seed } from '../kit/seed.js';

describe('a password', () => {
  it('is hashed by argon2id at the recommended cost unless told otherwise', async () => {
    const hasher = new PasswordHasher();
    const hash = await hasher.hash('correct horse');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await hasher.verify(hash, 'correct horse')).toBe(true);
    expect(await hasher.verify(hash, 'wrong horse')).toBe(false);
    expect(await hasher.verify(null, 'decoy')).toBe(false);
  });
});

describe('secrets', () => {
  // There the database is no file that could be read.
  it.skipIf(isOnPostgres)('are nowhere in clear in the data folder', async () => {
    const loupe = await startTestApp();
    try {
      const org = await seed(loupe).organization();
      const user = await org.user();
      const application = await org.application();
      const names = (await readdir(loupe.folder)).filter((name) => name.includes('sqlite'));
      const bytes = Buffer.concat(await Promise.all(names.map((name) => readFile(join(loupe.folder, name)))));
      expect(bytes.includes(user.userName)).toBe(true);
      for (const secret of [user.token, user.password, org.apiKey, application.key]) {
        expect(bytes.includes(secret)).toBe(false);
      }
      expect((await stat(join(loupe.folder, 'secret.key'))).mode & 0o777).toBe(0o600);
    } finally {
      await loupe.close();
    }
  });

  it('survive a restart: ApiKeys are shown again and tokens stay good', async () => {
    const loupe = await startTestApp();
    const org = await seed(loupe).organization();
    const user = await org.user();
    const again = await loupe.restart();
    try {
      const viewer = await again.app.services.auth.viewerOfToken(user.token);
      if (viewer === null) throw new Error('The token did not survive.');
      expect((await again.app.services.organizations.get(viewer, org.id)).apiKey).toBe(org.apiKey);
    } finally {
      await again.close();
    }
  });

  it('cannot be read with another key or after a change', () => {
    const secrets = new Secrets(Buffer.alloc(32, 1));
    const sealed = secrets.encrypt('an ApiKey');
    expect(secrets.decrypt(sealed)).toBe('an ApiKey');
    expect(secrets.encrypt('an ApiKey')).not.toBe(sealed);
    expect(() => new Secrets(Buffer.alloc(32, 2)).decrypt(sealed)).toThrow('LOUPE_SECRET_KEY');
    const bytes = Buffer.from(sealed.slice(3), 'base64url');
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => secrets.decrypt(`v1.${changed.toString('base64url')}`)).toThrow();
    }
    expect(() => secrets.decrypt('nothing of ours')).toThrow();
  });
});
