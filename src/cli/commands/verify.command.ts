/** `loupe verify`: recomputes counters and invariants and says where they differ. */
import type { Command } from 'commander';
import { operator } from '../../access/viewer.js';
import { type CliContext, withServices } from '../context.js';
import { examples } from '../options.js';
import { type OutputOptions, printList } from '../output.js';

export function addVerifyCommand(program: Command, context: CliContext): void {
  program
    .command('verify')
    .description(
      'check operation logs, recompute counters, places and targets, read every signature, file and snapshot, compare; changes nothing',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', examples('loupe verify', 'loupe verify --json'))
    .addHelpText('after', '\nEnds with 1 when something differs.')
    .action(async (options: OutputOptions) =>
      withServices(context, async ({ verification }) => {
        const report = await verification.verify(operator);
        const { organizations, elements, references, files, snapshots, differences } = report;
        if (options.json === true) {
          context.out(`${JSON.stringify(report, null, 2)}\n`);
        } else {
          printList(
            context,
            options,
            differences,
            {
              Member: (row) => row.member,
              Element: (row) => row.elementId,
              Found: (row) => row.found,
              Expected: (row) => row.expected,
            },
            `Everything agrees: ${elements} elements of ${organizations} organizations, ${references} references, ${files} files, ${snapshots} snapshots of indexes.`,
          );
        }
        if (differences.length > 0) throw new Error(`${differences.length} values differ`);
      }),
    );
}
