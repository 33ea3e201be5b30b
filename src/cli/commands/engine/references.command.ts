/** `loupe list`, `get`, `count`, `delete`, `keywords` and `metadata`: the references of an application on a server. */
import type { Command } from 'commander';
import { badInput } from '../../../kernel/errors.js';
import type { CliContext } from '../../context.js';
import { addServerOptions, EngineServer, type ServerOptions } from '../../engine-server.js';
import { collect, examples, toCount } from '../../options.js';
import { NegativeResult } from '../../failures.js';
import { addMetadataCommand } from './metadata.command.js';
import { type OutputOptions, printList, printOne } from '../../output.js';
import { addFilterOptions, filterOf, type FilterOptions } from '../../reference-filters.js';
import {
  activateReferences,
  deleteReferences,
  readReference,
  type ReferenceFacts,
  referencesOf,
} from '../../server-references.js';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { fileNotFound } from '../../picture-files.js';

/** The ids of a file, without empty lines; `-` is standard input. @throws LoupeError NOT_FOUND */
async function idsIn(path: string): Promise<readonly string[]> {
  const content =
    path === '-'
      ? await text(process.stdin)
      : await readFile(path, 'utf8').catch(() => {
          throw fileNotFound(path);
        });
  return content.split(/\r?\n/).filter((line) => line !== '');
}

interface Options extends OutputOptions, ServerOptions {}

interface ListOptions extends Options, FilterOptions {
  readonly inactive?: boolean;
  readonly limit: number;
  readonly all?: boolean;
  readonly ids?: boolean;
}

interface DeleteOptions extends Options {
  readonly from?: string;
}

interface KeywordOptions extends Options {
  readonly set?: readonly string[];
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
  readonly clear?: boolean;
}

const AT = '--server http://127.0.0.1:4000 --key u0A7cTr2bS9dLmQ4';
const idArgument = ['<id>', 'id of a reference (loupe list)'] as const;

export function addReferenceCommands(program: Command, context: CliContext): void {
  addList(program, context);
  addGet(program, context);
  addCount(program, context);
  addKeywords(program, context);
  addMetadataCommand(program, context);
  addSwitch(program, context, 'activate');
  addSwitch(program, context, 'deactivate');
  addDelete(program, context);
}

function addList(program: Command, context: CliContext): void {
  const command = program
    .command('list')
    .description('list references of an application of a server, in order of their addition');
  addFilterOptions(addServerOptions(command))
    .option('--inactive', 'only references that are switched off')
    .option('--limit <count>', 'most references', toCount, 100)
    .option('--all', 'all of them, whatever --limit says')
    .option('--ids', 'print ids alone, one a line, as they arrive')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(
        `loupe list ${AT} --keyword spring --without-keyword sold`,
        `loupe list ${AT} --where language=de --where 'price<20'`,
        `loupe list ${AT} --all --ids | wc --lines`,
      ),
    )
    .action(async ({ ids, all, limit, inactive, ...options }: ListOptions) => {
      const server = EngineServer.require(options);
      const found = referencesOf(server, {
        ...filterOf(options),
        isActive: inactive === true ? false : undefined,
        limit: all === true ? Infinity : limit,
      });
      if (ids === true && options.json !== true) {
        for await (const { id } of found) context.out(`${id}\n`);
        return;
      }
      const rows: ReferenceFacts[] = [];
      for await (const row of found) rows.push(row);
      if (ids === true) return context.out(`${JSON.stringify(rows.map(({ id }) => id))}\n`);
      printList(
        context,
        options,
        rows,
        {
          Id: ({ id }) => id,
          Grade: ({ grade }) => grade,
          Keywords: ({ keywords }) => keywords.join(', '),
          Recognized: ({ recognitionCount }) => recognitionCount,
          Active: ({ isActive }) => (isActive ? 'yes' : 'no'),
          Added: ({ dateCreated }) => dateCreated,
        },
        'No references.',
      );
    });
}

function addGet(program: Command, context: CliContext): void {
  addServerOptions(
    program
      .command('get')
      .description('read one reference of an application of a server')
      .argument(...idArgument),
  )
    .option('--json', 'print JSON')
    .addHelpText('after', examples(`loupe get leaflet ${AT}`, `loupe get spring/two.png ${AT} --json`))
    .action(async (id: string, options: Options) =>
      print(context, options, await readReference(EngineServer.require(options), id)),
    );
}

function addCount(program: Command, context: CliContext): void {
  addServerOptions(
    program.command('count').description('count references of an application of a server, and their images'),
  )
    .option('--json', 'print JSON')
    .addHelpText('after', examples(`loupe count ${AT}`, `loupe count ${AT} --json`))
    .action(async (options: Options) => {
      const counts = (await EngineServer.require(options).get('counts')) as Readonly<Record<string, number>>;
      const { references = 0, images = 0 } = counts;
      printOne(context, options, counts, { References: references, Images: images });
    });
}

