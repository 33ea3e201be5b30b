/** `loupe user`: users and their roles. */
import type { Command } from 'commander';
import { type Role, roles as allRoles } from '../../../access/permissions.js';
import { operator } from '../../../access/viewer.js';
import { requireRole } from '../../../users/role.service.js';
import { loginAddress, passwordAddress } from '../../../users/sessions/login-address.js';
import type { LoginLinkView, UserView } from '../../../users/views.js';
import type { Config } from '../../../config.js';
import { badInput } from '../../../kernel/errors.js';
import { type CliContext, type CliServices, withServices } from '../../context.js';
import { addUserImport } from './user-import.command.js';
import { collect, examples, findOrganization, ownAddress } from '../../options.js';
import { type OutputOptions, printList, printOne } from '../../output.js';

interface CreateOptions extends OutputOptions {
  readonly org: string;
  readonly mail: string;
  readonly name?: string;
  readonly password?: string;
  readonly invite?: boolean;
  readonly url?: string;
  readonly role: readonly string[];
}

interface UserWithRoles extends UserView {
  readonly roles: readonly Role[];
}

export function addUserCommands(program: Command, context: CliContext): void {
  const user = program.command('user').description('users and their roles');
  addCreate(user, context);
  addList(user, context);
  addLink(user, context);
  addPasswordLink(user, context);
  addReset(user, context);
  addUserImport(user, context);
}

function addCreate(user: Command, context: CliContext): void {
  user
    .command('create')
    .description('create a user')
    .requiredOption('--org <organization>', 'id or name of the organization')
    .requiredOption('--mail <address>', 'e-mail address')
    .option('--name <user name>', 'user name for the login; the e-mail address when absent')
    .option('--password <password>', 'password; one is made and printed when absent')
    .option('--invite', 'make no password; print a link by which the user sets one within seven days')
    .option('--url <address>', 'with --invite: address of the server; from the configuration when absent')
    .requiredOption('--role <role>', `${allRoles.join(', ')}; may be repeated`, collect)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(
        'loupe user create --org "Lisière" --mail ada@lisiere.example --role Administrator',
        'loupe user create --org "Lisière" --mail bo@lisiere.example --role Editor --role Viewer --json',
        'loupe user create --org "Lisière" --mail cy@lisiere.example --role Editor --invite',
      ),
    )
    .action(async (options: CreateOptions) =>
      withServices(context, async (services, config) => {
        if (options.invite === true && options.password !== undefined) {
          throw badInput('invite', 'leave --password out: who is invited sets one');
        }
        const roles = options.role.map(requireRole);
        const organization = await findOrganization(services.organizations, options.org);
        const isMade = options.password === undefined && options.invite !== true;
        const madePassword = isMade ? services.secrets.newSecret() : null;
        const created = await services.users.create(operator, {
          organizationId: organization.id,
          mail: options.mail,
          userName: options.name,
          password: options.password ?? madePassword,
          ...(roles.length === 0 ? {} : { roles }),
        });
        const link =
          options.invite === true
            ? shownLink(await services.passwordLinks.create(operator, created.id), config, options.url)
            : null;
        const result = {
          ...created,
          roles: await services.roles.rolesOf(operator, created.id),
          ...(madePassword === null ? {} : { password: madePassword }),
          ...(link ?? {}),
        };
        printOne(context, options, result, {
          User: created.userName,
          Id: created.id,
          Organization: organization.name,
          Roles: result.roles.join(', '),
          ...(madePassword === null ? {} : { Password: madePassword }),
          ...(link === null ? {} : { Link: link.link, Until: link.dateExpires.toISOString() }),
        });
      }),
    );
}

function shownLink({ code, dateExpires }: LoginLinkView, config: Config, url: string | undefined) {
  return { link: passwordAddress(url ?? ownAddress(config), code), dateExpires };
}

function addList(user: Command, context: CliContext): void {
  user
    .command('list')
    .description('list users with their roles')
    .option('--org <organization>', 'only those of this organization (id or name)')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('loupe user list', 'loupe user list --org "Lisière" --json'))
    .action(async (options: OutputOptions & { readonly org?: string }) =>
      withServices(context, async (services) => {
        printList(
          context,
          options,
          await listUsers(services, options.org),
          {
            Id: (row) => row.id,
            'User name': (row) => row.userName,
            Mail: (row) => row.mail,
            Status: (row) => row.status,
            Roles: (row) => row.roles.join(', '),
            Organization: (row) => row.organizationId,
          },
          'There is no user yet. Create one: loupe user create --org … --mail … --role Administrator',
        );
      }),
    );
}

function addLink(user: Command, context: CliContext): void {
  user
    .command('link')
    .description('make a link that logs a user in, once, within half an hour')
    .argument('<user name>', 'name used to log in')
    .option('--url <address>', 'address of the server; from the configuration when absent')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(
        'loupe user link ada@lisiere.example',
        'loupe user link ada@lisiere.example --url https://print.lisiere.example --json',
      ),
    )
    .action(async (userName: string, options: OutputOptions & { readonly url?: string }) =>
      withServices(context, async (services, config) => {
        const { code, dateExpires } = await services.sessions.newLink(operator, userName);
        const result = { link: loginAddress(options.url ?? ownAddress(config), code), dateExpires };
        printOne(context, options, result, { Link: result.link, Until: dateExpires.toISOString() });
      }),
    );
}

function addPasswordLink(user: Command, context: CliContext): void {
  user
    .command('password-link')
    .description('make a link by which a user sets a password, once: for who was invited, or forgot it')
    .argument('<user name>', 'name used to log in')
    .option('--url <address>', 'address of the server; from the configuration when absent')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(
        'loupe user password-link ada@lisiere.example',
        'loupe user password-link ada@lisiere.example --url https://print.lisiere.example --json',
      ),
    )
    .action(async (userName: string, options: OutputOptions & { readonly url?: string }) =>
      withServices(context, async (services, config) => {
        const made = await services.passwordLinks.createByName(operator, userName);
        const result = shownLink(made, config, options.url);
        printOne(context, options, result, { Link: result.link, Until: result.dateExpires.toISOString() });
      }),
    );
}

function addReset(user: Command, context: CliContext): void {
  user
    .command('reset-second-factor')
    .description('take away the second factors of a user who lost them, and end their log-ins')
    .argument('<user name>', 'name used to log in')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('loupe user reset-second-factor ada@lisiere.example'))
    .action(async (userName: string, options: OutputOptions) =>
      withServices(context, async (services) => {
        await services.factorRules.resetByName(operator, userName);
        printOne(context, options, { userName, isReset: true }, { 'Second factors removed': userName });
      }),
    );
}

async function listUsers(services: CliServices, org: string | undefined): Promise<UserWithRoles[]> {
  const { organizations, users, roles } = services;
  const scope =
    org === undefined ? await organizations.list(operator) : [await findOrganization(organizations, org)];
  const listed: UserWithRoles[] = [];
  for (const { id: organizationId } of scope) {
    for (const user of await users.list(operator, { organizationId })) {
      listed.push({ ...user, roles: await roles.rolesOf(operator, user.id) });
    }
  }
  return listed;
}
