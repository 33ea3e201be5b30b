/** `loupe add`: adds pictures, also from ZIPs, TARs and addresses, to an application of a server, or to a folder of DNAs. */
import type { Command } from 'commander';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { badInput, LoupeError } from '../../../kernel/errors.js';
import { type CliContext, withLocalRecognition } from '../../context.js';
import { addServerOptions, EngineServer, type Parts, type ServerOptions } from '../../engine-server.js';
import { collect, examples } from '../../options.js';
import { type OutputOptions, showProgress } from '../../output.js';
import { findFiles, isAddress, type NamedFile, namedAddresses, partPaths } from '../../picture-files.js';
import { arePackable, packed } from '../../packed-files.js';
import { membersOf } from '../../reference-filters.js';
import { reportRows, requireReport } from '../../report-file.js';
import {
  type AddedRow,
  countInArchives,
  filesOfArchives,
  importArchives,
  noteOf,
} from '../../archive-import.js';

interface AddOptions extends OutputOptions, ServerOptions {
  readonly to?: string;
  readonly keyword?: readonly string[];
  readonly metadata?: readonly string[];
  readonly additional?: boolean;
  readonly resume?: boolean;
  readonly dryRun?: boolean;
  readonly duplicates: boolean;
  readonly report?: string;
}

/** Requests that a server works on at a time: its cores, with one more on the way. */
const AT_ONCE = 4;

type AddOne = (file: NamedFile) => Promise<AddedRow>;

export function addAddCommand(program: Command, context: CliContext): void {
  const command = program
    .command('add')
    .description('add pictures: to an application of a server, or without a server to a folder of DNAs')
    .argument(
      '<pictures...>',
      'files, folders, ZIPs or TARs (.tar, .tar.gz), or addresses that a server fetches; the path below a folder or in an archive becomes the id, or what a manifest.csv, .json or .jsonl in the archive says',
    )
    .option('--to <folder>', 'folder of DNAs that `loupe search --in` looks into');
  addServerOptions(command)
    .option('--keyword <keyword>', 'keyword of all of them (repeatable), beside those of a manifest', collect)
    .option(
      '--metadata <name=value>',
      'keep this with all of them; a value is JSON or a text (repeatable)',
      collect,
    )
    .option('--additional', 'keep the images that an id has already')
    .option('--resume', 'leave out what is there already')
    .option('--dry-run', 'of archives on a server: only try, read every picture and report')
    .option(
      '--no-duplicates',
      'of archives, and of 100 pictures or more, on a server: do not search for near-duplicates, which is faster',
    )
    .option('--report <file>', 'also write what became of each picture: .csv, or .jsonl for JSON lines')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(
        'loupe add catalog/ --server http://127.0.0.1:4000 --key u0A7cTr2bS9dLmQ4 --keyword spring',
        'loupe add https://press.example/cover.jpg --server http://127.0.0.1:4000 --key u0A7cTr2bS9dLmQ4',
        'loupe add catalog.zip --server http://127.0.0.1:4000 --key u0A7cTr2bS9dLmQ4 --json',
        'loupe add catalog.tar --dry-run --report report.csv --server http://127.0.0.1:4000 --key u0A7cTr2bS9dLmQ4',
        'loupe add catalog/ --to signatures/ --resume',
      ),
    )
    .action(async (paths: readonly string[], options: AddOptions) => {
      const server = EngineServer.of(options);
      if ((server === null) === (options.to === undefined)) {
        throw badInput('--to', 'give either --server and --key, or --to with a folder');
      }
      if (options.dryRun === true && server === null) {
        throw badInput('--dry-run', 'is for archives on a server');
      }
      const { archives, addresses, others } = partPaths(paths);
      if (options.dryRun === true && others.length + addresses.length > 0) {
        throw badInput('--dry-run', 'is for archives (.zip, .tar, .tar.gz)');
      }
      if (options.report !== undefined) requireReport(options.report);
      if (server === null && addresses.length > 0) {
        throw badInput('pictures', 'at an address are fetched by servers alone; give --server and --key');
      }
      const named = namedAddresses(addresses);
      const files = [...(others.length === 0 ? [] : await findFiles(others)), ...named];
      const rows =
        server === null
          ? await addLocally(context, { files, archives }, options.to ?? '', options)
          : [
              ...(await addToServer(server, files, options)),
              ...(await importArchives(server, archives, options)),
            ];
      if (rows.length > 0) context.error(`${sumOf(rows)}\n`);
      await reportRows(
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
    });
}

