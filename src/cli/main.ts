/** Starts the `loupe` command: builds what it works with and ends the process with its code. */
import { openCommandServices } from '../app/command-services.js';
import { readConfig } from '../config.js';
import { runCli } from './program.js';

process.exitCode = await runCli(process.argv.slice(2), {
  config: () => readConfig(process.env),
  open: openCommandServices,
  out: (text) => void process.stdout.write(text),
  error: (text) => void process.stderr.write(text),
});
