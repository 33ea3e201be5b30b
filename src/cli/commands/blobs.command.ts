/** `loupe blobs move`. */
import type { Command } from 'commander';
import { type CliContext, withServices } from '../context.js';
import { examples } from '../options.js';
import { type OutputOptions, printOne } from '../output.js';

interface MoveWords extends OutputOptions {
  readonly to: string;
  readonly trustSizes?: boolean;
}

export function addBlobsCommands(program: Command, context: CliContext): void {
  const blobs = program.command('blobs').description('stored files: originals, thumbnails, archives');
  blobs
    .command('move')
    .description(
      'copy every stored file to a bucket or a folder and compare what arrived, while the server works',
    )
    .requiredOption('--to <place>', 's3://<bucket>/<prefix>?endpoint=<https://…>&region=<name>, or a folder')
    .option('--trust-sizes', 'do not read again what is there with the right size')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(
        "loupe blobs move --to 's3://prints/loupe?endpoint=https://store.example:9000'",
        'loupe blobs move --to /var/lib/loupe/files',
      ),
    )
    .addHelpText(
      'after',
      '\nCan be interrupted and typed again. Then stop the server, type it once more with --trust-sizes, set LOUPE_BLOBS_URL\n(or LOUPE_FILES_FOLDER) and start. The old place is left as it is. Ends with 1 when files are damaged or missing.',
    )
    .action(async (words: MoveWords) =>
      withServices(context, async (services, config) => {
        const { moveBlobs } = await import('../../backup/move-blobs.js');
        const report = await moveBlobs({ config, ...services }, words.to, {
          trustsSizes: words.trustSizes === true,
        });
        printOne(context, words, report, {
          From: report.from,
          To: report.to,
          Copied: report.copied,
          'Already there': report.alreadyThere,
          Bytes: report.bytes,
        });
        const lost = [
          ...report.damaged.map((id) => `${id} is damaged`),
          ...report.missing.map((id) => `${id} is missing`),
        ];
        if (lost.length > 0)
          throw new Error(`everything else was copied, but ${lost.slice(0, 20).join(', ')}`);
      }),
    );
}
