/** `loupe imports`: imports of archives into an application of a server, and their reports. */
import type { Command } from 'commander';
import { badInput } from '../../../kernel/errors.js';
import type { CliContext } from '../../context.js';
import { addServerOptions, EngineServer, type ServerOptions } from '../../engine-server.js';
import { examples } from '../../options.js';
import { NegativeResult } from '../../failures.js';
import { requireReport, writeReport } from '../../report-file.js';
import { type OutputOptions, printList, printOne } from '../../output.js';
import { type ImportState, linesOf, untilEnded } from '../../archive-import.js';

interface ImportOptions extends OutputOptions, ServerOptions {
  readonly refused?: boolean;
  readonly wait?: boolean;
  readonly cancel?: boolean;
  readonly report?: string;
}

const AT = '--server http://127.0.0.1:4000 --key u0A7cTr2bS9dLmQ4';

export function addImportsCommand(program: Command, context: CliContext): void {
  addServerOptions(
    program
      .command('imports')
      .description('list the last 100 imports of an application of a server, or report on one')
      .argument('[id]', 'id of an import: a line for each of its files'),
  )
    .option('--refused', 'with an id: only files that were refused')
    .option('--wait', 'with an id: wait until it has ended')
    .option('--cancel', 'with an id: end it; what it has added stays')
    .option('--report <file>', 'with an id: write its lines to a file, .csv or .jsonl')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nWith an id it ends with 4 when files were refused or the import was given up.')
    .addHelpText('after', examples(`loupe imports ${AT}`, `loupe imports <id> ${AT} --wait --refused --json`))
    .action(async (id: string | undefined, options: ImportOptions) => {
      const server = EngineServer.require(options);
      if (id !== undefined) return report(context, server, id, options);
      const { refused, wait, cancel, report: file } = options;
      if (refused === true || wait === true || cancel === true || file !== undefined) {
        throw badInput('id', 'is needed for --refused, --wait, --cancel and --report');
      }
      const { items } = (await server.get('imports')) as { readonly items: readonly ImportState[] };
      printList(
        context,
        options,
        items,
        {
          Id: (row) => row.id,
          Archive: (row) => row.fileName,
          State: (row) => row.state,
          Files: (row) => row.total,
          Added: (row) => row.added,
          Refused: (row) => row.refused,
          Begun: (row) => row.dateCreated,
        },
        'No imports. Begin one: loupe add <catalog.tar> --server … --key …',
      );
    });
}

async function report(
  context: CliContext,
  server: EngineServer,
  id: string,
  options: ImportOptions,
): Promise<void> {
  const address = `imports/${encodeURIComponent(id)}`;
  if (options.report !== undefined) requireReport(options.report);
  if (options.cancel === true) await server.sendJson('POST', `${address}/cancellation`, {});
  const begun = (await server.get(address)) as ImportState;
  const state = options.wait === true ? await untilEnded(server, begun) : begun;
  const lines = await linesOf(server, state.id, options.refused === true);
  if (options.report !== undefined) await writeReport(options.report, lines);
  if (options.json === true) printOne(context, options, { ...state, lines }, {});
  else {
    printOne(context, options, state, {
      Import: state.id,
      State: state.state,
      Files: state.total,
      Added: state.added,
      Refused: state.refused,
      ...(state.isDryRun ? { 'Dry run': 'nothing is added' } : {}),
      ...(state.secondsLeft === null ? {} : { 'Seconds left': state.secondsLeft }),
      ...(state.failureReason === null ? {} : { Reason: state.failureReason }),
    });
    printList(
      context,
      options,
      lines,
      {
        File: (row) => row.fileName,
        Id: (row) => row.imageId,
        State: (row) => (row.code === null ? 'added' : 'refused'),
        Grade: (row) => row.grade,
        Note: (row) => row.message,
      },
      'No lines yet.',
    );
  }
  if (state.refused > 0 || state.state === 'Failed') throw new NegativeResult();
}
