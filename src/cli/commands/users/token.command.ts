/** `loupe token`: machine tokens for programs. */
import type { Command } from 'commander';
import { scopes as allScopes } from '../../../access/scopes.js';
import { operator } from '../../../access/viewer.js';
import type { MachineTokenView } from '../../../users/machine-tokens/machine-token.service.js';
import { type CliContext, withServices } from '../../context.js';
import { collect, examples, findOrganization, toCount } from '../../options.js';
import { type OutputOptions, printList, printOne } from '../../output.js';

interface CreateOptions extends OutputOptions {
  readonly org: string;
  readonly owner: string;
  readonly name: string;
  readonly scope: readonly string[];
  readonly folder?: string;
  readonly days?: number;
}

export function addTokenCommands(program: Command, context: CliContext): void {
  const token = program
    .command('token')
    .description('machine tokens, which programs show instead of a password');
  addCreate(token, context);
  addList(token, context);
  addRevoke(token, context);
}

function addCreate(token: Command, context: CliContext): void {
  token
    .command('create')
    .description('make a token and print its secret, which is not shown again')
    .requiredOption('--org <organization>', 'id or name of the organization')
    .requiredOption('--owner <user>', 'user name or mail of who answers for it; their roles bound it')
    .requiredOption('--name <name>', 'which program it is for')
    .requiredOption('--scope <scope>', `${allScopes.join(', ')}; may be repeated`, collect)
    .option('--folder <id>', 'limit it to a folder of the organization')
    .option('--days <days>', 'days until it expires, 1 to 366; 90 when absent', toCount)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(
        'loupe token create --org "Lisière" --owner ada@lisiere.example --name "Content system" --scope content:write',
        'loupe token create --org "Lisière" --owner ada@lisiere.example --name Report --scope insight:read --days 30 --json',
      ),
    )
    .action(async ({ org, owner, name, scope, folder, days, json }: CreateOptions) =>
      withServices(context, async (services) => {
        const { id } = await findOrganization(services.organizations, org);
        const input = { placeId: folder ?? id, owner, name, scopes: scope, days };
        const { token: made, secret } = await services.machineTokens.create(operator, input);
        printOne(
          context,
          json === true ? { json } : {},
          { ...made, secret },
          {
            Token: made.name,
            Id: made.id,
            Place: made.placeName,
            Owner: made.ownerName,
            Scopes: made.scopes.join(', '),
            Until: made.dateExpires.toISOString(),
            Secret: secret,
          },
        );
      }),
    );
}

function addList(token: Command, context: CliContext): void {
  token
    .command('list')
    .description('list the tokens of an organization and its folders')
    .requiredOption('--org <organization>', 'id or name of the organization')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples('loupe token list --org "Lisière"', 'loupe token list --org "Lisière" --json'),
    )
    .action(async (options: OutputOptions & { readonly org: string }) =>
      withServices(context, async (services) => {
        const { id } = await findOrganization(services.organizations, options.org);
        printList<MachineTokenView>(
          context,
          options,
          await services.machineTokens.list(operator, id),
          {
            Id: (row) => row.id,
            Name: (row) => row.name,
            Place: (row) => row.placeName,
            Owner: (row) => row.ownerName,
            Scopes: (row) => row.scopes.join(', '),
            Until: (row) => row.dateExpires.toISOString(),
            'Last used': (row) => row.uses[0]?.dateLast.toISOString() ?? 'never',
          },
          'There is no machine token. Make one: loupe token create --org … --owner … --name … --scope …',
        );
      }),
    );
}

function addRevoke(token: Command, context: CliContext): void {
  token
    .command('revoke')
    .description('revoke a token: from now on it opens nothing')
    .argument('<id>', 'id of the token')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('loupe token revoke 0193b3c2-5a1e-7c11-9a55-1b6a0f4ad7c2'))
    .action(async (id: string, options: OutputOptions) =>
      withServices(context, async (services) => {
        await services.machineTokens.revoke(operator, id);
        printOne(context, options, { id, revoked: true }, { Revoked: id });
      }),
    );
}
