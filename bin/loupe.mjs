#!/usr/bin/env node
/** The `loupe` command. The program itself is compiled; this starts it, or says how to get it. */
import '../scripts/node/require.cjs';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const program = new URL('../dist/src/cli/main.js', import.meta.url);
if (existsSync(fileURLToPath(program))) {
  await import(program.href);
} else {
  process.stderr.write('loupe is not built yet. Run this once in the clone: npm run setup\n');
  process.exitCode = 1;
}
