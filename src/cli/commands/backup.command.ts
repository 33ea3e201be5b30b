/** `loupe backup` and `loupe restore`. */
import type { Command } from 'commander';
import type { CliContext } from '../context.js';
import { examples } from '../options.js';
import { type OutputOptions, printOne } from '../output.js';

export function addBackupCommands(program: Command, context: CliContext): void {
  program
    .command('backup')
    .description('copy database, files and key into a new folder or a bucket, while the server works')
    .argument(
      '<folder>',
      'a folder that is not there yet, or s3://<bucket>/<prefix>?…; it appears when it is whole',
    )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(
        'loupe backup /backups/monday',
        "loupe backup 's3://backups/monday?region=eu-central-1' --json",
      ),
    )
    .addHelpText(
      'after',
      '\nHolds everything that was acknowledged before it began. Ends with 1 when stored files were damaged before.',
    )
    .action(async (folder: string, options: OutputOptions) => {
      const { backUp } = await import('../../backup/backup.js');
      const report = await backUp(context.config(), folder);
      printOne(context, options, report, {
        Backup: report.folder,
        State: report.dateBegun,
        Files: report.files,
        Bytes: report.bytes,
      });
      if (report.damaged.length > 0) {
        throw new Error(
          `the backup is whole, but ${report.damaged.length} stored files were gone or damaged before; see "damaged" in manifest.json`,
        );
      }
    });
  program
    .command('restore')
    .description('put a backup where nothing is yet; the server must not run')
    .argument('<folder>', 'the folder or s3://… that loupe backup made')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('LOUPE_DATA=/var/lib/loupe loupe restore /backups/monday'))
    .addHelpText('after', '\nChecks every file of the backup first, and overwrites nothing.')
    .action(async (folder: string, options: OutputOptions) => {
      const { restore } = await import('../../backup/restore.js');
      const config = context.config();
      const report = await restore(config, folder);
      printOne(context, options, report, {
        Restored: config.dataFolder,
        State: report.dateBegun,
        Files: report.files,
      });
    });
}
