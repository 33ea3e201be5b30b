/** `loupe extract` and `loupe colors`: what single pictures hold. */
import type { Command } from 'commander';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type CliContext, withLocalEngine } from './context.js';
import { examples } from './examples.js';
import { NegativeResult } from './failures.js';
import { type OutputOptions, printList } from './output.js';
import { findFiles, readNamed } from './picture-files.js';
import { showProgress } from './progress.js';
import { LoupeError } from '../errors.js';

interface ExtractOptions extends OutputOptions {
  readonly to?: string;
}

interface ExtractRow {
  readonly file: string;
  readonly dna: string | null;
  readonly grade: number | null;
  readonly reason: string;
}

export function addExtractCommand(program: Command, context: CliContext): void {
  program
    .command('extract')
    .description(
      'compute the DNA of pictures, here and without a server, and tell how well each will be recognized',
    )
    .argument('<pictures...>', 'files or folders')
    .option('--to <folder>', 'where to write the .dna files; beside the pictures when absent')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples('loupe extract poster.jpg', 'loupe extract catalog/ --to signatures/ --json'),
    )
    .action(async (paths: readonly string[], options: ExtractOptions) => {
      const files = (await findFiles(paths)).filter(({ isDna }) => !isDna);
      const rows: ExtractRow[] = [];
      const progress = showProgress(files.length, 'Extracting');
      await withLocalEngine(context, async (engine) => {
        for (const { path, id } of files) {
          rows.push(
            await extractOne(path, async (bytes) => {
              const { dna, grade } = await engine.extract(bytes);
              const target = options.to === undefined ? `${path}.dna` : join(options.to, `${id}.dna`);
              await mkdir(dirname(target), { recursive: true });
              await writeFile(target, dna);
              return { file: path, dna: target, grade: grade.value, reason: grade.reason };
            }),
          );
          progress.step();
        }
      }).finally(() => progress.stop());
      printList(
        context,
        options,
        rows,
        {
          File: (row) => row.file,
          DNA: (row) => row.dna,
          Grade: (row) => row.grade,
          Reason: (row) => row.reason,
        },
        'No pictures.',
      );
      if (rows.some(({ dna }) => dna === null)) throw new NegativeResult();
    });
}

async function extractOne(
  path: string,
  extract: (bytes: Buffer) => Promise<ExtractRow>,
): Promise<ExtractRow> {
  try {
    return await extract(await readNamed(path));
  } catch (error) {
    if (!(error instanceof LoupeError)) throw error;
    return { file: path, dna: null, grade: null, reason: error.message };
  }
}

export function addColorsCommand(program: Command, context: CliContext): void {
  program
    .command('colors')
    .description('tell the dominant colors of pictures, here and without a server')
    .argument('<pictures...>', 'files or folders')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('loupe colors poster.jpg', 'loupe colors catalog/ --json'))
    .action(async (paths: readonly string[], options: OutputOptions) => {
      const files = (await findFiles(paths)).filter(({ isDna }) => !isDna);
      const progress = showProgress(files.length, 'Reading');
      const rows = await withLocalEngine(context, async (engine) => {
        const found = [];
        for (const { path } of files) {
          found.push({ file: path, colors: await engine.colors(await readNamed(path)) });
          progress.step();
        }
        return found;
      }).finally(() => progress.stop());
      printList(
        context,
        options,
        rows,
        {
          File: ({ file }) => file,
          Colors: ({ colors }) => colors.map(({ hex, percentage }) => `${hex}@${percentage}`).join(' '),
        },
        'No pictures.',
      );
    });
}
