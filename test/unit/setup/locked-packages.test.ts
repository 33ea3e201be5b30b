import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { packagesToRun } from '../../../scripts/pack/locked-packages.mjs';
import { inRoot } from '../../../scripts/setup/paths.mjs';

const lockOf = (packages: Record<string, object>) => ({ packages });

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
    const lock = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')) as ReturnType<typeof lockOf>;
    const names = packagesToRun(lock);
    expect(names).toContain('node_modules/fastify');
    expect(names).toContain('node_modules/sharp');
    expect(names.filter((name) => /\/(vitest|react|oxlint|vite)$/.test(name))).toEqual([]);
  });
});
