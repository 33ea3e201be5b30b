/** NATS that knows its users by files of credentials, as an operator with accounts has it. */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp } from '../kit/app.js';
import { TestNats } from '../kit/servers/nats.js';
import { NatsAccount } from '../kit/servers/nats-accounts.js';
import { migratedPostgresDatabase } from '../kit/servers/postgres.js';

let folder: string;
let account: NatsAccount;
let nats: TestNats;
let shared: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loupe-credentials-'));
  account = new NatsAccount(folder);
  nats = await TestNats.start('-c', await account.writeServerConfig());
  shared = {
    LOUPE_DATABASE_URL: await migratedPostgresDatabase(),
    LOUPE_FILES_FOLDER: join(folder, 'files'),
    LOUPE_SECRET_KEY: randomUUID(),
    LOUPE_NATS_URL: nats.url(),
  };
});
afterAll(async () => {
  await nats.stop();
  await rm(folder, { recursive: true, force: true });
});

const withCredentials = (roles: string, path: string) =>
  startTestApp({
    isAlone: true,
    environment: { ...shared, LOUPE_ROLES: roles, LOUPE_NATS_CREDENTIALS: path },
  });

test('processes with credentials of the account find each other', async () => {
  const searcher = await withCredentials('search', await account.writeCredentials());
  const api = await withCredentials('api', await account.writeCredentials());
  const readiness = async () => (await fetch(`${api.url}/health/ready`)).json();
  await expect.poll(readiness).toEqual({ status: 'ready' });
  await api.close();
  await searcher.close();
});

test('credentials of nobody whom NATS knows are refused with a sentence', async () => {
  const stranger = await new NatsAccount(folder).writeCredentials();
  await expect(withCredentials('api', stranger)).rejects.toThrow(/NATS refuses.*LOUPE_NATS_CREDENTIALS/);
});

test('a file without credentials is refused with a sentence', async () => {
  const path = join(folder, 'letter.txt');
  await writeFile(path, 'Dear NATS, let me in.\n');
  await expect(withCredentials('api', path)).rejects.toThrow(/LOUPE_NATS_CREDENTIALS .*no credentials/);
  await expect(withCredentials('api', join(folder, 'nowhere.creds'))).rejects.toThrow(
    /LOUPE_NATS_CREDENTIALS names .*nowhere\.creds/,
  );
});

describe('TLS', () => {
  let secure: TestNats;

  beforeAll(async () => {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    execFileSync('openssl', [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
      ...['-keyout', key, '-out', cert, '-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'],
    ]);
    secure = await TestNats.start('--tls', '--tlscert', cert, '--tlskey', key);
  });
  afterAll(() => secure.stop());

  const withAddress = (url: string) =>
    startTestApp({ isAlone: true, environment: { ...shared, LOUPE_ROLES: 'api', LOUPE_NATS_URL: url } });

  test('a certificate that nobody trusts is refused with a sentence, however TLS is asked for', async () => {
    for (const url of [secure.url(), secure.url().replace('nats:', 'tls:')])
      await expect(withAddress(url)).rejects.toThrow(/certificate of NATS.*not trusted.*NODE_EXTRA_CA_CERTS/);
  });

  test('a NATS that does not speak it is refused with a sentence', async () => {
    const plain = await TestNats.start();
    await expect(withAddress(plain.url().replace('nats:', 'tls:'))).rejects.toThrow(
      /LOUPE_NATS_URL asks for TLS/,
    );
    await plain.stop();
  });
});
