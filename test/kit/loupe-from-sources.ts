/** The `loupe` command from the sources, with every command that bin/loupe.mjs has. */
import { addCommand as addBenchCommand } from '../../bench/bench.command.js';
import { addCommand as addDemoCommand } from '../../demo/demo.command.js';
import { startCli } from '../../src/cli/main.js';

process.exitCode = await startCli(process.argv.slice(2), [addDemoCommand, addBenchCommand]);
