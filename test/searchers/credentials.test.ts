/** NATS that knows its users by files of credentials, as an operator with accounts has it. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp } from '../kit/app.js';
import { TestNats } from '../kit/nats.js';
import { NatsAccount } from '../kit/nats-accounts.js';
import { migratedPostgresDatabase } from '../kit/postgres.js';

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