/** `41 pictures: 38 added, 2 kept, 1 refused`: long lists end with what matters. */
function sumOf(rows: readonly AddedRow[]): string {
  const counts = (['added', 'good', 'kept', 'refused'] as const)
    .map((state) => ({ state, count: rows.filter((row) => row.state === state).length }))
    .filter(({ count }) => count > 0);
  const parts = counts.map(({ state, count }) => `${count} ${state}`).join(', ');
  return `${rows.length} picture${rows.length === 1 ? '' : 's'}: ${parts}`;
}

/** Many pictures go as an import, unless something is wished that only a single addition does. */
async function addToServer(
  server: EngineServer,
  files: readonly NamedFile[],
  options: AddOptions,
): Promise<readonly AddedRow[]> {
  const { metadata, additional, resume } = options;
  const isPlain = metadata === undefined && additional !== true && resume !== true;
  if (!isPlain || !arePackable(files)) return addAll(files, files.length, toServer(server, options), AT_ONCE);
  const rows: AddedRow[] = [];
  for await (const archive of packed(files)) rows.push(...(await importArchives(server, [archive], options)));
  return rows;
}

/** What is wrong with one picture does not stop the others; what is wrong with the server does. */
async function addAll(
  files: Iterable<NamedFile> | AsyncIterable<NamedFile>,
  count: number,
  addOne: AddOne,
  atOnce = 1,
): Promise<readonly AddedRow[]> {
  const rows: AddedRow[] = [];
  const progress = showProgress(count, 'Adding');
  const waiting: Promise<AddedRow>[] = [];
  const next = async () => {
    const row = await waiting.shift();
    if (row !== undefined) rows.push(row);
    progress.step();
  };
  try {
    for await (const file of files) {
      const row = addOne(file).catch((error: unknown) => refusal(file, error));
      // The one that waits for it sees its failure.
      row.catch(() => undefined);
      waiting.push(row);
      if (waiting.length >= atOnce) await next();
    }
    while (waiting.length > 0) await next();
  } finally {
    await Promise.allSettled(waiting);
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

function toServer(server: EngineServer, { keyword, metadata, additional, resume }: AddOptions): AddOne {
  const kept = metadata === undefined ? undefined : JSON.stringify(membersOf('--metadata', metadata));
  return async (file) => {
    const { id } = file;
    if (resume === true && (await isThere(server, id))) return { id, state: 'kept', grade: null, note: '' };
    const added = await server.post('references', {
      imageId: id,
      keywords: keyword ?? [],
      metadata: kept,
      additional: additional === true ? 'true' : undefined,
      ...(await sourceOf(file)),
    });
    const { grade, gradeReason, nearDuplicates } = added as {
      readonly grade: number | null;
      readonly gradeReason: string | null;
      readonly nearDuplicates: readonly { readonly id: string }[];
    };
    const near = nearDuplicates.map((each) => each.id);
    return { id, state: 'added', grade, note: noteOf(gradeReason, near) };
  };
}

/** What a server is sent of a picture. */
async function sourceOf({ path, isDna, read }: NamedFile): Promise<Parts> {
  if (isAddress(path)) return { imageUrl: path };
  const bytes = await read();
  return isDna ? { dna: bytes.toString('base64') } : { image: bytes };
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

/** Where the DNA of an id lies. @throws LoupeError BAD_USER_INPUT for an id that leads out of the folder */
function placeIn(folder: string, id: string): string {
  const target = join(folder, `${id}.dna`);
  const inside = relative(folder, target);
  if (inside.startsWith('..') || isAbsolute(inside)) {
    throw badInput('id', `leads out of the folder: ${id.slice(0, 100)}`);
  }
  return target;
}

async function addLocally(
  context: CliContext,
  { files, archives }: { readonly files: readonly NamedFile[]; readonly archives: readonly string[] },
  folder: string,
  { resume }: AddOptions,
): Promise<readonly AddedRow[]> {
  const pictures = files.filter(({ isDna }) => !isDna);
  const count = pictures.length + (await countInArchives(archives));
  const all = async function* () {
    yield* pictures;
    yield* filesOfArchives(archives);
  };
  return withLocalRecognition(context, (recognition) =>
    addAll(all(), count, async ({ id, read }) => {
      const target = placeIn(folder, id);
      if (resume === true && (await stat(target).catch(() => null)) !== null) {
        return { id, state: 'kept', grade: null, note: '' };
      }
      const { dna, grade, isRecognizable } = await recognition.extract(await read());
      if (!isRecognizable) throw new LoupeError('IMAGE_TOO_SIMPLE', 'Too little detail to be recognized.');
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, dna);
      return { id, state: 'added', grade: grade.value, note: grade.reason === 'good' ? '' : grade.reason };
    }),
  );
}