function addKeywords(program: Command, context: CliContext): void {
  addServerOptions(
    program
      .command('keywords')
      .description('show the keywords of a reference, or change them')
      .argument(...idArgument),
  )
    .option('--set <keyword>', 'have this instead of all that it has (repeatable)', collect)
    .option('--add <keyword>', 'have this, too (repeatable)', collect)
    .option('--remove <keyword>', 'remove this keyword (repeatable)', collect)
    .option('--clear', 'have none')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(
        `loupe keywords leaflet ${AT}`,
        `loupe keywords leaflet ${AT} --add spring --remove winter`,
        `loupe keywords leaflet ${AT} --set spring --set poster --json`,
      ),
    )
    .action(async (id: string, options: KeywordOptions) => {
      const server = EngineServer.require(options);
      const { keywords: before } = await readReference(server, id);
      const after = changed(before, options);
      const address = `references/${encodeURIComponent(id)}`;
      const { keywords } =
        after === null
          ? { keywords: before }
          : ((await server.sendJson('PATCH', address, { keywords: after })) as ReferenceFacts);
      printOne(context, options, { id, keywords }, { Id: id, Keywords: keywords.join(', ') });
    });
}

/** The keywords that the options ask for; null when they ask for no change. @throws LoupeError BAD_USER_INPUT */
function changed(
  before: readonly string[],
  { set, clear = false, add = [], remove = [] }: KeywordOptions,
): readonly string[] | null {
  const isReplaced = set !== undefined || clear;
  const isChanged = add.length > 0 || remove.length > 0;
  if ((set !== undefined && clear) || (isReplaced && isChanged)) {
    throw badInput('--set', 'stands alone: give either --set, or --clear, or --add and --remove');
  }
  if (isReplaced) return set ?? [];
  if (!isChanged) return null;
  const both = add.find((keyword) => remove.includes(keyword));
  if (both !== undefined) throw badInput('--remove', `names "${both}", which --add names, too`);
  return [...new Set([...before, ...add])].filter((keyword) => !remove.includes(keyword));
}

function addSwitch(program: Command, context: CliContext, verb: 'activate' | 'deactivate'): void {
  const isActive = verb === 'activate';
  const meaning = isActive
    ? 'switch references on again, so that searches find them'
    : 'switch references off: they stay, and searches no longer find them';
  addServerOptions(
    program.command(verb).description(meaning).argument('[ids...]', 'ids of references (loupe list)'),
  )
    .option('--from <file>', 'also the ids in this file, one a line; - for standard input')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nEnds with 4 when some of the ids are not there; the others are switched.')
    .addHelpText(
      'after',
      examples(`loupe ${verb} leaflet ${AT}`, `loupe ${verb} --from ids.txt ${AT} --json`),
    )
    .action(async (given: readonly string[], { from, ...options }: DeleteOptions) => {
      const server = EngineServer.require(options);
      const ids = await namedIds(given, from);
      const unknown = await activateReferences(server, ids, isActive);
      const switched = ids.length - unknown.length;
      printOne(
        context,
        options,
        { isActive, switched, unknown },
        { Switched: switched, ...notThere(unknown) },
      );
      if (unknown.length > 0) throw new NegativeResult();
    });
}

/** Each once. @throws LoupeError BAD_USER_INPUT when nothing is named, NOT_FOUND */
async function namedIds(given: readonly string[], from: string | undefined): Promise<readonly string[]> {
  if (given.length === 0 && from === undefined) throw badInput('ids', 'name at least one, or give --from');
  return [...new Set([...given, ...(from === undefined ? [] : await idsIn(from))])];
}

function notThere(unknown: readonly string[]): Readonly<Record<string, string>> {
  if (unknown.length === 0) return {};
  const shown = unknown.slice(0, 20).join(', ');
  return { 'Not there': unknown.length > 20 ? `${shown} …` : shown };
}

function addDelete(program: Command, context: CliContext): void {
  addServerOptions(
    program
      .command('delete')
      .description('delete references of an application of a server with all of their images')
      .argument('[ids...]', 'ids of references (loupe list)'),
  )
    .option('--from <file>', 'also the ids in this file, one a line; - for standard input')
    .requiredOption('--yes', 'really delete them')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nEnds with 4 when some of the ids are not there; the others are deleted.')
    .addHelpText(
      'after',
      examples(
        `loupe delete leaflet spring/two.png ${AT} --yes`,
        'loupe list --all --ids --keyword old … | loupe delete --from - … --yes',
      ),
    )
    .action(async (given: readonly string[], { from, ...options }: DeleteOptions) => {
      const server = EngineServer.require(options);
      const { removed, unknown } = await deleteReferences(server, await namedIds(given, from));
      printOne(context, options, { removed, unknown }, { Deleted: removed.length, ...notThere(unknown) });
      if (unknown.length > 0) throw new NegativeResult();
    });
}

function print(context: CliContext, options: OutputOptions, reference: ReferenceFacts): void {
  printOne(context, options, reference, {
    Id: reference.id,
    Keywords: reference.keywords.join(', '),
    Keypoints: reference.keypointCount,
    Grade: reference.grade,
    Reason: reference.gradeReason,
    Metadata: reference.metadata === null ? null : JSON.stringify(reference.metadata),
    Active: reference.isActive ? 'yes' : 'no',
    Recognized: reference.recognitionCount,
    'Last recognized': reference.dateRecognized,
    Thumbnail: reference.thumbnailUrl,
    Added: reference.dateCreated,
    Changed: reference.dateModified,
  });
}
