/** `loupe completion`: what a shell needs to complete command lines. */
import { Argument, type Command } from 'commander';
import { commandFacts } from '../command-tree.js';
import { type Shell, shells, completionScript } from '../completion-script.js';
import type { CliContext } from '../context.js';
import { examples } from '../examples.js';
import { type OutputOptions, printText } from '../output.js';

export function addCompletionCommand(program: Command, context: CliContext): void {
  program
    .command('completion')
    .description('print what completes commands, options and their values in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .option('--json', 'print all commands as JSON, for other shells and programs')
    .addHelpText(
      'after',
      examples(
        'source <(loupe completion bash)    # in ~/.bashrc',
        'source <(loupe completion zsh)     # in ~/.zshrc, after compinit',
      ),
    )
    .action((shell: Shell, options: OutputOptions) => {
      const facts = commandFacts(program);
      printText(context, options, completionScript(shell, facts), facts);
    });
}
