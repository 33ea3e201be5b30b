import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isInstalled, packagesWithScripts } from '../../../scripts/setup/modules.mjs';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

/** Loupe's own parts are links, and the folders that they lead to. */
const isFromRegistry = (path: string) => path.includes('node_modules/') && !/\/@loupe(-print)?\//.test(path);

const lock = {
  packages: {
    '': { version: '0.1.0' },
    'node_modules/fastify': { version: '5.0.0' },
    'node_modules/better-sqlite3': { version: '12.0.0', hasInstallScript: true },
    'node_modules/vite/node_modules/esbuild': { version: '1.0.0', hasInstallScript: true },
    'node_modules/fsevents': { version: '2.0.0', optional: true, hasInstallScript: true },
  },
};

const record = (changes: Record<string, { version: string } | undefined> = {}) => ({
  packages: {
    'node_modules/fastify': { version: '5.0.0' },
    'node_modules/better-sqlite3': { version: '12.0.0' },
    'node_modules/vite/node_modules/esbuild': { version: '1.0.0' },
    ...changes,
  },
});

describe('npm packages', () => {
  it('are installed when every required one has its locked version', () => {
    expect(isInstalled(lock, record())).toBe(true);
  });

  it('are not installed when one is missing or has another version', () => {
    expect(isInstalled(lock, record({ 'node_modules/fastify': undefined }))).toBe(false);
    expect(isInstalled(lock, record({ 'node_modules/fastify': { version: '5.0.1' } }))).toBe(false);
  });

  it('may lack optional ones for other machines, and none for this one', () => {
    const machine = { os: 'linux', cpu: 'x64', libc: 'glibc' };
    const withOptional = (facts: object) => ({
      packages: { ...lock.packages, 'node_modules/@sharp/x': { version: '1.0.0', optional: true, ...facts } },
    });
    const isComplete = (facts: object) => isInstalled(withOptional(facts), record(), { machine });
    expect(isComplete({ os: ['darwin'], cpu: ['x64'] })).toBe(true);
    expect(isComplete({ os: ['linux'], cpu: ['arm64'] })).toBe(true);
    expect(isComplete({ os: ['linux'], cpu: ['x64'], libc: ['musl'] })).toBe(true);
    expect(isComplete({})).toBe(true);
    expect(isComplete({ os: ['linux'], cpu: ['x64'] })).toBe(false);
    expect(isComplete({ os: ['linux'], cpu: ['x64'], libc: ['glibc'] })).toBe(false);
  });

  it('for tests alone may be missing for npm start, with their files for single machines', () => {
    const withTests = {
      packages: {
        ...lock.packages,
        '': { version: '0.1.0', dependencies: { fastify: '5.0.0' } },
        console: { version: '0.1.0' },
        'node_modules/@loupe/console': { link: true },
        'node_modules/vitest': { version: '5.0.0', dev: true },
        'node_modules/esbuild': {
          version: '1.0.0',
          devOptional: true,
          optionalDependencies: { '@esbuild/x': '1.0.0' },
        },
        'node_modules/@esbuild/x': { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'] },
      },
    };
    const machine = { os: 'linux', cpu: 'x64', libc: 'glibc' };
    expect(isInstalled(withTests, record(), { machine, forTests: false })).toBe(true);
    expect(isInstalled(withTests, record(), { machine })).toBe(false);
    const changes = { 'node_modules/fastify': undefined };
    expect(isInstalled(withTests, record(changes), { machine, forTests: false })).toBe(false);
  });

  it('are all in the lock file with their version and integrity', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { version?: string; integrity?: string }>;
    };
    const incomplete = Object.entries(packages).filter(
      ([path, entry]) => isFromRegistry(path) && !(entry.version && entry.integrity),
    );
    expect(incomplete).toEqual([]);
  });

  it('hold one copy of the database driver, in the version that MikroORM depends on', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { dependencies?: Record<string, string> }>;
    };
    const copies = Object.keys(packages).filter((path) => path.endsWith('node_modules/better-sqlite3'));
    expect(copies).toEqual(['node_modules/better-sqlite3']);
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
    expect(dependencies['better-sqlite3']).toBe(
      packages['node_modules/@mikro-orm/sqlite']?.dependencies?.['better-sqlite3'],
    );
  });

  it('are listed by name where they have install scripts', () => {
    expect(packagesWithScripts(lock)).toEqual(['better-sqlite3', 'esbuild', 'fsevents']);
  });

  it('need none of their install scripts, which npm does not run here', () => {
    expect(read('.npmrc')).toContain('ignore-scripts=true\n');
    const names = packagesWithScripts(JSON.parse(read('package-lock.json')));
    // better-sqlite3 carries built files, esbuild (that of tsx and that of the guide) works without its script.
    expect([...new Set(names)]).toEqual(['better-sqlite3', 'esbuild']);
  });
});
