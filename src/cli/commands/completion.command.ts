/** `loupe completion`: what a shell needs to complete command lines. */
import { type CommandFacts, commandFacts } from '../command-tree.js';
import { Argument, type Command } from 'commander';
import type { CliContext } from '../context.js';
import { examples } from '../options.js';
import { type OutputOptions, printText } from '../output.js';

/**
 * Completion of command lines. Both shells share functions that know what follows a place in the command line; a place
 * is a path of commands (`loupe app create`), or that and an option which takes a value (`loupe app create --kind`).
 */
const shells = ['bash', 'zsh'] as const;
type Shell = (typeof shells)[number];

/** A place, and the words that can follow it, with what they mean. */
interface Place {
  readonly path: string;
  readonly words: readonly (readonly [word: string, meaning: string])[];
}

/** A script that the shell reads: `source <(loupe completion bash)`. */
function completionScript(shell: Shell, program: CommandFacts): string {
  const places = placesOf(program, program.name);
  return [shell === 'zsh' ? `#compdef ${program.name}\n` : '', shared(places), forShell[shell]].join('');
}

function placesOf(command: CommandFacts, path: string): readonly Place[] {
  const { options, commands } = command;
  const words = [
    ...commands.map(({ name, description }) => [name, description] as const),
    ...command.arguments.flatMap(({ choices }) => (choices ?? []).map((choice) => [choice, ''] as const)),
    ...options.map(({ long, description }) => [long, description] as const),
  ];
  const values = options
    .filter(({ takesValue }) => takesValue)
    .map(({ long, choices }) => ({
      path: `${path} ${long}`,
      words: (choices ?? []).map((choice) => [choice, ''] as const),
    }));
  const below = commands.flatMap((child) =>
    [child.name, ...child.aliases].flatMap((name) => placesOf(child, `${path} ${name}`)),
  );
  return [{ path, words }, ...values, ...below];
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function shared(places: readonly Place[]): string {
  const cases = places.map(({ path, words }) => {
    const lines = words.map(([word, meaning]) => ` ${quoted(meaning === '' ? word : `${word}:${meaning}`)}`);
    return `    ${quoted(path)})${lines.length === 0 ? '' : ` printf '%s\\n'${lines.join('')}`} ;;\n`;
  });
  return `# What can follow a place, one a line: word:meaning. Fails for what is no place.
_loupe_words() {
  case "$1" in
${cases.join('')}    *) return 1 ;;
  esac
}
# The place that the given words lead to.
_loupe_place() {
  local place=loupe value='' word
  for word in "$@"; do
    if [ -n "$value" ]; then value=''; continue; fi
    _loupe_words "$place $word" >/dev/null || continue
    case "$word" in
      -*) value="$place $word" ;;
      *) place="$place $word" ;;
    esac
  done
  printf '%s' "\${value:-$place}"
}
`;
}

const forShell: Readonly<Record<Shell, string>> = {
  // Where nothing is left, -o default completes names of files.
  bash: `_loupe() {
  local current="\${COMP_WORDS[COMP_CWORD]}" line
  COMPREPLY=()
  while IFS= read -r line; do
    line="\${line%%:*}"
    case "$line" in
      '') ;;
      -*) case "$current" in -*) [[ "$line" == "$current"* ]] && COMPREPLY+=("$line") ;; esac ;;
      *) [[ "$line" == "$current"* ]] && COMPREPLY+=("$line") ;;
    esac
  done < <(_loupe_words "$(_loupe_place "\${COMP_WORDS[@]:1:COMP_CWORD-1}")")
  return 0
}
complete -o default -F _loupe loupe
`,
  zsh: `_loupe() {
  local -a all shown
  all=("\${(@f)$(_loupe_words "$(_loupe_place "\${(@)words[2,CURRENT-1]}")")}")
  # Options are offered where one is begun.
  if [[ "\${words[CURRENT]}" == -* ]]; then shown=("\${(@M)all:#-*}"); else shown=("\${(@)all:#-*}"); fi
  shown=("\${(@)shown:#}")
  if (( \${#shown} )); then _describe 'loupe' shown; else _files; fi
}
if [[ "\${funcstack[1]}" == _loupe ]]; then _loupe "$@"; else compdef _loupe loupe; fi
`,
};

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
