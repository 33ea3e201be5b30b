#!/usr/bin/env node
/**
 * The `loupe` command. The program itself is compiled; this starts it, or says how to get it. Commands that are no
 * part of the server are added where their programs are there.
 */
import '../scripts/node/require.cjs';
import { existsSync } from 'node:fs';

const compiled = (path) => new URL(`../dist/${path}`, import.meta.url);

const program = compiled('src/cli/main.js');
const more = ['demo/demo.command.js', 'packages/bench/benchmark/bench.command.js']
  .map(compiled)
  .filter((url) => existsSync(url));

if (existsSync(program)) {
  const [{ startCli }, ...modules] = await Promise.all([program, ...more].map(({ href }) => import(href)));
  process.exitCode = await startCli(
    process.argv.slice(2),
    modules.map(({ addCommand }) => addCommand),
  );
} else {
  process.stderr.write('loupe is not built yet. Run this once in the clone: npm run setup\n');
  process.exitCode = 1;
}
