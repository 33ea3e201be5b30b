/** `loupe org`: organizations, their ApiKeys and contracts. */
import { type Command, Option } from 'commander';
import { operator } from '../../access/viewer.js';
import { accountTypes, type AccountType } from '../../organizations/organization.entity.js';
import { badInput } from '../../kernel/errors.js';
import type { OrganizationView } from '../../documents/views.js';
import { type CliContext, withServices } from '../context.js';
import { examples, findOrganization } from '../options.js';
import { type OutputOptions, printList, printOne } from '../output.js';

interface CreateOptions extends OutputOptions {
  readonly name: string;
  readonly parent?: string;
  readonly apiKey?: string;
  readonly accountType?: AccountType;
  readonly language: string;
  readonly timeZone?: string;
  readonly credit?: number;
}

interface SetOptions extends OutputOptions {
  readonly accountType?: AccountType;
  readonly mobile?: 'on' | 'off';
  readonly web?: 'on' | 'off';
  readonly credit?: number;
  readonly validUntil?: string;
  readonly timeZone?: string;
  readonly storage?: string;
  readonly scans?: string;
}

const accountType = () => new Option('--account-type <type>', 'kind of contract').choices(accountTypes);
const timeZone = () =>
  new Option('--time-zone <name>', 'in which its days begin and end, for example Europe/Paris');
const onOff = (flag: string, text: string) => new Option(`${flag} <on|off>`, text).choices(['on', 'off']);
const isOn = (value?: 'on' | 'off') => (value === undefined ? undefined : value === 'on');

export function addOrgCommands(program: Command, context: CliContext): void {
  const org = program.command('org').description('organizations, their ApiKeys and contracts');
  addCreate(org, context);
  addList(org, context);
  addSet(org, context);
  org
    .command('rotate-key')
    .description('replace the ApiKey; the old one is refused at once')
    .argument('<organization>', 'id or name')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('loupe org rotate-key "Lisière"', 'loupe org rotate-key "Lisière" --json'))
    .action(async (text: string, options: OutputOptions) =>
      withServices(context, async ({ organizations }) => {
        const { id } = await findOrganization(organizations, text);
        print(context, options, await organizations.rotateApiKey(operator, id));
      }),
    );
}

function addCreate(org: Command, context: CliContext): void {
  org
    .command('create')
    .description('create an organization and its ApiKey')
    .requiredOption('--name <name>', 'name')
    .option('--parent <organization>', 'id or name of the organization above')
    .option('--api-key <key>', 'ApiKey to keep, for applications that are in the field already')
    .addOption(accountType())
    .option('--credit <pages>', 'page credits to begin with', pages)
    .option('--language <code>', 'language code', 'en-US')
    .addOption(timeZone())
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(
        'loupe org create --name "Lisière"',
        'loupe org create --name "Lisière kids" --parent "Lisière" --api-key k7Hc2mWq',
      ),
    )
    .action(async (options: CreateOptions) =>
      withServices(context, async ({ organizations }) => {
        const parent =
          options.parent === undefined ? null : await findOrganization(organizations, options.parent);
        const created = await organizations.create(operator, {
          name: options.name,
          parentId: parent?.id ?? null,
          languageCode: options.language,
          timeZone: options.timeZone,
          apiKey: options.apiKey,
          accountType: options.accountType,
          totalCredit: options.credit,
        });
        print(context, options, created);
      }),
    );
}

function addList(org: Command, context: CliContext): void {
  org
    .command('list')
    .description('list organizations with their ApiKeys')
    .option('--parent <organization>', 'only those directly below this one')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('loupe org list', 'loupe org list --parent "Lisière" --json'))
    .action(async (options: OutputOptions & { readonly parent?: string }) =>
      withServices(context, async ({ organizations }) => {
        const parent =
          options.parent === undefined ? undefined : await findOrganization(organizations, options.parent);
        const found = await organizations.list(operator, { parentId: parent?.id });
        printList(
          context,
          options,
          found,
          {
            Id: (row) => row.id,
            Name: (row) => row.name,
            Parent: (row) => row.parentId,
            'Account type': (row) => row.accountType,
            ApiKey: (row) => row.apiKey,
          },
          'There is no organization yet. Create one: loupe org create --name "My press"',
        );
      }),
    );
}

function addSet(org: Command, context: CliContext): void {
  org
    .command('set')
    .description('change the contract (account type, authorizations, credits, limits) and the time zone')
    .argument('<organization>', 'id or name')
    .addOption(accountType())
    .addOption(onOff('--mobile', 'whether its applications may recognize'))
    .addOption(onOff('--web', 'whether its users may manage through the API'))
    .option('--credit <pages>', 'page credits to add', pages)
    .option('--valid-until <date>', 'end of the contract, for example 2027-12-31; never takes it away')
    .option('--storage <MB>', 'megabytes that its files may have; none for as many as they like')
    .option('--scans <number>', 'scans that it may make in a month (UTC); none for as many as it likes')
    .addOption(timeZone())
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(
        'loupe org set "Lisière" --storage 5000 --scans 100000',
        'loupe org set "Lisière" --account-type Prepaid --credit 500',
        'loupe org set "Lisière" --mobile off',
        'loupe org set "Lisière" --valid-until 2027-12-31',
        'loupe org set "Lisière" --time-zone Europe/Paris',
      ),
    )
    .action(async (text: string, options: SetOptions) =>
      withServices(context, async ({ organizations, credits }) => {
        const { id } = await findOrganization(organizations, text);
        if (options.credit !== undefined) {
          const amount = options.credit;
          await credits.transfer(operator, { organizationId: id, amount, direction: 'Give' });
        }
        if (options.timeZone !== undefined) {
          await organizations.update(operator, id, { timeZone: options.timeZone });
        }
        const changed = await organizations.setContract(operator, id, {
          accountType: options.accountType,
          mobileApiAuthorized: isOn(options.mobile),
          webApiAuthorized: isOn(options.web),
          validityDate: options.validUntil === undefined ? undefined : dateOf(options.validUntil),
          storageLimit: limitOf('storage', options.storage, 1_000_000),
          scanLimit: limitOf('scans', options.scans, 1),
        });
        print(context, options, changed);
      }),
    );
}

/** @throws LoupeError BAD_USER_INPUT */
function dateOf(text: string): Date | null {
  if (text === 'never') return null;
  const date = new Date(text);
  if (Number.isNaN(date.getTime()))
    throw badInput('valid-until', 'must be a date such as 2027-12-31, or never');
  return date;
}

/** @throws LoupeError BAD_USER_INPUT */
function limitOf(option: string, text: string | undefined, unit: number): number | null | undefined {
  if (text === undefined) return undefined;
  if (text === 'none') return null;
  if (!/^\d{1,9}$/.test(text)) throw badInput(option, 'must be a whole number, or none');
  return Number(text) * unit;
}

function pages(text: string): number {
  return Number(text);
}

function print(context: CliContext, options: OutputOptions, organization: OrganizationView): void {
  printOne(context, options, organization, {
    Organization: organization.name,
    Id: organization.id,
    ApiKey: organization.apiKey,
    'Account type': organization.accountType,
    'Valid until': organization.validityDate?.toISOString().slice(0, 10) ?? 'without end',
    Credits: organization.totalCredit - organization.totalDebit,
    'Time zone': organization.timeZone,
    'May recognize': organization.mobileApiAuthorized ? 'yes' : 'no',
    'May manage': organization.webApiAuthorized ? 'yes' : 'no',
  });
}
