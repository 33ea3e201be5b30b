/** Bundles the console into dist/console, with compressed copies of its files. A step of the set-up, in a process of its own. */
import './node/require.cjs';
import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { writeConsoleSchema } from './setup/console-schema.mjs';
import { consoleDir } from './setup/console.mjs';
import { inRoot } from './setup/paths.mjs';
import { listFiles } from './setup/stamps.mjs';

/** As small as it gets costs ten times the time for three percent. */
const BROTLI_QUALITY = 9;

writeConsoleSchema();
await build({ configFile: inRoot('console/vite.config.ts'), logLevel: 'warn' });
for (const file of listFiles([consoleDir]).filter((path) =>
  /\.(js|css|svg|html|json|webmanifest)$/.test(path),
)) {
  const content = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
  writeFileSync(`${file}.gz`, gzipSync(content));
}
