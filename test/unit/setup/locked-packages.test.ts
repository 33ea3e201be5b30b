import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lockToStart, packagesToRun, packagesToStart } from '../../../scripts/setup/locked-packages.mjs';
import { inRoot } from '../../../scripts/setup/paths.mjs';

const lockOf = (packages: Record<string, object>) => ({ packages });
const ownLock = () =>
  JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')) as ReturnType<typeof lockOf>;

describe('the packages that a server needs', () => {
  it('are what it imports and what that imports, each where Node finds it', () => {
    const lock = lockOf({
      '': { dependencies: { a: '1' }, devDependencies: { tool: '1' } },
      'node_modules/a': { dependencies: { b: '1', '@s/c': '1' } },
      'node_modules/a/node_modules/b': { dependencies: { d: '1' } },
      'node_modules/b': { dev: true },
      'node_modules/@s/c': { optionalDependencies: { d: '1' } },
      'node_modules/d': {},
      'node_modules/tool': { dev: true, dependencies: { b: '1' } },
    });
    expect(packagesToRun(lock)).toEqual([
      'node_modules/@s/c',
      'node_modules/a',
      'node_modules/a/node_modules/b',
      'node_modules/d',
    ]);
  });

  it('hold peers, apart from optional ones that only tests need', () => {
    const lock = lockOf({
      '': { dependencies: { a: '1' } },
      'node_modules/a': {
        peerDependencies: { b: '1', c: '1', gone: '1' },
        peerDependenciesMeta: { c: { optional: true }, gone: { optional: true } },
      },
      'node_modules/b': {},
      'node_modules/c': { dev: true },
    });
    expect(packagesToRun(lock)).toEqual(['node_modules/a', 'node_modules/b']);
  });

  it('hold no parts of Loupe itself, which npm links to', () => {
    const lock = lockOf({
      '': { dependencies: { own: '1' } },
      'node_modules/own': { link: true, resolved: 'packages/own' },
      'packages/own': {},
    });
    expect(packagesToRun(lock)).toEqual([]);
  });

  it('of this lock file are those of the server alone', () => {
    const names = packagesToRun(ownLock());
    expect(names).toContain('node_modules/fastify');
    expect(names).toContain('node_modules/sharp');
    expect(names.filter((name) => /\/(vitest|react|oxlint|vite)$/.test(name))).toEqual([]);
  });
});

describe('the packages that npm start installs', () => {
  it('are those of the server, and of what builds it and the console, without compilers and tests', () => {
    const names = packagesToStart(ownLock());
    for (const name of ['fastify', 'vite', 'react', 'markdown-it'])
      expect(names).toContain(`node_modules/${name}`);
    const left = /\/(typescript|typescript-7|esbuild|tsx|vitest|@redis\/client|ioredis)$/;
    expect(names.filter((name) => left.test(name))).toEqual([]);
  });

  it('lie in one folder, from which all parts take them', () => {
    expect(packagesToStart(ownLock()).filter((path) => !path.startsWith('node_modules/'))).toEqual([]);
  });

  it('come by a lock file that asks for nothing else', () => {
    const lock = lockOf({
      '': { dependencies: { a: '1', graphql: '2' }, devDependencies: { tool: '1' } },
      console: { dependencies: { b: '1' } },
      'node_modules/a': {
        optionalDependencies: { ioredis: '1', built: '1' },
        peerDependencies: { graphql: '1' },
      },
      'node_modules/b': {
        peerDependencies: { tool: '1' },
        peerDependenciesMeta: { tool: { optional: true } },
      },
      'node_modules/built': { optional: true, os: ['linux'] },
      'node_modules/graphql': {},
      'node_modules/ioredis': { optional: true },
      'node_modules/tool': { devOptional: true },
    });
    const asked = lockToStart(lock, { graphql: '$graphql', tool: '$tool', deep: { x: '1' } });
    expect(asked.manifest).toMatchObject({
      dependencies: { a: '1', b: '1', graphql: '2' },
      overrides: { graphql: '$graphql' },
    });
    expect(asked.lock.packages).toMatchObject({
      'node_modules/a': { optionalDependencies: { built: '1' }, peerDependencies: { graphql: '1' } },
      'node_modules/b': { peerDependencies: {} },
    });
    expect(Object.keys(asked.lock.packages)).toEqual([
      '',
      ...['a', 'b', 'built', 'graphql'].map((name) => `node_modules/${name}`),
    ]);
  });
});
