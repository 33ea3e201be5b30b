/** The `loupe` command with all that it works with. */
import { readConfig } from '../config.js';
import type { CliContext } from './context.js';
import type { ExitCode } from './failures.js';
import { type AddCommand, runCli } from './program.js';

interface CliSurroundings {
  readonly environment: Readonly<NodeJS.ProcessEnv>;
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
}

/** What commands work with, in the given surroundings. */
export function cliContext({ environment, out, error }: CliSurroundings): CliContext {
  return {
    config: () => readConfig(environment),
    // Loaded when a command asks for it: help and configuration answer without the database.
    open: async (config) => (await import('../app/command-services.js')).openCommandServices(config),
    openLocalRecognition: async (config) =>
      (await import('../app/command-services.js')).openLocalRecognition(config),
    out,
    error,
  };
}

/**
 * Runs one command line of this process.
 *
 * @param words what follows `loupe`
 * @param more commands beside those of the server
 */
export function startCli(words: readonly string[], more: readonly AddCommand[] = []): Promise<ExitCode> {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', passWhenNobodyReads);
  const context = cliContext({
    environment: process.env,
    out: (text) => void process.stdout.write(text),
    error: (text) => void process.stderr.write(text),
  });
  return runCli(words, context, more);
}

/** The reader of the output may stop early, as `head` does; the command still finishes its work. */
function passWhenNobodyReads(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}
