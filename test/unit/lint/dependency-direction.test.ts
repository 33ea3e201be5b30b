import { readdirSync } from 'node:fs';
import { ESLint, Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import tseslint from 'typescript-eslint';
import { dependencyDirection, placeOf } from '../../../scripts/eslint/dependency-direction.mjs';

/** Messages for one import statement in a file at a path of the project. */
function reports(path: string, code: string): string[] {
  const linter = new Linter({ cwd: process.cwd() });
  const config: Linter.Config = {
    files: ['**/*.ts', '**/*.mjs'],
    languageOptions: { parser: tseslint.parser },
    plugins: { loupe: { rules: { 'dependency-direction': dependencyDirection } } },
    rules: { 'loupe/dependency-direction': 'error' },
  };
  return linter.verify(code, config, { filename: path }).map((message) => message.message);
}

describe('dependency direction', () => {
  it.each([
    ['a feature imports an adapter', 'src/documents/document.service.ts', '../rest/platform/wire.js'],
    [
      'a feature imports the GraphQL schema',
      'src/content/titles/title.service.ts',
      '../../schema/content/title.js',
    ],
    ['a foundation imports a feature', 'src/media/intake.ts', '../documents/document.service.js'],
    ['a foundation imports the composition root', 'src/db/orm.ts', '../app.js'],
    ['the error catalogue imports a service', 'src/kernel/errors.ts', '../users/user.service.js'],
    ['the kernel imports the configuration', 'src/kernel/log.ts', '../config.js'],
    ['REST imports GraphQL', 'src/rest/platform/routes.ts', '../../graphql/server.js'],
    ['the tree imports what stands on it', 'src/tree/node.rules.ts', '../content/views.js'],
    ['one feature imports another of its level', 'src/content/views.ts', '../users/views.js'],
    ['documents import recognition', 'src/documents/views.ts', '../recognition/views.js'],
    ['an entity imports a service', 'src/documents/zones/zone.entity.ts', './zone.service.js'],
    ['a list of members imports a service', 'src/documents/zones/zone.members.ts', './zone.service.js'],
    ['a service imports the routes beside it', 'src/documents/zones/zone.service.ts', './zone.rest.js'],
    ['one foundation imports another', 'src/engine-host/vision.ts', '../db/database.js'],
    ['the server imports the demo', 'src/cli/program.ts', '../../demo/demo.command.js'],
    ['the server imports the benchmark', 'src/cli/program.ts', '../../packages/bench/benchmark/command.js'],
    ['the server imports from the tests', 'src/app.ts', '../test/kit/app.js'],
    ['a script imports from the tests', 'scripts/contracts/print-schema.ts', '../../test/kit/app.js'],
    [
      'the benchmark imports the engine by its folder',
      'packages/bench/benchmark/run.ts',
      '../../../src/engine-host/native.js',
    ],
    ['the benchmark imports the demo', 'packages/bench/benchmark/run.ts', '../../../demo/show.js'],
    ['a script imports the benchmark', 'scripts/bench.mjs', '../packages/bench/benchmark/command.js'],
    ['the demo imports the benchmark', 'demo/show.ts', '../packages/bench/benchmark/command.js'],
    ['the benchmark imports from the tests', 'packages/bench/benchmark/run.ts', '../../../test/kit/app.js'],
    [
      'the simulation imports the benchmark',
      'packages/bench/simulation/unrelated.ts',
      '../benchmark/command.js',
    ],
    ['the demo imports the simulation', 'demo/show.ts', '../packages/bench/simulation/unrelated.js'],
    [
      'programs that measure import a test',
      'packages/bench/platform/measures/measure-scan.ts',
      '../../../../test/rest/demo.test.js',
    ],
    ['the kit of tests imports a test', 'test/kit/app.ts', '../rest/demo.test.js'],
    ['an unlisted folder is imported', 'src/app.ts', './helpers/anything.js'],
  ])('reports when %s', (_case, path, source) => {
    expect(reports(path, `import { thing } from '${source}';\nthing();`)).toHaveLength(1);
  });

  it('reports re-exports and dynamic imports as well', () => {
    const path = 'src/access/viewer.ts';
    expect(reports(path, "export { user } from '../users/user.service.js';")).toHaveLength(1);
    expect(reports(path, "export * from '../users/user.service.js';")).toHaveLength(1);
    expect(reports(path, "await import('../users/user.service.js');")).toHaveLength(1);
  });

  it.each([
    ['an adapter imports a feature', 'src/rest/platform/routes.ts', '../../documents/document.service.js'],
    ['a feature imports one of a lower level', 'src/documents/views.ts', '../content/views.js'],
    [
      'the log imports a list of members',
      'src/audit/change-recorder.ts',
      '../documents/zones/zone.members.js',
    ],
    ['routes import the service beside them', 'src/documents/zones/zone.rest.ts', './zone.service.js'],
    ['the tree imports an entity of documents', 'src/tree/node.rules.ts', '../documents/document.entity.js'],
    ['the tree imports a foundation', 'src/tree/node.store.ts', '../access/viewer.js'],
    ['a feature imports a foundation', 'src/documents/nodes/folder.service.ts', '../access/viewer.js'],
    ['anything imports the error catalogue', 'src/engine-host/index.ts', '../kernel/errors.js'],
    ['the configuration imports the kernel', 'src/config.ts', './kernel/public-url.js'],
    [
      'the schema imports a feature',
      'schema/documents/document.ts',
      '../../src/documents/document.service.js',
    ],
    ['the composition root imports everything', 'src/app.ts', './rest/platform/routes.js'],
    [
      'programs that measure import the kit',
      'packages/bench/platform/measures/measure-scan.ts',
      '../../../../test/kit/app.js',
    ],
    ['drawn pages import the demo', 'packages/bench/print/magazine.ts', '../../../demo/content/content.js'],
    ['the benchmark imports the simulation', 'packages/bench/benchmark/run.ts', '../simulation/unrelated.js'],
    ['a test imports the benchmark', 'packages/bench/test/run.test.ts', '../benchmark/run.js'],
    ['a feature imports a library', 'src/documents/nodes/folder.service.ts', '@mikro-orm/core'],
  ])('is content when %s', (_case, path, source) => {
    expect(reports(path, `import { thing } from '${source}';\nthing();`)).toEqual([]);
  });

  it('lets adapters name the type of the services they are given, and no value', () => {
    const path = 'src/rest/platform/routes.ts';
    const type = "import type { Services } from '../../app/services.js';\nexport let given: Services;";
    expect(reports(path, type)).toEqual([]);
    expect(reports(path, "import { createServices } from '../../app/services.js';")).toHaveLength(1);
    expect(reports('src/documents/document.service.ts', type.replace('../../', '../'))).toHaveLength(1);
  });

  it('is switched on everywhere', async () => {
    const eslint = new ESLint();
    for (const path of [
      'src/documents/nodes/folder.service.ts',
      'schema/documents/document.ts',
      'scripts/bench.mjs',
      'demo/show.ts',
    ]) {
      const config = (await eslint.calculateConfigForFile(path)) as Linter.Config;
      expect(config.rules?.['loupe/dependency-direction']).toEqual([2]);
    }
  });

  it('knows every folder of the sources', () => {
    const folders = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const levelOf = (name: string) => placeOf(`src/${name}/file.ts`)?.level;
    expect(folders.map(({ name }) => name).filter((name) => levelOf(name) === 'ground')).toEqual([]);
  });

  it('lets only the vision facade load the addon', async () => {
    const restricted = async (path: string) => {
      const config = (await new ESLint().calculateConfigForFile(path)) as Linter.Config;
      return JSON.stringify(config.rules?.['no-restricted-syntax']);
    };
    expect(await restricted('src/documents/nodes/folder.service.ts')).toContain('.node$');
    expect(await restricted('src/engine-host/addon-place.ts')).not.toContain('.node$');
  });
});
