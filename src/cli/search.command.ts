/** `loupe search`: finds what a photo shows, on a server or among pictures and DNAs of a folder. */
import { type Command, InvalidArgumentError } from 'commander';
import { badInput } from '../errors.js';
import type { LocalEngine } from '../engine/local-engine.js';
import { type CliContext, withLocalEngine } from './context.js';
import { addServerOptions, EngineServer, type ServerOptions } from './engine-server.js';
import { collect, examples } from './examples.js';
import { NegativeResult } from './failures.js';
import { type OutputOptions, printList } from './output.js';
import { findFiles, readNamed } from './picture-files.js';
import { showProgress } from './progress.js';

interface SearchOptions extends OutputOptions, ServerOptions {
  readonly in?: readonly string[];
  readonly keyword?: readonly string[];
  readonly limit: number;
  readonly threshold?: number;
  readonly similar?: boolean;
  readonly colorWeight: number;
}

interface HitRow {
  readonly id: string;
  readonly distance: number;
  readonly decision: string | null;
}

export function addSearchCommand(program: Command, context: CliContext): void {
  const command = program
    .command('search')
    .description('find what a photo shows: on a server, or without one among pictures and DNAs of folders')
    .argument('<photo>', 'JPEG, PNG, GIF, or a .dna file')
    .option('--in <path>', 'picture, DNA or folder to search in (again for more)', collect);
  addServerOptions(command)
    .option('--keyword <keyword>', 'only references that hold it (again for more); on a server', collect)
    .option('--limit <count>', 'most results', toNumber, 10)
    .option('--threshold <strictness>', '0 to 1; 0.5 is the shipped one', toNumber)
    .option('--similar', 'rank by look instead of recognizing; in folders')
    .option('--color-weight <percent>', 'importance of color for --similar', toNumber, 50)
    .option('--json', 'print JSON')
    .addHelpText('after', '\nEnds with 4 when nothing is found.')
    .addHelpText(
      'after',
      examples(
        'loupe search photo.jpg --server http://127.0.0.1:4000 --key u0A7cTr2bS9dLmQ4',
        'loupe search photo.jpg --in signatures/ --in more.jpg --json',
      ),
    )
    .action(async (photo: string, options: SearchOptions) => {
      const server = EngineServer.of(options);
      if ((server === null) === (options.in === undefined)) {
        throw badInput('--in', 'give either --server and --key, or --in with a folder');
      }
      const hits =
        server === null
          ? await withLocalEngine(context, (engine) => searchLocally(engine, photo, options))
          : await searchServer(server, photo, options);
      printList(
        context,
        options,
        hits,
        {
          Id: (row) => row.id,
          Distance: (row) => row.distance.toFixed(4),
          Decision: (row) => row.decision,
        },
        'Nothing is found.',
      );
      if (hits.length === 0) throw new NegativeResult();
    });
}

async function searchServer(
  server: EngineServer,
  photo: string,
  { keyword, limit, threshold }: SearchOptions,
): Promise<readonly HitRow[]> {
  const answer = await server.post('search', {
    ...(await queryOf(photo)),
    keywords: keyword,
    limit: String(limit),
    threshold: threshold === undefined ? undefined : String(threshold),
  });
  const { hits } = answer as {
    readonly hits: readonly { id: string; distance: number; match: { decision: string } | null }[];
  };
  return hits.map(({ id, distance, match }) => ({ id, distance, decision: match?.decision ?? null }));
}

async function queryOf(photo: string): Promise<{ dna: string } | { image: Buffer }> {
  const bytes = await readNamed(photo);
  return /\.dna$/i.test(photo) ? { dna: bytes.toString('base64') } : { image: bytes };
}

async function searchLocally(
  engine: LocalEngine,
  photo: string,
  options: SearchOptions,
): Promise<readonly HitRow[]> {
  const query = await readNamed(photo);
  const files = await findFiles(options.in ?? []);
  const progress = showProgress(files.length, 'Reading');
  try {
    for (const { id, path, isDna } of files) {
      const bytes = await readNamed(path);
      engine.add([{ id, dna: isDna ? bytes : (await engine.extract(bytes)).dna }]);
      progress.step();
    }
  } finally {
    progress.stop();
  }
  const { limit, threshold, colorWeight } = options;
  const hits =
    options.similar === true
      ? await engine.rank(query, limit, colorWeight / 100)
      : await engine.search(/\.dna$/i.test(photo) ? { dna: query } : { image: query }, {
          limit,
          ...(threshold === undefined ? {} : { threshold }),
        });
  return hits.map(({ id, distance, match }) => ({ id, distance, decision: match?.decision ?? null }));
}

function toNumber(text: string): number {
  const number = Number(text);
  if (text.trim() === '' || Number.isNaN(number)) throw new InvalidArgumentError('It must be a number.');
  return number;
}
