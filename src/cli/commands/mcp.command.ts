/** `loupe mcp`: the tools for assistants that start a program and speak with it over standard input and output. */
import { type Command, Option } from 'commander';
import { badInput } from '../../kernel/errors.js';
import { Courier, overHttp, Refused } from '../../mcp/courier.js';
import type { CliContext } from '../context.js';
import { examples, ownAddress } from '../options.js';

interface McpOptions {
  readonly server?: string;
  readonly token?: string;
}

export function addMcpCommand(program: Command, context: CliContext): void {
  program
    .command('mcp')
    .description(
      'serve the tools for assistants (Model Context Protocol) over standard input and output, with a machine token',
    )
    .option('--server <address>', 'address of the server; this machine’s own when absent')
    .addOption(
      new Option('--token <token>', 'machine token (lmt_…); better given as LOUPE_TOKEN').env('LOUPE_TOKEN'),
    )
    .addHelpText(
      'after',
      examples(
        'LOUPE_TOKEN=lmt_… loupe mcp',
        'LOUPE_TOKEN=lmt_… loupe mcp --server https://loupe.lisiere.example',
      ),
    )
    .action(async ({ server, token }: McpOptions) => {
      if (token === undefined) {
        throw badInput('LOUPE_TOKEN', 'is missing; make a machine token: loupe token create --help');
      }
      const address = server ?? ownAddress(context.config());
      if (!URL.canParse(address) || !/^https?:/i.test(address)) {
        throw badInput('--server', 'must be an address such as https://loupe.lisiere.example');
      }
      const courier = new Courier(overHttp(address, token));
      const { createMcpServer, tokenInUse } = await import('../../mcp/mcp-server.js');
      await tokenInUse(courier).catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error;
        if (error.code === 'SERVER_AWAY') throw badInput('--server', `cannot be used: ${error.message}`);
        throw badInput('LOUPE_TOKEN', `is refused: ${error.message}`);
      });
      const { serveStdio, StdioServerTransport } = await import('@modelcontextprotocol/server/stdio');
      const transport = new StdioServerTransport();
      const ended = new Promise<void>((resolve) => process.stdin.once('close', resolve).once('end', resolve));
      const handle = serveStdio(async () => createMcpServer(courier), {
        transport,
        onerror: (error) => context.error(`loupe: ${error.message}\n`),
      });
      await ended;
      await handle.close();
    });
}
