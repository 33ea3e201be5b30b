/** `loupe sign-in`: what the operator decides about single sign-on. */
import type { Command } from 'commander';
import { operator } from '../../../access/viewer.js';
import type { SignInProviderView } from '../../../users/sign-in/sign-in-provider.service.js';
import { type CliContext, withServices } from '../../context.js';
import { examples, findOrganization } from '../../options.js';
import { type OutputOptions, printList, printOne } from '../../output.js';

const ID = '0193b3c2-5a1e-7c11-9a55-1b6a0f4ad7c2';

export function addSignInCommands(program: Command, context: CliContext): void {
  const signIn = program.command('sign-in').description('providers of single sign-on');
  signIn
    .command('list')
    .description('list the providers of an organization')
    .requiredOption('--org <organization>', 'id or name of the organization')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples('loupe sign-in list --org "Lisière"', 'loupe sign-in list --org "Lisière" --json'),
    )
    .action(async (options: OutputOptions & { readonly org: string }) =>
      withServices(context, async (services) => {
        const { id } = await findOrganization(services.organizations, options.org);
        printList<SignInProviderView>(
          context,
          options,
          await services.signInProviders.list(operator, id),
          {
            Id: (row) => row.id,
            Name: (row) => row.name,
            Issuer: (row) => row.issuer,
            Mode: (row) => row.mode,
            Offered: (row) => (row.isOffered ? 'to everybody' : ''),
          },
          'There is no provider. Administrators add them in the console.',
        );
      }),
    );
  signIn
    .command('offer')
    .description('show a provider on the page of the log-in, to everybody who opens it')
    .argument('<id>', 'id of the provider')
    .option('--hide', 'no longer show it')
    .option('--json', 'print JSON')
    .addHelpText('after', examples(`loupe sign-in offer ${ID}`, `loupe sign-in offer ${ID} --hide`))
    .action(async (id: string, { hide = false, ...output }: OutputOptions & { readonly hide?: boolean }) =>
      withServices(context, async (services) => {
        const { name } = await services.signInProviders.offer(operator, id, !hide);
        printOne(
          context,
          output,
          { id, name, isOffered: !hide },
          { [hide ? 'No longer shown' : 'Shown']: name },
        );
      }),
    );
  signIn
    .command('allow-passwords')
    .description('let passwords count again where a provider is the only way in')
    .argument('<id>', 'id of the provider')
    .option('--json', 'print JSON')
    .addHelpText('after', examples(`loupe sign-in allow-passwords ${ID}`))
    .action(async (id: string, options: OutputOptions) =>
      withServices(context, async (services) => {
        const { name } = await services.signInProviders.update(operator, id, { mode: 'Active' });
        printOne(context, options, { id, name, mode: 'Active' }, { 'Passwords count again beside': name });
      }),
    );
}
