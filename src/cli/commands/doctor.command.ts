/** `loupe doctor`: what is wrong with this installation, on one page. */
import type { Command } from 'commander';
import { examineSurroundings } from '../../verify/doctor/surroundings.js';
import { type Finding, ill, wordsOf } from '../../verify/doctor/finding.js';
import { type CliContext, withServices } from '../context.js';
import { examples } from '../options.js';
import { NegativeResult } from '../failures.js';
import { type OutputOptions, printText } from '../output.js';

const SIGNS = { well: 'ok', uneasy: 'look', ill: 'WRONG' } as const;

export function addDoctorCommand(program: Command, context: CliContext): void {
  program
    .command('doctor')
    .description(
      'examine this installation: folders, disk, keys, database, clocks, files, mail, NATS, certificates, providers',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', examples('loupe doctor', 'loupe doctor --json'))
    .addHelpText(
      'after',
      '\nChanges nothing. Ends with 4 when something is wrong; what only deserves a look is no reason.',
    )
    .action(async (options: OutputOptions) => {
      const around = await examineSurroundings(context.config(), new Date());
      // Opening the services would make the folder.
      const hasFolder = around.every(({ what, state }) => what !== 'data folder' || state === 'well');
      const findings = hasFolder ? [...around, ...(await examineInside(context))] : around;
      printText(context, options, pageOf(findings), findings);
      if (findings.some(({ state }) => state === 'ill')) throw new NegativeResult();
    });
}

/** Where the services cannot be opened at all, the reason is the finding. */
async function examineInside(context: CliContext): Promise<readonly Finding[]> {
  try {
    return await withServices(context, ({ doctor }) => doctor.examine());
  } catch (error) {
    const remedy = 'Start what does not answer, or correct LOUPE_DATABASE_URL and LOUPE_BLOBS_URL.';
    return [ill('database', wordsOf(error), remedy)];
  }
}

function pageOf(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ what }) => what.length));
  const lines = findings.flatMap(({ what, state, said, remedy }) => [
    `${SIGNS[state].padEnd(5)}  ${what.padEnd(width)}  ${said}`,
    ...(remedy === null ? [] : [`${' '.repeat(width + 9)}${remedy}`]),
  ]);
  return `${lines.join('\n')}\n`;
}
