/** `loupe mcp`: the tools over standard input and output, for assistants that start a program. */
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, it } from 'vitest';
import { program, runLoupe } from '../kit/command.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';
import { useTestApp } from '../kit/use-app.js';

const loupe = useTestApp();

it('serves the tools of a running server', async () => {
  const organization = await seed(loupe).organization();
  const user = await organization.user();
  const document = await (await user.folder()).document(await jpegPicture(87));
  const input = { name: 'Assistant', placeId: organization.id, scopes: ['content:read'] as const };
  const { secret } = await loupe.app.services.machineTokens.create(await user.viewer(), input);
  const client = new Client({ name: 'test', version: '1' });
  const args = [...program, 'mcp', '--server', loupe.url];
  const env = { ...(process.env as Record<string, string>), LOUPE_TOKEN: secret };
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
  try {
    const about = await client.callTool({ name: 'about', arguments: {} });
    expect(JSON.stringify(about.content)).toContain(organization.id);
    const page = await client.callTool({
      name: 'get_page',
      arguments: { pageId: document.imageIds[0], hasPicture: true },
    });
    expect(page.content).toMatchObject([{ type: 'text' }, { type: 'image', mimeType: 'image/jpeg' }]);
  } finally {
    await client.close();
  }
});

it('is not started without a token that the server takes', async () => {
  const started = async (words: readonly string[], server = loupe.url) =>
    runLoupe(['mcp', '--server', server, ...words], {});
  const refused = (error: string) => ({ exitCode: 2, error: expect.stringContaining(error) });
  expect(await started([])).toMatchObject(refused('LOUPE_TOKEN: is missing'));
  expect(await started(['--token', 'lmt_nobody'])).toMatchObject(refused('LOUPE_TOKEN: is refused'));
  expect(await started(['--token', 'x'], 'http://127.0.0.1:1')).toMatchObject(refused('does not answer'));
  expect(await started(['--token', 'x'], 'nowhere')).toMatchObject(refused('--server: must be an address'));
});
