import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { npmCommand } from '../../scripts/node/bring.cjs';
import { inRoot } from '../../scripts/setup/paths.mjs';

const MOST_BYTES = 15_000;
let folder: string;

beforeAll(async () => {
  execFileSync(process.execPath, [inRoot('scripts/packages/build-client.mjs')]);
  folder = await mkdtemp(join(tmpdir(), 'loupe-client-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the whole client is at most 15 KB in a browser, compressed; what sends files in parts comes on demand', async () => {
  const entry = join(folder, 'page.js');
  await writeFile(
    entry,
    `import * as client from ${JSON.stringify(inRoot('packages/client/dist/index.js'))};
     import * as engine from ${JSON.stringify(inRoot('packages/client/dist/engine.js'))};
     globalThis.loupe = { ...client, ...engine };`,
  );
  const outDir = join(folder, 'out');
  await build({
    configFile: false,
    logLevel: 'silent',
    root: folder,
    build: { outDir, rollupOptions: { input: entry, output: { entryFileNames: 'entry.js' } } },
  });
  const sizes: Record<string, number> = {};
  for (const name of await readdir(outDir, { recursive: true })) {
    if (name.endsWith('.js')) sizes[name] = gzipSync(await readFile(join(outDir, name))).length;
  }
  const { 'entry.js': first = 0, ...onDemand } = sizes;
  expect(first).toBeGreaterThan(2000);
  expect(first).toBeLessThanOrEqual(MOST_BYTES);
  expect(Object.keys(onDemand).length).toBeGreaterThan(0);
  console.log(JSON.stringify(sizes));
});

test('the tarball holds compiled modules with their types, and nothing else', () => {
  const [command, ...first] = npmCommand(process.env) as [string, ...string[]];
  const listed = execFileSync(command, [...first, 'pack', '--dry-run', '--json'], {
    cwd: inRoot('packages/client'),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [packed] = Object.values(
    JSON.parse(listed) as readonly { readonly files: readonly { readonly path: string }[] }[],
  );
  const paths = packed?.files.map(({ path }) => path) ?? [];
  const others = paths.filter((path) => !path.startsWith('dist/')).sort();
  expect(others).toEqual(['LICENSE', 'README.md', 'package.json']);
  for (const name of ['index', 'engine']) {
    expect(paths).toContain(`dist/${name}.js`);
    expect(paths).toContain(`dist/${name}.d.ts`);
  }
});
