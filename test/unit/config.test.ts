import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ConfigError, readConfig, settingNames } from '../../src/config.js';

test('every problem of the configuration is reported at once, by the name of its variable', () => {
  const read = () => readConfig({ LOUPE_PORT: 'x', LOUPE_LOG_LEVEL: 'loud', LOUPE_MAX_FILE_MB: '0' });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(/LOUPE_PORT[\s\S]*LOUPE_MAX_FILE_MB[\s\S]*LOUPE_LOG_LEVEL/);
});

test('a TLS port needs its certificate and key', () => {
  expect(() => readConfig({ LOUPE_TLS_PORT: '4443' })).toThrow(
    /LOUPE_TLS_CERT_FILE[\s\S]*LOUPE_TLS_KEY_FILE/,
  );
});

test('a public address may have a path and nothing behind it', () => {
  const urlOf = (LOUPE_PUBLIC_URL: string) => readConfig({ LOUPE_PUBLIC_URL }).publicUrl;
  expect(urlOf('https://press.example/loupe//')).toBe('https://press.example/loupe');
  for (const url of [
    'press.example',
    'ftp://press.example',
    'https://press.example/?a=b',
    'https://a:b@press.example',
  ])
    expect(() => urlOf(url)).toThrow(/LOUPE_PUBLIC_URL: write/);
});

test('ports of the engine are switched off by 0, and empty variables count as unset', () => {
  const config = readConfig({ LOUPE_MODIFY_PORT: '0', LOUPE_QUERY_PORT: '' });
  expect(config.modifyPort).toBeNull();
  expect(config.queryPort).toBe(8080);
});

test('every variable has a row in the table of the operations page, with no row left over', () => {
  const page = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `(LOUPE_[A-Z_]+)`/gm)].map(([, name]) => name);
  expect(rows.toSorted()).toEqual([...settingNames].toSorted());
});

const shared = { LOUPE_DATABASE_URL: 'postgresql://loupe@database/loupe' };
const nats = { LOUPE_NATS_URL: 'nats://loupe:word@nats:4222' };

test('one process has all roles, and needs no NATS', () => {
  expect(readConfig({})).toMatchObject({ roles: ['api', 'worker', 'search'], searchers: null });
  expect(readConfig({ ...shared, ...nats, LOUPE_ROLES: 'search, api' })).toMatchObject({
    roles: ['api', 'search'],
    searchers: { nats: { urls: ['nats://loupe:word@nats:4222'] }, partCount: null, held: 'all' },
  });
});

test.each([
  [{ LOUPE_ROLES: 'api,wroker' }, /LOUPE_ROLES: "wroker" is not a role/],
  [{ LOUPE_ROLES: '', LOUPE_NATS_URL: 'nats://nats' }, /LOUPE_NATS_URL: .*need PostgreSQL/],
  [{ LOUPE_ROLES: 'api,search' }, /LOUPE_ROLES: .*need PostgreSQL/],
  [{ ...shared, LOUPE_ROLES: 'api' }, /LOUPE_NATS_URL: is needed by a process without the role search/],
  [{ ...shared, LOUPE_ROLES: 'search' }, /LOUPE_NATS_URL: is needed by a process that only searches/],
  [{ ...shared, LOUPE_NATS_URL: 'http://nats' }, /LOUPE_NATS_URL: write nats:/],
  [{ ...shared, LOUPE_NATS_CREDENTIALS: '/x' }, /LOUPE_NATS_CREDENTIALS: is of no use/],
  [{ ...shared, LOUPE_SHARD_REFERENCES: '100000' }, /LOUPE_SHARD_REFERENCES: is of no use without/],
  [{ ...shared, ...nats, LOUPE_SHARD_REFERENCES: '0' }, /LOUPE_SHARD_REFERENCES/],
  [{ ...shared, ...nats, LOUPE_SEARCH_PARTS: '0,1' }, /LOUPE_SEARCH_PARTS: only a process whose one role/],
  [
    { ...shared, ...nats, LOUPE_ROLES: 'search', LOUPE_SEARCH_PARTS: 'some' },
    /LOUPE_SEARCH_PARTS: write all/,
  ],
])('roles that do not fit together are refused with a sentence: %j', (variables, sentence) => {
  expect(() => readConfig(variables)).toThrow(sentence);
});

test.each(['too short', 'one that no header can carry', 'ein-schlüssel-für-zahlen'])(
  'a token of figures that nobody could send is refused: %j',
  (token) => {
    expect(() => readConfig({ LOUPE_METRICS_TOKEN: token })).toThrow(/LOUPE_METRICS_TOKEN: takes 16 or more/);
  },
);
