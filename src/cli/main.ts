/** Starts the `loupe` command: builds what it works with and ends the process with its code. */
import { readConfig } from '../config.js';
import { runCli } from './program.js';

process.exitCode = await runCli(process.argv.slice(2), {
  config: () => readConfig(process.env),
  // Loaded when a command asks for it: help and configuration answer without the database.
  open: async (config) => (await import('../app/command-services.js')).openCommandServices(config),
  openLocalEngine: async (config) => (await import('../app/local-engine.js')).openLocalEngine(config),
  out: (text) => void process.stdout.write(text),
  error: (text) => void process.stderr.write(text),
});
