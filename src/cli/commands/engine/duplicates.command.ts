/** `loupe duplicates`: references of an application that are nearly the same picture. */
import type { Command } from 'commander';
import type { CliContext } from '../../context.js';
import { addServerOptions, EngineServer, type ServerOptions } from '../../engine-server.js';
import { examples } from '../../options.js';
import { type OutputOptions, printList, showProgress } from '../../output.js';
import type { ReferenceFacts } from '../../server-references.js';

interface Options extends OutputOptions, ServerOptions {}

interface Item {
  readonly reference: ReferenceFacts;
  readonly nearDuplicates: readonly { readonly id: string; readonly distance: number }[];
}

interface Report {
  readonly items: readonly Item[];
  readonly checked: number;
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
}

/** Each costs the server a search. */
const PAGE = 50;

export function addDuplicatesCommand(program: Command, context: CliContext): void {
  const command = program
    .command('duplicates')
    .description(
      'report references of an application of a server that are nearly the same picture as others',
    );
  addServerOptions(command)
    .option('--json', 'print JSON')
    .addHelpText('after', examples('loupe duplicates --server http://127.0.0.1:4000 --key u0A7cTr2bS9dLmQ4'))
    .action(async (options: Options) => {
      const server = EngineServer.require(options);
      const rows = (await reportOf(server)).map(({ reference, nearDuplicates }) => ({
        id: reference.id,
        nearDuplicates,
      }));
      printList(
        context,
        options,
        rows,
        {
          Id: ({ id }) => id,
          'Nearly the same': ({ nearDuplicates }) => nearDuplicates.map(({ id }) => id).join(', '),
          Distance: ({ nearDuplicates }) => nearDuplicates[0]?.distance.toFixed(3) ?? null,
        },
        'No duplicates.',
      );
    });
}

async function reportOf(server: EngineServer): Promise<readonly Item[]> {
  const { references } = (await server.get('counts')) as { readonly references: number };
  const progress = showProgress(references, 'Comparing');
  const found: Item[] = [];
  try {
    for (let after = '', isMore = true; isMore;) {
      const { items, checked, pageInfo } = (await server.get(`duplicates?first=${PAGE}${after}`)) as Report;
      found.push(...items);
      for (let step = 0; step < checked; step += 1) progress.step();
      after = `&after=${pageInfo.endCursor ?? ''}`;
      isMore = pageInfo.hasNextPage;
    }
  } finally {
    progress.stop();
  }
  return found;
}
