/** What there is to type, read from the commands themselves: for completion, for programs, for the guide. */
import type { Argument, Command, Option } from 'commander';

interface OptionFacts {
  /** As help shows it: `--keyword <keyword>`. */
  readonly flags: string;
  readonly long: string;
  readonly description: string;
  readonly takesValue: boolean;
  /** The values that it takes; null when any. */
  readonly choices: readonly string[] | null;
}

interface ArgumentFacts {
  /** As help shows it: `<id>`, `[photo]`, `<pictures...>`. */
  readonly usage: string;
  readonly description: string;
  readonly choices: readonly string[] | null;
}

export interface CommandFacts {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly description: string;
  readonly arguments: readonly ArgumentFacts[];
  readonly options: readonly OptionFacts[];
  readonly commands: readonly CommandFacts[];
}

/** A command with all below it; what help hides is left out. */
export function commandFacts(command: Command): CommandFacts {
  const help = command.createHelp();
  return {
    name: command.name(),
    aliases: command.aliases(),
    description: command.description(),
    arguments: help.visibleArguments(command).map(argumentFacts),
    options: help.visibleOptions(command).map(optionFacts),
    commands: command.commands.map(commandFacts),
  };
}

function optionFacts(option: Option): OptionFacts {
  return {
    flags: option.flags,
    long: option.long ?? option.flags,
    description: option.description,
    takesValue: option.required || option.optional,
    choices: option.argChoices ?? null,
  };
}

function argumentFacts(argument: Argument): ArgumentFacts {
  const name = argument.variadic ? `${argument.name()}...` : argument.name();
  return {
    usage: argument.required ? `<${name}>` : `[${name}]`,
    description: argument.description,
    choices: argument.argChoices ?? null,
  };
}
