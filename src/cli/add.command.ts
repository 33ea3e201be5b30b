/** `loupe add`: adds pictures to an application of a server, or to a folder of DNAs. */
import type { Command } from 'commander';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { badInput, LoupeError } from '../errors.js';
import { type CliContext, withLocalEngine } from './context.js';
import { addServerOptions, EngineServer, type ServerOptions } from './engine-server.js';
import { collect, examples } from './examples.js';
import { NegativeResult } from './failures.js';
import { type OutputOptions, printList } from './output.js';
import { findFiles, type NamedFile, readNamed } from './picture-files.js';
import { showProgress } from './progress.js';

interface AddOptions extends OutputOptions, ServerOptions {
  readonly to?: string;
  readonly keyword?: readonly string[];
  readonly additional?: boolean;
  readonly resume?: boolean;
}

interface AddedRow {
  readonly id: string;
  readonly state: 'added' | 'kept' | 'refused';
  readonly grade: number | null;
  readonly note: string;
}

type AddOne = (file: NamedFile) => Promise<AddedRow>;

export function addAddCommand(program: Command, context: CliContext): void {
  const command = program
    .command('add')
    .description('add pictures: to an application of a server, or without a server to a folder of DNAs')
    .argument('<pictures...>', 'files or folders; the path below a folder becomes the id')
    .option('--to <folder>', 'folder of DNAs that `loupe search --in` looks into');
  addServerOptions(command)
    .option('--keyword <keyword>', 'keyword of all of them (again for more)', collect)
    .option('--additional', 'keep the images that an id has already')
    .option('--resume', 'leave out what is there already')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(
        'loupe add catalog/ --server http://127.0.0.1:4000 --key u0A7cTr2bS9dLmQ4 --keyword spring',
        'loupe add catalog/ --to signatures/ --resume',
      ),
    )
    .action(async (paths: readonly string[], options: AddOptions) => {
      const server = EngineServer.of(options);
      if ((server === null) === (options.to === undefined)) {
        throw badInput('--to', 'give either --server and --key, or --to with a folder');
      }
      const files = await findFiles(paths);
      const rows =
        server === null
          ? await addLocally(context, files, options.to ?? '', options)
          : await addAll(files, toServer(server, options));
      printList(
        context,
        options,
        rows,
        {
          Id: (row) => row.id,
          State: (row) => row.state,
          Grade: (row) => row.grade,
          Note: (row) => row.note,
        },
        'No pictures.',
      );
      if (rows.some(({ state }) => state === 'refused')) throw new NegativeResult();
    });
}

/** What is wrong with one picture does not stop the others; what is wrong with the server does. */
async function addAll(files: readonly NamedFile[], addOne: AddOne): Promise<readonly AddedRow[]> {
  const rows: AddedRow[] = [];
  const progress = showProgress(files.length, 'Adding');
  try {
    for (const file of files) {
      rows.push(await addOne(file).catch((error: unknown) => refusal(file, error)));
      progress.step();
    }
  } finally {
    progress.stop();
  }
  return rows;
}

const lasting: readonly string[] = [
  'UNKNOWN_APPLICATION',
  'INACTIVE_APPLICATION',
  'KEY_MAY_ONLY_QUERY',
  'INVALID_KEYWORD',
];

function refusal({ id }: NamedFile, error: unknown): AddedRow {
  if (!(error instanceof LoupeError) || lasting.includes(error.code)) throw error;
  return { id, state: 'refused', grade: null, note: error.message };
}

function toServer(server: EngineServer, { keyword, additional, resume }: AddOptions): AddOne {
  return async ({ id, path, isDna }) => {
    if (resume === true && (await isThere(server, id))) return { id, state: 'kept', grade: null, note: '' };
    const bytes = await readNamed(path);
    const added = await server.post('references', {
      imageId: id,
      keywords: keyword ?? [],
      additional: additional === true ? 'true' : undefined,
      ...(isDna ? { dna: bytes.toString('base64') } : { image: bytes }),
    });
    const { grade, gradeReason, nearDuplicates } = added as {
      readonly grade: number | null;
      readonly gradeReason: string | null;
      readonly nearDuplicates: readonly { readonly id: string }[];
    };
    const near = nearDuplicates.map((each) => each.id).join(', ');
    const note = [
      gradeReason === 'good' ? '' : (gradeReason ?? ''),
      near === '' ? '' : `nearly the same: ${near}`,
    ];
    return { id, state: 'added', grade, note: note.filter((text) => text !== '').join('; ') };
  };
}

async function isThere(server: EngineServer, id: string): Promise<boolean> {
  try {
    await server.get(`references/${encodeURIComponent(id)}`);
    return true;
  } catch (error) {
    if (error instanceof LoupeError && error.code === 'UNKNOWN_IMAGE_ID') return false;
    throw error;
  }
}

async function addLocally(
  context: CliContext,
  files: readonly NamedFile[],
  folder: string,
  { resume }: AddOptions,
): Promise<readonly AddedRow[]> {
  return withLocalEngine(context, (engine) =>
    addAll(
      files.filter(({ isDna }) => !isDna),
      async ({ id, path }) => {
        const target = join(folder, `${id}.dna`);
        if (resume === true && (await stat(target).catch(() => null)) !== null) {
          return { id, state: 'kept', grade: null, note: '' };
        }
        const { dna, grade, isRecognizable } = await engine.extract(await readNamed(path));
        if (!isRecognizable) throw new LoupeError('IMAGE_TOO_SIMPLE', 'Too little detail to be recognized.');
        await mkdir(dirname(target), { recursive: true });
        await writeFile(target, dna);
        return { id, state: 'added', grade: grade.value, note: grade.reason === 'good' ? '' : grade.reason };
      },
    ),
  );
}
