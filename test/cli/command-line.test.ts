import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../kit/use-app.js';
import { type CommandResult, runLoupe, runLoupeProcess } from '../kit/command.js';
import { textMember } from '../kit/json.js';

/** A process per command takes its time on a busy machine. */
const processesTimeoutMs = 300_000;

describe('the command line on a data folder', { timeout: processesTimeoutMs }, () => {
  let folder: string;
  const loupe = (...words: string[]): Promise<CommandResult> =>
    runLoupe(words, { LOUPE_DATA: folder, LOUPE_LOG_LEVEL: 'silent' });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'loupe-cli-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('creates organizations, users and applications with given keys and lists them', async () => {
    const created = await loupe(
      'org',
      'create',
      '--name',
      'Field press',
      '--api-key',
      'burnt-into-apps',
      '--json',
    );
    expect(created.error).toBe('');
    expect(created.exitCode).toBe(0);
    expect(created.json()).toMatchObject({ name: 'Field press', apiKey: 'burnt-into-apps', parentId: null });
    const organizationId = textMember(created.json(), 'id');

    const below = await loupe('org', 'create', '--name', 'Kids', '--parent', 'Field press', '--json');
    expect(below.json()).toMatchObject({ parentId: organizationId });

    const words = ['--mail', 'ada@loupe.example', '--role', 'administrator', '--role', 'Viewer', '--json'];
    const user = await loupe('user', 'create', '--org', organizationId, ...words);
    expect(user.json()).toMatchObject({ mail: 'ada@loupe.example', roles: ['Administrator', 'Viewer'] });
    expect(textMember(user.json(), 'password').length).toBeGreaterThan(20);

    const app = await loupe('app', 'create', '--key', 'k0LegacyKeyOfTheField', '--kind', 'mobile', '--json');
    expect(app.json()).toMatchObject({ kind: 'mobile', modifyKey: 'k0LegacyKeyOfTheField' });

    expect((await loupe('org', 'list', '--json')).json()).toMatchObject([
      { name: 'Field press' },
      { name: 'Kids' },
    ]);
    expect((await loupe('user', 'list', '--json')).json()).toMatchObject([{ userName: 'ada@loupe.example' }]);
    expect((await loupe('app', 'list', '--json')).json()).toMatchObject([
      { modifyKey: 'k0LegacyKeyOfTheField' },
    ]);
    const table = await loupe('org', 'list');
    expect(table.out).toContain('burnt-into-apps');
    expect(table.exitCode).toBe(0);
  });

  it('makes machine tokens of an owner, lists them without their secrets and revokes them', async () => {
    const words = ['--org', 'Field press', '--owner', 'ada@loupe.example', '--name', 'Importer'];
    const made = await loupe(
      'token',
      'create',
      ...words,
      '--scope',
      'content:write',
      '--days',
      '30',
      '--json',
    );
    expect(made.error).toBe('');
    expect(made.json()).toMatchObject({ ownerName: 'ada@loupe.example', placeName: 'Field press' });
    const secret = textMember(made.json(), 'secret');
    expect(secret).toMatch(/^lmt_/);
    const listed = await loupe('token', 'list', '--org', 'Field press', '--json');
    expect(listed.json()).toMatchObject([{ name: 'Importer', uses: [] }]);
    expect(listed.out).not.toContain(secret);
    expect((await loupe('token', 'revoke', textMember(made.json(), 'id'))).exitCode).toBe(0);
    expect((await loupe('token', 'list', '--org', 'Field press', '--json')).json()).toEqual([]);
    const beyond = await loupe('token', 'create', ...words, '--scope', 'user:write');
    expect(beyond).toMatchObject({ exitCode: 2, error: expect.stringContaining('not user:write') });
  });

  it('is a process that ends with the code of its answer, and writes to the streams of a process', async () => {
    const environment = { LOUPE_DATA: folder, LOUPE_LOG_LEVEL: 'silent' };
    const listed = await runLoupeProcess(['org', 'list', '--json'], environment);
    expect(listed).toMatchObject({ exitCode: 0, error: '' });
    expect(listed.json()).toContainEqual(expect.objectContaining({ name: 'Field press' }));
    const wrong = await runLoupeProcess(['nonsense'], environment);
    expect(wrong).toMatchObject({ exitCode: 2, out: '' });
    expect(wrong.error).toMatch(/^loupe: ./);
    const absent = await runLoupeProcess(['user', 'list', '--org', 'Nobody & Sons'], environment);
    expect(absent).toMatchObject({ exitCode: 3, out: '' });
  });

  it('ends with 2 and says how to write it when a command is written wrongly', async () => {
    for (const words of [
      ['org', 'create'],
      ['org', 'create', '--name', 'x', '--api-key', 'short'],
      ['app', 'create', '--kind', 'chess'],
      ['user', 'create', '--org', 'Field press', '--mail', 'nobody', '--role', 'Viewer'],
      ['nonsense'],
    ]) {
      const { exitCode, error, out } = await loupe(...words);
      expect({ words, exitCode, out }).toEqual({ words, exitCode: 2, out: '' });
      expect(error).toMatch(/^loupe: ./);
      expect(error).not.toContain('    at ');
    }
  });

  it('ends with 3 when it is refused: not there, or taken', async () => {
    const absent = await loupe('user', 'list', '--org', 'Nobody & Sons');
    expect(absent).toMatchObject({ exitCode: 3, out: '' });
    expect(absent.error).toContain('"Nobody & Sons" was not found');
    await loupe('org', 'create', '--name', 'First', '--api-key', 'the-only-one');
    const taken = await loupe('org', 'create', '--name', 'Second', '--api-key', 'the-only-one');
    expect(taken).toMatchObject({ exitCode: 3, out: '' });
    expect(taken.error).toContain('ApiKey belongs to another organization');
  });

  it('changes a contract and replaces an ApiKey', async () => {
    const before = (await loupe('org', 'create', '--name', 'Contracted', '--json')).json();
    const set = await loupe(
      'org',
      'set',
      'Contracted',
      '--account-type',
      'Prepaid',
      '--credit',
      '12',
      '--mobile',
      'off',
      '--valid-until',
      '2031-12-31',
      '--time-zone',
      'europe/paris',
    );
    expect(set.out).toMatch(/Valid until +2031-12-31/);
    expect(set.out).toMatch(/Time zone +Europe\/Paris/);
    const never = await loupe('org', 'set', 'Contracted', '--valid-until', 'never', '--json');
    expect(never.json()).toMatchObject({
      accountType: 'Prepaid',
      totalCredit: 12,
      mobileApiAuthorized: false,
      validityDate: null,
    });
    const after = (await loupe('org', 'rotate-key', 'Contracted', '--json')).json();
    expect(textMember(after, 'apiKey')).not.toBe(textMember(before, 'apiKey'));
  });

  it('shows two examples in the help of every command', async () => {
    for (const words of [
      ['org', 'create'],
      ['org', 'list'],
      ['user', 'create'],
      ['user', 'list'],
      ['app', 'create'],
      ['app', 'list'],
      ['config'],
      ['demo'],
    ]) {
      const { exitCode, out } = await loupe(...words, '--help');
      expect(exitCode).toBe(0);
      expect(out.split('Examples:')[1]?.trim().split('\n').length).toBeGreaterThanOrEqual(2);
    }
  });

  it('prints the configuration with secrets masked, and all that is wrong with it', async () => {
    const secret = 'a secret key of more than 32 characters';
    const url = 'postgres://loupe:database-password@db.example/loupe';
    const shown = await runLoupe(['config', '--json'], {
      LOUPE_DATA: folder,
      LOUPE_SECRET_KEY: secret,
      LOUPE_DATABASE_URL: url,
    });
    expect(shown.json()).toMatchObject({ dataFolder: folder, port: 4000, secretKey: '********' });
    expect(shown.out).not.toContain(secret);
    expect(shown.out).not.toContain('database-password');
    const wrong = await runLoupe(['config'], {
      LOUPE_DATA: folder,
      LOUPE_PORT: 'abc',
      LOUPE_TOKEN_DAYS: '0',
    });
    expect(wrong.exitCode).toBe(2);
    expect(wrong.error).toMatch(/LOUPE_PORT[\s\S]*LOUPE_TOKEN_DAYS/);
  });

  it('says that the server is not running when the demo needs it', async () => {
    const { exitCode, error } = await loupe('demo', '--url', 'http://127.0.0.1:9');
    expect(exitCode).toBe(1);
    expect(error).toContain('npm start');
  });
});

