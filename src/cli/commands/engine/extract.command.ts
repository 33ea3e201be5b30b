/** `loupe extract` and `loupe colors`: what single pictures hold, computed here or by a server. */
import { type Command, Option } from 'commander';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PictureColor } from '../../../engine-host/appearance/color.js';
import { type RecognitionRole, recognitionRoles } from '../../../engine-host/decode-size.js';
import type { CliContext } from '../../context.js';
import { addServerOptions, type ServerOptions } from '../../engine-server.js';
import { examples } from '../../options.js';
import { NegativeResult } from '../../failures.js';
import { type OutputOptions, printList, showProgress } from '../../output.js';
import { findFiles, readNamed } from '../../picture-files.js';
import { withPictureExtraction } from '../../picture-extraction.js';
import { LoupeError } from '../../../kernel/errors.js';

interface ExtractOptions extends OutputOptions, ServerOptions {
  readonly to?: string;
  readonly role: RecognitionRole;
}

interface ExtractRow {
  readonly file: string;
  readonly dna: string | null;
  readonly grade: number | null;
  readonly reason: string;
}

export function addExtractCommand(program: Command, context: CliContext): void {
  const command = program
    .command('extract')
    .description(
      'compute the DNA of pictures, here or on a server, and grade how well each will be recognized',
    )
    .argument('<pictures...>', 'files or folders');
  addServerOptions(command)
    .option('--to <folder>', 'where to write the .dna files; beside the pictures when absent')
    .addOption(
      new Option('--role <role>', 'what the DNA is for: to be added (reference), or to search by (query)')
        .choices(recognitionRoles)
        .default('reference'),
    )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(
        'loupe extract poster.jpg',
        'loupe extract catalog/ --to signatures/ --json',
        'loupe extract photo.jpg --role query',
        'loupe extract poster.jpg --server http://127.0.0.1:4000 --key u0A7cTr2bS9dLmQ4',
      ),
    )
    .action(async (paths: readonly string[], options: ExtractOptions) => {
      const files = (await findFiles(paths)).filter(({ isDna }) => !isDna);
      const rows: ExtractRow[] = [];
      const progress = showProgress(files.length, 'Extracting');
      await withPictureExtraction(context, options, async (pictures) => {
        for (const { path, id } of files) {
          rows.push(
            await extractOne(path, async (bytes) => {
              const { dna, grade, reason } = await pictures.extract(bytes, options.role);
              const target = options.to === undefined ? `${path}.dna` : join(options.to, `${id}.dna`);
              await mkdir(dirname(target), { recursive: true });
              await writeFile(target, dna);
              return { file: path, dna: target, grade, reason };
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
    return { file: path, dna: null, grade: null, reason: problemOf(error) };
  }
}

interface ColorsRow {
  readonly file: string;
  readonly colors: readonly PictureColor[];
  /** Why there are none; null when there are. */
  readonly problem: string | null;
}

export function addColorsCommand(program: Command, context: CliContext): void {
  const command = program
    .command('colors')
    .description('list the dominant colors of pictures, here or by a color application of a server')
    .argument('<pictures...>', 'files or folders');
  addServerOptions(command)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(
        'loupe colors poster.jpg',
        'loupe colors catalog/ --json',
        'loupe colors poster.jpg --server http://127.0.0.1:4000 --key u0A7cTr2bS9dLmQ4',
      ),
    )
    .action(async (paths: readonly string[], options: OutputOptions & ServerOptions) => {
      const files = (await findFiles(paths)).filter(({ isDna }) => !isDna);
      const progress = showProgress(files.length, 'Reading');
      const rows = await withPictureExtraction(context, options, async (pictures) => {
        const found: ColorsRow[] = [];
        for (const { path: file, read } of files) {
          found.push(
            await read()
              .then((bytes) => pictures.colors(bytes))
              .then((colors) => ({ file, colors, problem: null }))
              .catch((error: unknown) => ({ file, colors: [], problem: problemOf(error) })),
          );
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
          Colors: ({ colors, problem }) =>
            problem ?? colors.map(({ hex, percentage }) => `${hex}@${percentage}`).join(' '),
        },
        'No pictures.',
      );
      if (rows.some(({ problem }) => problem !== null)) throw new NegativeResult();
    });
}

/** Errors of one picture stand in its row; others end the command. */
function problemOf(error: unknown): string {
  if (error instanceof LoupeError && pictureFaults.includes(error.code)) return error.message;
  throw error;
}

const pictureFaults: readonly string[] = [
  'INVALID_IMAGE',
  'UNSUPPORTED_MEDIA',
  'PAYLOAD_TOO_LARGE',
  'IMAGE_TOO_SIMPLE',
];
