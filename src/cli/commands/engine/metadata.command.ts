/** `loupe metadata`: what is kept with a reference on a server. */
import type { Command } from 'commander';
import { badInput } from '../../../kernel/errors.js';
import type { CliContext } from '../../context.js';
import { addServerOptions, EngineServer, type ServerOptions } from '../../engine-server.js';
import { collect, examples } from '../../options.js';
import { type OutputOptions, printOne } from '../../output.js';
import { membersOf } from '../../reference-filters.js';
import { readReference, type ReferenceFacts } from '../../server-references.js';

interface Options extends OutputOptions, ServerOptions {
  readonly set?: readonly string[];
  readonly remove?: readonly string[];
  readonly clear?: boolean;
}

const AT = '--server http://127.0.0.1:4000 --key u0A7cTr2bS9dLmQ4';

export function addMetadataCommand(program: Command, context: CliContext): void {
  addServerOptions(
    program
      .command('metadata')
      .description('show what is kept with a reference, or change it')
      .argument('<id>', 'id of a reference (loupe list)'),
  )
    .option('--set <name=value>', 'keep this, too; a value is JSON or a text (repeatable)', collect)
    .option('--remove <name>', 'remove this member (repeatable)', collect)
    .option('--clear', 'keep nothing')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(
        `loupe metadata leaflet ${AT}`,
        `loupe metadata leaflet ${AT} --set price=12.5 --set language=de`,
        `loupe metadata leaflet ${AT} --remove price --json`,
      ),
    )
    .action(async (id: string, options: Options) => {
      const server = EngineServer.require(options);
      const { metadata: before } = await readReference(server, id);
      const after = changed(before ?? {}, options);
      const address = `references/${encodeURIComponent(id)}`;
      const { metadata } =
        after === undefined
          ? { metadata: before }
          : ((await server.sendJson('PATCH', address, { metadata: after })) as ReferenceFacts);
      const shown = Object.entries(metadata ?? {}).map(
        ([name, value]) => [name, JSON.stringify(value)] as const,
      );
      printOne(context, options, { id, metadata }, { Id: id, ...Object.fromEntries(shown) });
    });
}

/** The metadata that the options ask for; undefined when they ask for no change. @throws LoupeError BAD_USER_INPUT */
function changed(
  before: Readonly<Record<string, unknown>>,
  { set = [], remove = [], clear = false }: Options,
): object | null | undefined {
  if (clear && set.length + remove.length > 0) throw badInput('--clear', 'stands alone');
  if (clear) return null;
  if (set.length + remove.length === 0) return undefined;
  const added = membersOf('--set', set);
  const both = remove.find((name) => name in added);
  if (both !== undefined) throw badInput('--remove', `names "${both}", which --set names, too`);
  const kept = Object.entries({ ...before, ...added }).filter(([name]) => !remove.includes(name));
  return Object.fromEntries(kept);
}
