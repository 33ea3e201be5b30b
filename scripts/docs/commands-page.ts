/** The page of all commands, made of the commands themselves. */
import type { CommandFacts } from '../../src/cli/command-tree.js';

/**
 * docs/command-line.md, before it is formatted.
 *
 * @param program what `loupe completion bash --json` prints
 */
export function commandsPage(program: CommandFacts): string {
  const commands = program.commands.flatMap((command) => leaves(command, program.name));
  return `# The command line

\`npx loupe\` in a clone, \`bin/loupe\` from anywhere. This page is made of the commands (\`npm run docs:commands\`); \`loupe <command> --help\`
shows the same with examples.

- **Where it works.** Commands of the operator (\`org\`, \`user\`, \`app\`, \`verify\`, \`backup\` …) work on the data folder (\`LOUPE_DATA\`), beside a
  running server too. Commands with \`--server\` work on a server: with the \`--key\` of one of its applications (or \`APPLICATION_KEY\`), or with the
  \`--token\` of an administrator (or \`ACCESS_TOKEN\`). \`add\`, \`search\`, \`compare\`, \`extract\` and \`colors\` also work on files alone.
- **What it writes.** Results go to standard output, messages to standard error. Every command takes \`--json\`.
- **How it ends.** 0 done, 1 something broke, 2 wrong usage, 3 refused, 4 the answer is no (nothing found, some files refused), 130 Ctrl-C.
- **Completion.** \`source <(loupe completion bash)\` in \`~/.bashrc\`, \`source <(loupe completion zsh)\` in \`~/.zshrc\` after \`compinit\`: commands,
  options and their values.

\`\`\`sh
loupe add catalog/ --server http://127.0.0.1:4000 --key "$KEY" --keyword spring   # a folder or a ZIP
loupe list --server http://127.0.0.1:4000 --key "$KEY" --keyword spring --json    # what is there
loupe keywords leaflet --server http://127.0.0.1:4000 --key "$KEY" --add poster
loupe list --server http://127.0.0.1:4000 --key "$KEY" --keyword old --all --ids |
  loupe delete --from - --server http://127.0.0.1:4000 --key "$KEY" --yes
\`\`\`

${commands.map(([path, command]) => section(path, command)).join('\n')}`;
}

/** Commands that do something, with their paths. */
function leaves(command: CommandFacts, above: string): readonly (readonly [string, CommandFacts])[] {
  const path = `${above} ${command.name}`;
  const below = command.commands.flatMap((child) => leaves(child, path));
  return command.options.some(({ long }) => long === '--json') ? [[path, command], ...below] : below;
}

function section(path: string, { arguments: words, options, description }: CommandFacts): string {
  const usage = [path, ...words.map((word) => word.usage)].join(' ');
  const rows = [
    ...words.map((word) => [word.usage, withChoices(word)] as const),
    ...options
      .filter(({ long }) => long !== '--help' && long !== '--json')
      .map((option) => [option.flags, withChoices(option)] as const),
  ];
  const table =
    rows.length === 0
      ? ''
      : `| Word | Meaning |\n| --- | --- |\n${rows.map(([word, meaning]) => `| \`${word.replaceAll('|', '\\|')}\` | ${escaped(meaning)} |\n`).join('')}`;
  return `## ${path}\n\n\`${usage}\`: ${escaped(description)}\n\n${table}`;
}

interface Described {
  readonly description: string;
  readonly choices: readonly string[] | null;
}

function withChoices({ description, choices }: Described): string {
  return choices === null ? description : `${description} (${choices.join(', ')})`;
}

const escaped = (text: string): string => text.replaceAll(/[|<>*_]/g, (sign) => `\\${sign}`);
