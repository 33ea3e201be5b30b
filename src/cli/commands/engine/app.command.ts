/** `loupe app`: applications of the recognition engine and their keys, on the data folder or on a server. */
import { Argument, type Command, Option } from 'commander';
import { applicationKinds, type ApplicationKind } from '../../../engine/application.entity.js';
import { type ApplicationFacts, withAdministration } from '../../application-administration.js';
import type { CliContext } from '../../context.js';
import { addAdministrationOptions, type AdministrationOptions } from '../../engine-server.js';
import { examples } from '../../options.js';
import { type OutputOptions, printList, printOne, printText } from '../../output.js';

interface Options extends OutputOptions, AdministrationOptions {}

interface CreateOptions extends Options {
  readonly key?: string;
  readonly queryKey?: string;
  readonly kind: ApplicationKind;
  readonly name?: string;
  readonly org?: string;
  readonly thumbnails?: boolean;
}

interface RotateOptions extends Options {
  readonly modify?: boolean;
  readonly query?: boolean;
}

const AT = '--server https://loupe.example --token "$TOKEN"';

export function addAppCommands(program: Command, context: CliContext): void {
  const app = program
    .command('app')
    .alias('apps')
    .description(
      'applications of the recognition engine and their keys; on the data folder, or on a server as an administrator',
    );
  addCreate(app, context);
  addList(app, context);
  addRotate(app, context);
  addSwitch(app, context, 'disable');
  addSwitch(app, context, 'enable');
  addThumbnails(app, context);
  addDelete(app, context);
  addCounters(app, context);
  for (const command of app.commands) addAdministrationOptions(command);
}

function addOne(app: Command, verb: string, description: string): Command {
  return app
    .command(verb)
    .description(description)
    .argument('<id>', 'id of the application (loupe app list)');
}

function addSwitch(app: Command, context: CliContext, verb: 'enable' | 'disable'): void {
  const isActive = verb === 'enable';
  const meaning = isActive
    ? 'switch an application on again'
    : 'switch an application off; it keeps its references';
  addOne(app, verb, meaning)
    .option('--json', 'print JSON')
    .addHelpText('after', examples(`loupe app ${verb} <id>`, `loupe app ${verb} <id> ${AT} --json`))
    .action(async (id: string, options: Options) =>
      withAdministration(context, options, async (administration) =>
        print(context, options, await administration.update(id, { isActive })),
      ),
    );
}

function addThumbnails(app: Command, context: CliContext): void {
  addOne(app, 'thumbnails', 'keep small copies of the pictures of references from now on, or stop')
    .addArgument(new Argument('<switch>', 'off removes those that there are').choices(['on', 'off']))
    .option('--json', 'print JSON')
    .addHelpText('after', examples('loupe app thumbnails <id> on', `loupe app thumbnails <id> off ${AT}`))
    .action(async (id: string, state: 'on' | 'off', options: Options) =>
      withAdministration(context, options, async (administration) =>
        print(context, options, await administration.update(id, { keepsThumbnails: state === 'on' })),
      ),
    );
}

function addRotate(app: Command, context: CliContext): void {
  addOne(app, 'rotate-keys', 'replace keys; the old ones stop working at once')
    .option('--modify', 'only the key for changes')
    .option('--query', 'only the key for queries; also makes the first one')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('loupe app rotate-keys <id>', `loupe app rotate-keys <id> --query ${AT}`))
    .action(async (id: string, { modify = false, query = false, ...options }: RotateOptions) =>
      withAdministration(context, options, async (administration) => {
        const rotation = modify || query ? { modify, query } : undefined;
        print(context, options, await administration.rotateKeys(id, rotation));
      }),
    );
}

function addDelete(app: Command, context: CliContext): void {
  addOne(app, 'delete', 'delete an application with all of its references')
    .requiredOption('--yes', 'really delete it')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('loupe app delete <id> --yes', `loupe app delete <id> --yes ${AT}`))
    .action(async (id: string, options: Options) =>
      withAdministration(context, options, async (administration) => {
        const deleted = await administration.get(id);
        await administration.delete(id);
        printText(context, options, `Deleted ${deleted.name}.\n`, { deleted: deleted.id });
      }),
    );
}

function addCounters(app: Command, context: CliContext): void {
  addOne(app, 'counters', 'how often an application was used, month by month')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('loupe app counters <id>', `loupe app counters <id> ${AT} --json`))
    .action(async (id: string, options: Options) =>
      withAdministration(context, options, async (administration) =>
        printList(
          context,
          options,
          await administration.counters(id),
          {
            Month: ({ month }) => month,
            Searches: ({ counts }) => counts.searches,
            'With result': ({ counts }) => counts.searchesWithResult,
            Added: ({ counts }) => counts.imagesAdded,
            Deleted: ({ counts }) => counts.imagesDeleted,
            Comparisons: ({ counts }) => counts.comparisons,
            Colors: ({ counts }) => counts.colorRequests,
          },
          'It was not used yet.',
        ),
      ),
    );
}

function addCreate(app: Command, context: CliContext): void {
  app
    .command('create')
    .description('create an application and its application_key')
    .option('--key <key>', 'application_key to keep; one is made when absent')
    .option('--query-key <key>', 'a second key that may only search')
    .addOption(new Option('--kind <kind>', 'what it is for').choices(applicationKinds).makeOptionMandatory())
    .option('--name <name>', 'name')
    .option('--org <organization>', 'organization that it belongs to: id or name, on a server the id')
    .option('--thumbnails', 'keep small copies of the pictures of references, for those who manage it')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(
        'loupe app create --kind mobile --name "Labels"',
        `loupe app create --kind brand --key u0A7cTr2bS9dLmQ4 ${AT} --json`,
      ),
    )
    .action(async ({ kind, key, queryKey, name, org, thumbnails, ...options }: CreateOptions) =>
      withAdministration(context, options, async (administration) => {
        const input = { kind, key, queryKey, name, keepsThumbnails: thumbnails };
        print(context, options, await administration.create(input, org ?? null));
      }),
    );
}

function addList(app: Command, context: CliContext): void {
  app
    .command('list')
    .description('list applications with their keys')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('loupe app list --json', `loupe app list ${AT}`))
    .action(async (options: Options) =>
      withAdministration(context, options, async (administration) =>
        printList(
          context,
          options,
          await administration.list(),
          {
            Id: (row) => row.id,
            Name: (row) => row.name,
            Kind: (row) => row.kind,
            Active: (row) => (row.isActive ? 'yes' : 'no'),
            application_key: (row) => row.modifyKey,
            'Query key': (row) => row.queryKey,
          },
          'There is no application yet. Create one: loupe app create --kind mobile',
        ),
      ),
    );
}

function print(context: CliContext, options: OutputOptions, application: ApplicationFacts): void {
  printOne(context, options, application, {
    Application: application.name,
    Id: application.id,
    Kind: application.kind,
    Active: application.isActive ? 'yes' : 'no',
    Thumbnails: application.keepsThumbnails ? 'kept' : 'none',
    application_key: application.modifyKey,
    ...(application.queryKey === null ? {} : { 'Query key': application.queryKey }),
  });
}
