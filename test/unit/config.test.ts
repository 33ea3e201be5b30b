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
