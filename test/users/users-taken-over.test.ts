/** Users of another system keep their passwords; the first log-in renews their hashes. */
import { hash as argon2 } from '@node-rs/argon2';
import { hash as bcrypt } from '@node-rs/bcrypt';
import { pbkdf2Sync } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anonymous, operator } from '../../src/access/viewer.js';
import { readForeignHash } from '../../src/access/foreign-hashes.js';
import { Turns } from '../../src/kernel/turns.js';
import { PasswordHasher } from '../../src/access/passwords.js';
import { StoredHashKinds } from '../../src/users/passwords/stored-hash-kinds.js';
import { User } from '../../src/users/user.entity.js';
import { QUICK_HASHES, startTestApp, type TestApp } from '../kit/app.js';
import { runLoupe } from '../kit/command.js';
import { seed, type SeededOrganization } from '../kit/seed.js';

let loupe: TestApp;
let organization: SeededOrganization;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loupe-users-'));
  loupe = await startTestApp();
  organization = await seed(loupe).organization();
});
afterAll(async () => {
  await loupe.close();
  await rm(folder, { recursive: true, force: true });
});

const password = 'pa\u0308ssword of old';
const salt = Buffer.from('0123456789abcdef');
const keyOf = (digest: string, iterations: number, bytes: number, text = password) =>
  pbkdf2Sync(text, salt, iterations, bytes, digest);
const dotted = (bytes: Buffer) => bytes.toString('base64').replaceAll('+', '.').replace(/=+$/, '');
const identity = () => {
  const head = Buffer.alloc(13);
  head[0] = 1;
  [1, 1000, 16].forEach((number, at) => head.writeUInt32BE(number, 1 + 4 * at));
  return Buffer.concat([head, salt, keyOf('sha256', 1000, 32)]).toString('base64');
};

const hashes: Readonly<Record<string, () => Promise<string> | string>> = {
  bcrypt: () => bcrypt(password, 4),
  'bcrypt of PHP': async () => (await bcrypt(password, 4)).replace('$2b$', '$2y$'),
  argon2id: () => argon2(password, { memoryCost: 128, timeCost: 2 }),
  argon2i: () => argon2(password, { memoryCost: 128, timeCost: 2, algorithm: 1 }),
  django: () => `pbkdf2_sha256$1000$${salt.toString()}$${keyOf('sha256', 1000, 32).toString('base64')}`,
  passlib: () => `$pbkdf2-sha512$1000$${dotted(salt)}$${dotted(keyOf('sha512', 1000, 64))}`,
  phc: () => `$pbkdf2-sha256$i=1000,l=32$${dotted(salt)}$${dotted(keyOf('sha256', 1000, 32))}`,
  'identity 2': () => Buffer.concat([Buffer.of(0), salt, keyOf('sha1', 1000, 32)]).toString('base64'),
  'identity 3': identity,
};

async function logIn(userName: string, word: string): Promise<number> {
  const body = new URLSearchParams({
    grant_type: 'password',
    username: userName,
    password: word,
  });
  const headers = { ApiKey: organization.apiKey };
  return (await fetch(`${loupe.url}/token`, { method: 'POST', headers, body })).status;
}

const hashOf = async (userName: string) => {
  const user = await loupe.app.services.database.reader().findOneOrFail(User, { userName });
  return user.passwordHash ?? '';
};

