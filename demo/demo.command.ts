/** `loupe demo`: loads the demo into a running server on the first run and shows a recognition. */
import type { Command } from 'commander';
import { type CliContext, withServices } from '../src/cli/context.js';
import { examples } from '../src/cli/options.js';
import { type OutputOptions, printText } from '../src/cli/output.js';

export function addCommand(program: Command, context: CliContext): void {
  program
    .command('demo')
    .description(
      'load the demo into the running server (first run) and recognize a photo of one of its pages',
    )
    .option('--url <address>', 'address of the server; from the configuration when absent')
    .option('--again', 'load the demo again where it was removed')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('loupe demo', 'loupe demo --url http://127.0.0.1:4100'))
    .action(async (options: { readonly url?: string; readonly again?: boolean } & OutputOptions) => {
      // Drawing and photographing pages takes libraries that no other command waits for.
      const { runDemo } = await import('./show.js');
      await withServices(context, async (services, config) => {
        const shown = await runDemo(services, config, {
          url: options.url,
          isLoadedAgain: options.again === true,
          out: options.json === true ? context.error : context.out,
        });
        if (options.json === true) printText(context, options, '', shown);
      });
    });
}
