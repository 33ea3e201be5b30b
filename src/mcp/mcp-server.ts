/** The tools of Loupe for assistants, by the Model Context Protocol. Loaded when somebody uses them: the SDK takes some 35 MB of memory. */
import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type Scope, scopes as allScopes } from '../access/scopes.js';
import { version } from '../kernel/version.js';
import { type Courier, Refused } from './courier.js';
import { INSTRUCTIONS, marked } from './marked-data.js';
import { type Tool, tool } from './tool.js';
import { contentTools } from './tools/content-tools.js';
import { draftTools } from './tools/draft-tools.js';
import { readerTools } from './tools/reader-tools.js';

const about = tool({
  name: 'about',
  title: 'About this token',
  description: 'Answers which organization or folder the token reaches, and what it may do. Begin here.',
  input: z.object({}),
  scope: 'node:read',
  isWriting: false,
  run: async (courier) => ({ data: await tokenInUse(courier) }),
});

const tools: readonly Tool[] = [about, ...contentTools, ...readerTools, ...draftTools];

interface TokenInUse {
  readonly name: string;
  readonly placeId: string;
  readonly placeName: string;
  readonly scopes: readonly string[];
  readonly expiresAt: string;
}

/** @throws Refused when it is no machine token, or not good any more */
export async function tokenInUse(courier: Courier): Promise<TokenInUse> {
  const found = await courier.ask(
    'query { done: ownMachineToken { name placeId placeName ownerName scopes expiresAt } }',
    {},
  );
  if (found === null)
    throw new Refused('UNAUTHENTICATED', 'Send a machine token (lmt_…) that is neither expired nor revoked.');
  return found as TokenInUse;
}

/** `content:write` for CONTENT_WRITE. */
const scopesOf = (names: readonly string[]): ReadonlySet<Scope> => {
  const spelled = new Set(names.map((name) => name.replaceAll('_', '').toLowerCase()));
  return new Set(allScopes.filter((scope) => spelled.has(scope.replace(':', '').toLowerCase())));
};

/** A server with the tools that the token may use. @throws Refused */
export async function createMcpServer(courier: Courier): Promise<McpServer> {
  const granted = scopesOf((await tokenInUse(courier)).scopes);
  const server = new McpServer(
    { name: 'loupe', title: 'Loupe', version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  for (const each of tools) if (granted.has(each.scope)) register(server, courier, each);
  return server;
}

function register(server: McpServer, courier: Courier, each: Tool): void {
  const { name, title, description, input: inputSchema, isWriting } = each;
  const annotations = {
    title,
    readOnlyHint: !isWriting,
    destructiveHint: false,
    openWorldHint: false,
  };
  server.registerTool(name, { title, description, inputSchema, annotations }, async (input: object) => {
    try {
      const { data, pictures = [] } = await each.run(courier, input as never);
      return {
        content: [
          { type: 'text' as const, text: marked(data) },
          ...pictures.map((picture) => ({ type: 'image' as const, ...picture })),
        ],
      };
    } catch (error) {
      if (error instanceof Refused) return refusal(error);
      throw error;
    }
  });
}

/** Refusals name elements of the organization: they are data, too. */
const refusal = ({ code, message }: { readonly code: string; readonly message: string }) => ({
  isError: true,
  content: [{ type: 'text' as const, text: marked({ refused: code, message }) }],
});
