import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.js';
import { explainStartFailure } from '../../src/start-failure.js';
import { firstOfStory } from '../kit/seed/stories.js';

const program = ['dist/src/main.js'];

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'loupe-start-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Starts the server as a service manager does, and gives what it says when it ends by itself. */
async function startServer(settings: Readonly<Record<string, string>>) {
  const server = spawn(process.execPath, program, {
    env: {
      ...process.env,
      LOUPE_DATA: join(folder, 'data'),
      LOUPE_HOST: '127.0.0.1',
      LOUPE_PORT: '0',
      LOUPE_MODIFY_PORT: '0',
      LOUPE_QUERY_PORT: '0',
      LOUPE_LOG_LEVEL: 'fatal',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
    // One that starts after all must not stay.
    timeout: 45_000,
  });
  let said = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [exitCode] = (await once(server, 'close')) as [number | null];
  return { exitCode, said };
}

/** One line, and exit code 1. */
const sentence = (text: string) => ({ exitCode: 1, said: `Loupe could not start: ${text}\n` });

describe('a server that cannot start says so in one sentence:', () => {
  test.each(firstOfStory(['LOUPE_QUERY_PORT', 'LOUPE_MODIFY_PORT', 'LOUPE_PORT']))(
    'a used port of %s',
    async (setting) => {
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const { port } = other.address() as AddressInfo;
      expect(await startServer({ [setting]: String(port) })).toEqual(
        sentence(
          `port ${port} is in use, perhaps by a Loupe that runs already. Stop that one, or set ${setting} to another port.`,
        ),
      );
      other.close();
    },
  );

  test('an address of another machine', async () => {
    expect(await startServer({ LOUPE_HOST: '203.0.113.1' })).toEqual(
      sentence(
        '203.0.113.1 is no address of this machine. Set LOUPE_HOST to one of its own, or to 0.0.0.0 for all.',
      ),
    );
  });

  test('a data folder that cannot be made', async () => {
    writeFileSync(join(folder, 'file'), '');
    const data = join(folder, 'file', 'data');
    expect(await startServer({ LOUPE_DATA: data })).toEqual(
      sentence(
        `${data} cannot be written (ENOTDIR). Make the data folder ${data} writable and leave room on its disk, or set LOUPE_DATA to another folder.`,
      ),
    );
  });

  test('a part of the data folder that cannot be made', async () => {
    mkdirSync(join(folder, 'data'));
    writeFileSync(join(folder, 'data', 'files'), '');
    const { exitCode, said } = await startServer({});
    expect(exitCode).toBe(1);
    expect(said).toMatch(
      /^Loupe could not start: \S+\/data\/files\S* cannot be written \(E[A-Z]+\)\. Make.*\n$/,
    );
  });

  test('a damaged database', async () => {
    const file = join(folder, 'data', 'loupe.sqlite');
    mkdirSync(join(folder, 'data'));
    const damaged = randomBytes(8192);
    writeFileSync(file, damaged);
    expect(await startServer({})).toEqual(
      sentence(
        `the database ${file} is damaged (file is not a database). Put a backup in its place, or set LOUPE_DATA to another folder.`,
      ),
    );
    expect(readFileSync(file)).toEqual(damaged);
  });

  test('a database that cannot be opened', async () => {
    mkdirSync(join(folder, 'data', 'loupe.sqlite'), { recursive: true });
    const { exitCode, said } = await startServer({});
    expect(exitCode).toBe(1);
    expect(said).toMatch(/^Loupe could not start: the database \S+ cannot be opened and written .*\n$/);
  });

  test('a database server that does not answer', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    closed.close();
    await once(closed, 'close');
    const { exitCode, said } = await startServer({
      LOUPE_DATABASE_URL: `postgresql://loupe@127.0.0.1:${port}/loupe`,
    });
    expect(exitCode).toBe(1);
    expect(said).toMatch(
      /^Loupe could not start: the database of LOUPE_DATABASE_URL does not take .*ECONNREFUSED.*\n$/,
    );
  });

  test('certificates that are not there', async () => {
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    const settings = { LOUPE_TLS_PORT: '44443', LOUPE_TLS_CERT_FILE: cert, LOUPE_TLS_KEY_FILE: key };
    const { exitCode, said } = await startServer(settings);
    expect(exitCode).toBe(1);
    expect(said).toMatch(
      /^Loupe could not start: LOUPE_TLS_CERT_FILE and LOUPE_TLS_KEY_FILE cannot be used .*\n$/,
    );
  });

  test('certificates that are none', async () => {
    const file = join(folder, 'cert.pem');
    writeFileSync(file, 'no certificate');
    const settings = { LOUPE_TLS_PORT: '44443', LOUPE_TLS_CERT_FILE: file, LOUPE_TLS_KEY_FILE: file };
    const { exitCode, said } = await startServer(settings);
    expect(exitCode).toBe(1);
    expect(said).toMatch(
      /^Loupe could not start: LOUPE_TLS_CERT_FILE and LOUPE_TLS_KEY_FILE cannot be used .*\n$/,
    );
  });
});

describe('what a start failure says', () => {
  const config = readConfig({ LOUPE_DATA: '/data', LOUPE_PORT: '80' });
  const failure = (facts: object, cause?: Error) => Object.assign(new Error('m', { cause }), facts);

  test('finds the cause inside of other errors', () => {
    const inner = failure({ code: 'SQLITE_CORRUPT_INDEX' });
    const wrapped = failure({}, new AggregateError([failure({ code: 'X' }), failure({}, inner)]));
    expect(explainStartFailure(wrapped, config)).toContain('/data/loupe.sqlite is damaged');
  });

  test('leaves a defect unexplained, whose stack is wanted', () => {
    expect(explainStartFailure(new TypeError('x is not a function'), config)).toBeUndefined();
    expect(explainStartFailure(failure({ code: 'ENOENT', path: '/opt/loupe/x.js' }), config)).toBeUndefined();
    expect(explainStartFailure('thrown text', config)).toBeUndefined();
  });

  test('names the port that only an administrator may open', () => {
    const refused = failure({ code: 'EACCES', syscall: 'listen', port: 80 });
    expect(explainStartFailure(refused, config)).toContain('Set LOUPE_PORT to a port from 1024 on.');
  });

  test('says what fills the disk or locks the database', () => {
    expect(explainStartFailure(failure({ code: 'SQLITE_FULL' }), config)).toContain('leave room on its disk');
    expect(explainStartFailure(failure({ code: 'SQLITE_BUSY' }), config)).toContain(
      'in use by another program',
    );
  });
});