describe('a user who is taken over', () => {
  it.each(Object.keys(hashes))(
    'logs in with the password of old, and the hash is renewed once (%s)',
    async (kind) => {
      const passwordHash = (await hashes[kind]?.()) ?? '';
      const userName = `${kind.replaceAll(' ', '-')}@press.example`;
      const facts = { organizationId: organization.id, mail: userName, passwordHash };
      await loupe.app.services.users.takeOver(operator, facts);
      expect(await logIn(userName, 'something else')).toBe(400);
      expect(await hashOf(userName)).toBe(passwordHash);
      expect(await logIn(userName, password)).toBe(200);
      const renewed = await hashOf(userName);
      expect(renewed).not.toBe(passwordHash);
      expect(renewed).toMatch(/^\$argon2id\$/);
      expect(await logIn(userName, password)).toBe(200);
      expect(await logIn(userName, 'something else')).toBe(400);
      expect(await hashOf(userName)).toBe(renewed);
    },
  );

  it('is refused with a hash that is not known or costs too much, and for others than operators', async () => {
    const wrong = [
      'plain text',
      '5f4dcc3b5aa765d61d8327deb882cf99',
      `pbkdf2_sha256$99999999$x$${keyOf('sha256', 1, 32).toString('base64')}`,
      'pbkdf2_sha256$0$x$AAAA',
      '$argon2id$v=19$m=99999999,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNo',
      (await bcrypt(password, 4)).replace('$04$', '$31$'),
      Buffer.concat([Buffer.of(1), Buffer.alloc(60, 0xff)]).toString('base64'),
    ];
    const [s16, h32] = [dotted(salt), dotted(keyOf('sha256', 1, 32))];
    wrong.push(
      // Together too dear, though each of the numbers is usual.
      ...['m=262144,t=64,p=1', 'm=1048576,t=1,p=1', 'm=65536,t=99,p=1'].map(
        (p) => `$argon2id$v=19$${p}$${s16}$${h32}`,
      ),
      // No verifier of hashes would take these.
      ...[
        'm=1024,t=0,p=1',
        'm=1024,t=1,p=0',
        'm=262144,t=1,p=17',
        'm=8,t=1,p=2',
        'm=1024,t=1,p=16777215',
        'm=01024,t=1,p=1',
      ].map((p) => `$argon2id$v=19$${p}$${s16}$${h32}`),
      `$argon2id$v=18$m=1024,t=1,p=1$${s16}$${h32}`,
      `$argon2id$v=19$m=1024,t=1,p=1$AA$${h32}`,
      `$argon2id$v=19$m=1024,t=1,p=1$${s16}$AA`,
      `$argon2id$v=19$m=1024,t=1,p=1$${s16}$${h32}=`,
      (await bcrypt(password, 4)).replace('$04$', '$03$'),
      (await bcrypt(password, 4)).replace('$04$', '$15$'),
      `pbkdf2_sha512$4000000$salt$${keyOf('sha512', 1, 64).toString('base64')}`,
      `pbkdf2_sha256$3000000$salt$${keyOf('sha256', 1, 128).toString('base64')}`,
      `pbkdf2_sha256$1000$salt$${keyOf('sha256', 1, 32).toString('base64').slice(0, 24)}==AAAAAAAAAA`,
    );
    const facts = { organizationId: organization.id, mail: 'wrong@press.example' };
    for (const passwordHash of wrong) {
      const refused = loupe.app.services.users.takeOver(operator, { ...facts, passwordHash });
      await expect(refused).rejects.toMatchObject({ code: 'BAD_USER_INPUT', fields: { passwordHash: [{}] } });
    }
    const passwordHash = await bcrypt(password, 4);
    const { id: userId } = await organization.user();
    const viewers = [anonymous, { kind: 'user', userId } as never];
    for (const viewer of viewers) {
      const refused = loupe.app.services.users.takeOver(viewer, { ...facts, passwordHash });
      await expect(refused).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
  });

  it('is answered like a wrong password where a hash was stored that is refused today', async () => {
    const { userName } = await organization.user();
    const { database } = loupe.app.services;
    for (const passwordHash of [
      `$argon2id$v=19$m=1024,t=1,p=0$${dotted(salt)}$${dotted(keyOf('sha256', 1, 32))}`,
      `$argon2id$v=19$m=4194304,t=64,p=1$${dotted(salt)}$${dotted(keyOf('sha256', 1, 32))}`,
      (await bcrypt(password, 4)).replace('$04$', '$31$'),
      'pbkdf2_sha256$999999999$salt$AAAAAAAAAAAAAAAAAAAAAAAA',
      'plain text',
    ]) {
      await database.transaction(({ em }) => em.nativeUpdate(User, { userName }, { passwordHash }));
      expect([passwordHash, await logIn(userName, password)]).toEqual([passwordHash, 400]);
    }
  });

  it('logs in where the maker of a bcrypt left bits in it that mean nothing', async () => {
    const hash = await bcrypt(password, 4);
    const digits = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
    const loose = (at: number) => digits[digits.indexOf(hash[at] ?? '') + 1] ?? '';
    const passwordHash = `${hash.slice(0, 28)}${loose(28)}${hash.slice(29, 59)}${loose(59)}`;
    const userName = 'loose@press.example';
    const facts = { organizationId: organization.id, mail: userName, passwordHash };
    await loupe.app.services.users.takeOver(operator, facts);
    expect(await logIn(userName, password)).toBe(200);
  });
});

describe('a wrong password', () => {
  it('costs the same for every name: one hash of each kind that is still kept', async () => {
    const kept = await Promise.all(
      ['bcrypt', 'argon2i', 'django', 'identity 3'].map(async (kind) => (await hashes[kind]?.()) ?? ''),
    );
    const worked: string[] = [];
    const hasher = new PasswordHasher({ memoryKib: 64, passes: 1 }, (hash) =>
      worked.push(readForeignHash(hash)?.kind ?? ''),
    );
    const own = await hasher.hash(password);
    const costs = new Set<string>();
    for (const hash of [
      null,
      own,
      ...kept,
      'cannot be read',
      await argon2('x', { memoryCost: 300_000, timeCost: 1 }),
    ]) {
      worked.length = 0;
      expect(await hasher.verify(hash, 'something else', () => Promise.resolve(kept))).toBe(false);
      costs.add(worked.toSorted().join(' '));
    }
    expect([...costs]).toEqual([
      [hasher.ownKind, ...kept.map((hash) => readForeignHash(hash)?.kind)].sort().join(' '),
    ]);
  });

  it('finds a hash of each kind among the users, until their first log-in', async () => {
    const { database, users } = loupe.app.services;
    const kinds = async () =>
      (await new StoredHashKinds(database, ownKind).samples()).map((hash) => hash.slice(0, 20));
    const { ownKind } = new PasswordHasher(QUICK_HASHES);
    await database.transaction(({ em }) => em.nativeUpdate(User, {}, { passwordHash: `${ownKind}x` }));
    expect(await kinds()).toEqual([]);
    for (const [at, kind] of ['bcrypt', 'django', 'bcrypt', 'phc'].entries()) {
      const passwordHash = (await hashes[kind]?.()) ?? '';
      await users.takeOver(operator, {
        organizationId: organization.id,
        mail: `kept-${at}@press.example`,
        passwordHash,
      });
    }
    expect((await kinds()).map((kind) => kind.slice(0, 7)).sort()).toEqual(['$2b$04$', '$pbkdf2', 'pbkdf2_']);
    expect(await logIn('kept-1@press.example', password)).toBe(200);
    expect(await kinds()).toHaveLength(2);
  });

  it('with a dear hash waits for its turn, and is refused where too many wait', async () => {
    const turns = new Turns(1, 1, 'Too many.');
    const order: string[] = [];
    let end = () => {};
    const first = turns.run(async () => {
      order.push('first');
      await new Promise<void>((resolve) => (end = resolve));
    });
    const second = turns.run(() => Promise.resolve(order.push('second')));
    await expect(turns.run(() => Promise.resolve())).rejects.toMatchObject({ code: 'OVERLOADED' });
    expect(order).toEqual(['first']);
    end();
    await Promise.all([first, second]);
    expect(order).toEqual(['first', 'second']);
    expect(await turns.run(() => Promise.resolve('third'))).toBe('third');
  });
});

describe('`loupe user import`', () => {
  it('creates the users of a CSV or JSON lines, and reports each that is wrong', async () => {
    const hash = await bcrypt(password, 4);
    const csv = join(folder, 'users.csv');
    await writeFile(
      csv,
      `mail,userName,firstName,roles,passwordHash\nada@press.example,ada,Ada,Editor; Administrator,${hash}\n` +
        `no mail,bo,,,${hash}\ncy@press.example,ada,,,${hash}\ndi@press.example,,,King,${hash}\ned@press.example,,,,md5\n`,
    );
    const report = join(folder, 'report.csv');
    const run = (file: string, ...words: string[]) =>
      runLoupe(['user', 'import', file, '--org', organization.id, ...words], loupe.environment);
    const done = await run(csv, '--report', report, '--json');
    expect({ exitCode: done.exitCode, error: done.error }).toEqual({ exitCode: 4, error: '' });
    expect(done.json()).toMatchObject([
      { line: 2, mail: 'ada@press.example', state: 'created' },
      { line: 3, state: 'refused', note: expect.stringContaining('mail') as string },
      { line: 4, state: 'refused', note: expect.stringContaining('ada') as string },
      { line: 5, state: 'refused', note: expect.stringContaining('Administrator') as string },
      { line: 6, state: 'refused', note: expect.stringContaining('passwordHash') as string },
    ]);
    expect(await readFile(report, 'utf8')).toContain('created');
    expect(await logIn('ada', password)).toBe(200);
    const lines = join(folder, 'users.jsonl');
    const members = { mail: 'fi@press.example', roles: ['Viewer'], passwordHash: hash };
    await writeFile(lines, `${JSON.stringify(members)}\n\n{half\n{"mail":"gi@press.example","hash":"x"}\n`);
    expect((await run(lines, '--json')).json()).toMatchObject([
      { line: 1, state: 'created' },
      { line: 3, state: 'refused' },
      { line: 4, state: 'refused', note: expect.stringContaining('hash') as string },
    ]);
    expect(await logIn('fi@press.example', password)).toBe(200);
    expect((await run(join(folder, 'absent.csv'))).exitCode).toBe(3);
    await writeFile(join(folder, 'users.txt'), '');
    expect((await run(join(folder, 'users.txt'))).exitCode).toBe(2);
  });
});
