/** `loupe app`: applications of the recognition engine and their keys. */
import { type Command, Option } from 'commander';
import { operator } from '../access/viewer.js';
import { applicationKinds, type ApplicationKind } from '../engine/application.entity.js';
import type { ApplicationView } from '../engine/views.js';
import { type CliContext, withServices } from './context.js';
import { examples } from './examples.js';
import { findOrganization } from './find-organization.js';
import { type OutputOptions, printList, printOne } from './output.js';

interface CreateOptions extends OutputOptions {
  readonly key?: string;
  readonly queryKey?: string;
  readonly kind: ApplicationKind;
  readonly name?: string;
  readonly org?: string;
}

interface RotateOptions extends OutputOptions {
  readonly modify?: boolean;
  readonly query?: boolean;
}

export function addAppCommands(program: Command, context: CliContext): void {
  const app = program
    .command('app')
    .alias('apps')
    .description('applications of the recognition engine and their keys');
  addCreate(app, context);
  addList(app, context);
  addRotate(app, context);
  addDelete(app, context);
  addCounters(app, context);
  for (const [verb, isActive] of [
    ['disable', false],
    ['enable', true],
  ] as const) {
    app
      .command(verb)
      .description(
        isActive ? 'switch an application on again' : 'switch an application off; it keeps its references',
      )
      .argument('<id>', 'id of the application (loupe app list)')
      .option('--json', 'print JSON')
      .addHelpText('after', examples(`loupe app ${verb} <id>`, `loupe app ${verb} <id> --json`))
      .action(async (id: string, options: OutputOptions) =>
        withServices(context, async ({ applications }) =>
          print(context, options, await applications.setActive(operator, id, isActive)),
        ),
      );
  }
}

function addRotate(app: Command, context: CliContext): void {
  app
    .command('rotate-keys')
    .description('make keys anew; the old ones open nothing from then on')
    .argument('<id>', 'id of the application (loupe app list)')
    .option('--modify', 'only the key for changes')
    .option('--query', 'only the key for queries; also makes the first one')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('loupe app rotate-keys <id>', 'loupe app rotate-keys <id> --query --json'))
    .action(async (id: string, { modify = false, query = false, ...options }: RotateOptions) =>
      withServices(context, async ({ applications }) => {
        const rotation = modify || query ? { modify, query } : undefined;
        print(context, options, await applications.rotateKeys(operator, id, rotation));
      }),
    );
}

function addDelete(app: Command, context: CliContext): void {
  app
    .command('delete')
    .description('delete an application with all of its references')
    .argument('<id>', 'id of the application (loupe app list)')
    .requiredOption('--yes', 'really delete it')
    .addHelpText(
      'after',
      examples('loupe app delete <id> --yes', 'loupe app list && loupe app delete <id> --yes'),
    )
    .action(async (id: string) =>
      withServices(context, async ({ applications }) => {
        const { name } = await applications.get(operator, id);
        await applications.delete(operator, id);
        context.out(`Deleted ${name}.\n`);
      }),
    );
}

function addCounters(app: Command, context: CliContext): void {
  app
    .command('counters')
    .description('how often an application was used, month by month')
    .argument('<id>', 'id of the application (loupe app list)')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('loupe app counters <id>', 'loupe app counters <id> --json'))
    .action(async (id: string, options: OutputOptions) =>
      withServices(context, async ({ applications, applicationCounters }) => {
        await applications.get(operator, id);
        const months = await applicationCounters.read(id.toLowerCase());
        printList(
          context,
          options,
          months,
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
        );
      }),
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
    .option('--org <organization>', 'id or name of the organization that it belongs to')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(
        'loupe app create --kind mobile --name "Labels"',
        'loupe app create --kind brand --key u0A7cTr2bS9dLmQ4 --json',
      ),
    )
    .action(async ({ kind, key, queryKey, name, org, ...options }: CreateOptions) =>
      withServices(context, async ({ applications, organizations }) => {
        const owner = org === undefined ? null : await findOrganization(organizations, org);
        const organizationId = owner?.id ?? null;
        print(
          context,
          options,
          await applications.create(operator, { kind, key, queryKey, name, organizationId }),
        );
      }),
    );
}

function addList(app: Command, context: CliContext): void {
  app
    .command('list')
    .description('list applications with their keys')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('loupe app list', 'loupe app list --json'))
    .action(async (options: OutputOptions) =>
      withServices(context, async ({ applications }) => {
        printList(
          context,
          options,
          await applications.list(operator),
          {
            Id: (row) => row.id,
            Name: (row) => row.name,
            Kind: (row) => row.kind,
            Active: (row) => (row.isActive ? 'yes' : 'no'),
            application_key: (row) => row.modifyKey,
            'Query key': (row) => row.queryKey,
          },
          'There is no application yet. Create one: loupe app create --kind mobile',
        );
      }),
    );
}

function print(context: CliContext, options: OutputOptions, application: ApplicationView): void {
  printOne(context, options, application, {
    Application: application.name,
    Id: application.id,
    Kind: application.kind,
    Active: application.isActive ? 'yes' : 'no',
    application_key: application.modifyKey,
    ...(application.queryKey === null ? {} : { 'Query key': application.queryKey }),
  });
}
