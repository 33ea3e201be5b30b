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

export function addAppCommands(program: Command, context: CliContext): void {
  const app = program.command('app').description('applications of the recognition engine and their keys');
  addCreate(app, context);
  addList(app, context);
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
