/** The `loupe` command: its verbs and how it ends. */
import { Command } from 'commander';
import { version } from '../kernel/version.js';
import { addAddCommand } from './commands/engine/add.command.js';
import { addAppCommands } from './commands/engine/app.command.js';
import { addBackupCommands } from './commands/backup.command.js';
import { addBlobsCommands } from './commands/blobs.command.js';
import { addCompareCommand } from './commands/engine/compare.command.js';
import { addCompletionCommand } from './commands/completion.command.js';
import { addConfigCommand } from './commands/config.command.js';
import { addContentCommands } from './commands/content-import.command.js';
import type { CliContext } from './context.js';
import { addDoctorCommand } from './commands/doctor.command.js';
import { addDuplicatesCommand } from './commands/engine/duplicates.command.js';
import { examples } from './options.js';
import { addColorsCommand, addExtractCommand } from './commands/engine/extract.command.js';
import { type ExitCode, exitCodes, explain } from './failures.js';
import { addImportsCommand } from './commands/engine/imports.command.js';
import { addAuditCommands } from './commands/audit.command.js';
import { addEventsCommand } from './commands/events.command.js';
import { addMcpCommand } from './commands/mcp.command.js';
import { addMoveCommand } from './commands/move.command.js';
import { addOrgCommands } from './commands/org.command.js';
import { addPackCommands } from './commands/pack.command.js';
import { addReferenceCommands } from './commands/engine/references.command.js';
import { addSearchCommand } from './commands/engine/search.command.js';
import { addShadowCommand } from './commands/engine/shadow.command.js';
import { addStatusCommand } from './commands/status.command.js';
import { addSignInCommands } from './commands/users/sign-in.command.js';
import { addTokenCommands } from './commands/users/token.command.js';
import { addUserCommands } from './commands/users/user.command.js';
import { addVerifyCommand } from './commands/verify.command.js';

/** Adds a command of its own: the demonstration and the benchmark, which are no part of the server, bring theirs. */
export type AddCommand = (program: Command, context: CliContext) => void;

/**
 * Runs one command line.
 *
 * @param words what follows `loupe`
 * @param more commands beside those of the server
 */
export async function runCli(
  words: readonly string[],
  context: CliContext,
  more: readonly AddCommand[] = [],
): Promise<ExitCode> {
  const program = createProgram(context, more);
  try {
    await program.parseAsync([...words], { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    const { exitCode, message } = explain(error);
    if (message !== null) context.error(`loupe: ${message}\n`);
    return exitCode;
  }
}

function createProgram(context: CliContext, more: readonly AddCommand[]): Command {
  const program = new Command('loupe')
    .description(
      'Administers a Loupe server (works on its data folder, LOUPE_DATA, whether it runs or not) and recognizes pictures.',
    )
    .version(version, '--version', 'print the version of Loupe')
    // Of `bench` and its commands, options of the same names belong to the command that they follow.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: context.out,
      writeErr: context.error,
      outputError: (text, write) => write(text.replace(/^error: /, 'loupe: ')),
    })
    .addHelpText(
      'after',
      examples(
        'loupe org create --name "Lisière"',
        'loupe user list --json',
        'loupe search photo.jpg --in catalog/',
      ),
    )
    .addHelpText(
      'after',
      '\nEnds with 0 when done, 1 when something broke, 2 for wrong usage, 3 when refused, 4 when the answer is no.',
    );
  addOrgCommands(program, context);
  addUserCommands(program, context);
  addTokenCommands(program, context);
  addSignInCommands(program, context);
  addContentCommands(program, context);
  addPackCommands(program, context);
  addAppCommands(program, context);
  addAddCommand(program, context);
  addReferenceCommands(program, context);
  addDuplicatesCommand(program, context);
  addImportsCommand(program, context);
  addSearchCommand(program, context);
  addCompareCommand(program, context);
  addExtractCommand(program, context);
  addColorsCommand(program, context);
  addVerifyCommand(program, context);
  addBackupCommands(program, context);
  addBlobsCommands(program, context);
  addMoveCommand(program, context);
  addAuditCommands(program, context);
  addEventsCommand(program, context);
  addMcpCommand(program, context);
  addShadowCommand(program, context);
  addStatusCommand(program, context);
  addDoctorCommand(program, context);
  addConfigCommand(program, context);
  for (const add of more) add(program, context);
  addCompletionCommand(program, context);
  adviseHelp(program, 'loupe');
  return program;
}

/** Every refusal of a command line ends with where to read how it is written. */
function adviseHelp(command: Command, path: string): void {
  command.showHelpAfterError(`See how to write it: ${path} --help`);
  for (const child of command.commands) adviseHelp(child, `${path} ${child.name()}`);
}
