/** `loupe move`: all data from SQLite to PostgreSQL. */
import type { Command } from 'commander';
import type { CliContext } from '../context.js';
import { examples } from '../options.js';
import { type OutputOptions, printOne } from '../output.js';

interface MoveOptions extends OutputOptions {
  readonly to: string;
}

export function addMoveCommand(program: Command, context: CliContext): void {
  program
    .command('move')
    .description('move all data from SQLite to an empty database of PostgreSQL; the server must not run')
    .requiredOption('--to <url>', 'the database: postgres://user:password@host:5432/loupe')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples('LOUPE_DATA=/var/lib/loupe loupe move --to postgres://loupe:secret@db/loupe'),
    )
    .addHelpText(
      'after',
      '\nWrites and compares every row in one transaction: where it is ended in the middle, type it again. Stored files stay where they are. The SQLite file is kept under another name.',
    )
    .action(async ({ to, ...options }: MoveOptions) => {
      const { moveDatabase } = await import('../../backup/move-database.js');
      const config = context.config();
      const report = await moveDatabase(config, to, ({ table, rows }) =>
        context.error(`  ${table}: ${rows}\n`),
      );
      printOne(context, options, report, {
        'Moved to': report.to,
        Tables: report.wasThere ? 'were there' : report.tables.length,
        Rows: report.wasThere ? null : report.rows,
        'Old data': report.from,
        Next: `start the server with LOUPE_DATABASE_URL=${report.to} (and its password) and LOUPE_DATA=${config.dataFolder}, then run: loupe verify`,
      });
    });
}
