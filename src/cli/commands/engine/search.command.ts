/** `loupe search`: finds what a photo shows (on a server also by colors, id or keywords), there or in folders. */
import type { Command } from 'commander';
import { badInput } from '../../../kernel/errors.js';
import type { LocalRecognition } from '../../../recognition/local-recognition.js';
import { type CliContext, withLocalRecognition } from '../../context.js';
import { addServerOptions, EngineServer, type Parts, type ServerOptions } from '../../engine-server.js';
import { collect, examples, toNumber } from '../../options.js';
import { NegativeResult } from '../../failures.js';
import { type OutputOptions, printList, showProgress } from '../../output.js';
import { findFiles, isAddress, readNamed } from '../../picture-files.js';
import { addFilterOptions, filterOf, type FilterOptions } from '../../reference-filters.js';

interface SearchOptions extends OutputOptions, ServerOptions, FilterOptions {
  readonly in?: readonly string[];
  readonly limit: number;
  readonly threshold?: number;
  readonly similar?: boolean;
  readonly colorWeight?: number;
  readonly mirrored?: boolean;
  readonly rejected?: boolean;
  readonly secondTry: boolean;
  readonly id?: string;
  readonly color?: readonly string[];
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
    .argument('[photo]', 'picture or .dna file; on a server also its address')
    .option('--in <path>', 'picture, DNA or folder to search in (repeatable)', collect);
  addFilterOptions(addServerOptions(command), '; on a server')
    .option('--limit <count>', 'most results', toNumber, 10)
    .option('--threshold <strictness>', '0 to 1; 0.5 is the shipped one', toNumber)
    .option('--similar', 'rank by look instead of recognizing; in folders')
    .option('--color-weight <percent>', 'importance of color against shape; 50 unless set', toNumber)
    .option('--mirrored', 'also recognize mirror images')
    .option('--rejected', 'also list the nearest candidates that were not recognized')
    .option('--no-second-try', 'do not look closer where nothing is recognized')
    .option('--id <image_id>', 'instead of a photo: a reference of the server')
    .option('--color <color>', 'instead of a photo: a color, FF6633 or FF6633@40 (repeatable)', collect)
    .option('--json', 'print JSON')
    .addHelpText('after', '\nEnds with 4 when nothing is found.')
    .addHelpText(
      'after',
      examples(
        'loupe search photo.jpg --server http://127.0.0.1:4000 --key u0A7cTr2bS9dLmQ4',
        'loupe search --color FF6633@40 --server http://127.0.0.1:4000 --key u0A7cTr2bS9dLmQ4',
        'loupe search photo.jpg --in signatures/ --in more.jpg --json',
      ),
    )
    .action(async (photo: string | undefined, options: SearchOptions) => {
      const server = EngineServer.of(options);
      if ((server === null) === (options.in === undefined)) {
        throw badInput('--in', 'give either --server and --key, or --in with a folder');
      }
      const hits =
        server === null
          ? await withLocalRecognition(context, (recognition) =>
              searchLocally(recognition, requirePhoto(photo), options),
            )
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
      if (!hits.some(isFound)) throw new NegativeResult();
    });
}

/** Rankings by look decide nothing. */
const isFound = ({ decision }: HitRow): boolean =>
  decision === null || decision === 'Clone' || decision === 'Match';

async function searchServer(
  server: EngineServer,
  photo: string | undefined,
  { limit, threshold, colorWeight, mirrored, rejected, secondTry, id, color, ...options }: SearchOptions,
): Promise<readonly HitRow[]> {
  const text = (value: number | undefined) => (value === undefined ? undefined : String(value));
  const { metadata, ...filter } = filterOf(options);
  const answer = await server.post('search', {
    ...(photo === undefined ? {} : await queryOf(photo)),
    imageId: id,
    colors: color,
    ...filter,
    metadata: metadata && JSON.stringify(metadata),
    limit: text(limit),
    threshold: text(threshold),
    colorWeightPercent: text(colorWeight),
    findMirrored: mirrored === true ? 'true' : undefined,
    includeRejected: rejected === true ? 'true' : undefined,
    secondTry: secondTry ? undefined : 'false',
  });
  const { hits } = answer as {
    readonly hits: readonly { id: string; distance: number; match: { decision: string } | null }[];
  };
  return hits.map((hit) => ({
    id: hit.id,
    distance: hit.distance,
    decision: hit.match?.decision ?? null,
  }));
}

async function queryOf(photo: string): Promise<Parts> {
  if (isAddress(photo)) return { imageUrl: photo };
  const bytes = await readNamed(photo);
  return /\.dna$/i.test(photo) ? { dna: bytes.toString('base64') } : { image: bytes };
}

function requirePhoto(photo: string | undefined): string {
  if (photo === undefined)
    throw badInput('photo', 'is missing; --id and --color are for searches on a server');
  if (isAddress(photo))
    throw badInput('photo', 'at an address is fetched by servers alone; give --server and --key');
  return photo;
}

async function searchLocally(
  recognition: LocalRecognition,
  photo: string,
  options: SearchOptions,
): Promise<readonly HitRow[]> {
  const query = await readNamed(photo);
  const files = await findFiles(options.in ?? []);
  const progress = showProgress(files.length, 'Reading');
  try {
    for (const { id, path, isDna } of files) {
      const bytes = await readNamed(path);
      recognition.add([{ id, dna: isDna ? bytes : (await recognition.extract(bytes)).dna }]);
      progress.step();
    }
  } finally {
    progress.stop();
  }
  const { limit, threshold, colorWeight = 50, mirrored: findMirrored, secondTry, rejected } = options;
  const hits =
    options.similar === true
      ? await recognition.rank(query, limit, colorWeight / 100)
      : await recognition.search(/\.dna$/i.test(photo) ? { dna: query } : { image: query }, {
          limit,
          threshold,
          findMirrored,
          secondTry,
          includeRejected: rejected,
        });
  return hits.map(({ id, distance, match }) => ({ id, distance, decision: match?.decision ?? null }));
}