describe('the command line beside a running server', { timeout: processesTimeoutMs }, () => {
  const loupe = useTestApp();

  it('works on the same data, and the server knows the result at once', async () => {
    const { environment } = loupe;
    const org = await runLoupe(['org', 'create', '--name', 'Beside', '--json'], environment);
    expect(org.error).toBe('');
    const words = ['--mail', 'bo@loupe.example', '--password', 'a long password', '--role', 'Editor'];
    const user = await runLoupe(['user', 'create', '--org', 'Beside', ...words], environment);
    expect(user.exitCode).toBe(0);
    expect(user.out).not.toContain('a long password');
    const login = await loupe.app.services.auth.login({
      apiKey: textMember(org.json(), 'apiKey'),
      userName: 'bo@loupe.example',
      password: 'a long password',
      address: null,
    });
    expect(login.roles).toEqual(['Editor']);

    const link = await runLoupe(
      ['user', 'link', 'bo@loupe.example', '--url', loupe.url, '--json'],
      environment,
    );
    const address = new URL(textMember(link.json(), 'link'));
    expect(`${address.origin}${address.pathname}`).toBe(`${loupe.url}/login`);
    const code = address.hash.replace('#code=', '');
    const session = await loupe.app.services.sessions.startByLink(code, null);
    expect(session.user.userName).toBe('bo@loupe.example');
  });

  it('invites somebody by a link that sets a password once', async () => {
    const { environment } = loupe;
    await runLoupe(['org', 'create', '--name', 'Inviting'], environment);
    const words = [
      '--mail',
      'cy@loupe.example',
      '--role',
      'Editor',
      '--invite',
      '--url',
      loupe.url,
      '--json',
    ];
    const invited = await runLoupe(['user', 'create', '--org', 'Inviting', ...words], environment);
    expect(invited.error).toBe('');
    expect(invited.json()).not.toHaveProperty('password');
    const again = await runLoupe(
      ['user', 'password-link', 'cy@loupe.example', '--url', loupe.url, '--json'],
      environment,
    );
    for (const made of [invited, again]) {
      const address = new URL(textMember(made.json(), 'link'));
      expect(`${address.origin}${address.pathname}`).toBe(`${loupe.url}/password`);
    }
    const code = new URL(textMember(again.json(), 'link')).hash.replace('#code=', '');
    await loupe.app.services.users.resetPassword(code, 'a password of my own');
    await expect(loupe.app.services.users.resetPassword(code, 'another password')).rejects.toThrow(
      expect.objectContaining({ code: 'INVALID_GRANT' }),
    );
    const unknown = await runLoupe(['user', 'password-link', 'nobody@loupe.example'], environment);
    expect(unknown.exitCode).not.toBe(0);
    const both = await runLoupe(
      ['user', 'create', '--org', 'Inviting', '--password', 'a long password', ...words],
      environment,
    );
    expect(both.exitCode).not.toBe(0);
  });
});
