import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MANIFESTS, readDependencyTable, wantedPackages } from '../../../scripts/setup/dependency-table.mjs';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

interface Manifest {
  readonly dependencies: Record<string, string>;
  readonly devDependencies: Record<string, string>;
  readonly overrides?: Record<string, string>;
}

const manifest = JSON.parse(read('package.json')) as Manifest;
const manifests = MANIFESTS.map((path) => JSON.parse(read(path)) as Partial<Manifest>);
const page = read('docs/dependencies.md');

describe('the table of dependencies', () => {
  it('has a row for every dependency, and no other', () => {
    const asked = wantedPackages(...manifests).map(({ name }) => name);
    expect([...readDependencyTable(page).keys()].sort()).toEqual(asked.sort());
  });

  it('says of every dependency at run time what it is for and why it was chosen', () => {
    const table = readDependencyTable(page);
    for (const name of Object.keys(manifest.dependencies)) {
      const { purpose, choice } = table.get(name)!;
      expect([name, purpose !== '', choice !== '']).toEqual([name, true, true]);
    }
  });

  it('names every override', () => {
    const overrides = page.split('\n## ').find((part) => part.startsWith('Overrides')) ?? '';
    for (const name of Object.keys(manifest.overrides ?? {})) expect(overrides).toContain(`| \`${name}\``);
  });

  it('stands on exact versions', () => {
    for (const { version } of wantedPackages(...manifests)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it('stands on one version of each, whatever part of Loupe asks for it', () => {
    const versions = new Map<string, string>();
    for (const { dependencies, devDependencies } of manifests) {
      for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
        expect([name, versions.get(name) ?? version]).toEqual([name, version]);
        versions.set(name, version);
      }
    }
  });

  it('reads rows of five cells', () => {
    const table = readDependencyTable('| Package | For |\n| `a` | b | c | d |  |\n| `x` | too short |');
    expect([...table]).toEqual([['a', { purpose: 'b', choice: 'c', heldBack: 'd', instead: '' }]]);
  });

  it('knows packages under another name', () => {
    const wanted = {
      dependencies: {},
      devDependencies: { old: 'npm:@x/new@1.2.3', y: '1.0.0' },
    };
    expect(wantedPackages(wanted)).toEqual([
      { name: 'old', registryName: '@x/new', version: '1.2.3' },
      { name: 'y', registryName: 'y', version: '1.0.0' },
    ]);
  });
});
