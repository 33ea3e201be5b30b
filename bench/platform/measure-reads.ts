/**
 * Measures plain reads: the titles of a document, by `GET /api/documents/:id/titles` and by the service below it. With
 * the folders of other built clones, servers of all of them are measured by turns, so that a change of the machine's load
 * meets all alike; each runs with the Node that is named behind an equals sign, or with this one.
 *
 *   npm run build && npm run measure:reads -- [--rounds 10] [clone[=node] …]
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { DemoHttpClient, textMember } from '../../demo/loader/http-client.js';

const READS = 500;
const CONNECTIONS = 4;
const root = fileURLToPath(new URL('../..', import.meta.url));

interface Cost {
  readonly wallMs: number;
  /** Processor time of the server alone. */
  readonly cpuMs: number;
}

interface Measured {
  readonly name: string;
  readonly child: ChildProcess;
  readonly folder: string;
  readonly address: string;
  readonly token: string;
  readonly documentId: string;
  readonly byRest: Cost[];
  readonly byService: Cost[];
}

const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string', default: '10' } },
  allowPositionals: true,
});
const rounds = Number(values.rounds);
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

async function ask<Answer>(child: ChildProcess, message: object): Promise<Answer> {
  const answer = once(child, 'message');
  child.send(message);
  return ((await answer) as [Answer])[0];
}

async function start(name: string): Promise<Measured> {
  const [clone = '', execPath = process.execPath] = name.split('=');
  const folder = await mkdtemp(join(tmpdir(), 'loupe-reads-'));
  const worker = fileURLToPath(new URL('read-worker.mjs', import.meta.url));
  const child = fork(worker, [clone || root, folder], { execPath, execArgv: [], cwd: clone || root });
  child.once('exit', (code) => {
    if (code) process.exit(code);
  });
  const [told] = (await once(child, 'message')) as [{ url: string; token: string; organizationId: string }];
  const documentId = await publish(new Headers({ Authorization: `Bearer ${told.token}` }), told);
  return { name, child, folder, address: told.url, token: told.token, documentId, byRest: [], byService: [] };
}

/** A document with titles in two languages. */
async function publish(
  headers: Headers,
  { url, organizationId }: { url: string; organizationId: string },
): Promise<string> {
  const client = new DemoHttpClient(url);
  const send = async (method: string, path: string, body: { json?: object; form?: FormData }) =>
    client.send(method, path, { ...body, headers: Object.fromEntries(headers) });
  const folder = await send('POST', '/api/Folders', { json: { Name: 'Folder', ParentId: organizationId } });
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const picture = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#fff', noise } })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  const place = {
    Name: 'Document',
    DefaultLanguage: 'en-US',
    ParentId: textMember(folder, 'Id'),
    Status: 'Active',
  };
  form.append('document', JSON.stringify(place));
  form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'page.jpg');
  const id = textMember(await send('POST', '/api/Documents?async=false', { form }), 'Id');
  for (const LanguageCode of ['en-US', 'fr-FR']) {
    await send('PUT', '/api/Titles', { json: { NodeId: id, LanguageCode, Value: 'A title' } });
  }
  return id;
}

async function get({ address, token, documentId }: Measured): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` };
  const sent = request(`${address}/api/documents/${documentId}/titles`, { agent, headers }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const answer = await text(response);
  if (response.statusCode !== 200)
    throw new Error(`A read was answered with ${response.statusCode}: ${answer}`);
}

async function measureRest(server: Measured): Promise<Cost> {
  const usage = async () => (await ask<{ cpuMs: number }>(server.child, { usage: true })).cpuMs;
  const before = await usage();
  const start = performance.now();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (let read = 0; read < READS / CONNECTIONS; read += 1) await get(server);
    }),
  );
  const wallMs = performance.now() - start;
  return { wallMs, cpuMs: (await usage()) - before };
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;
}

function report(
  how: string,
  servers: readonly Measured[],
  costs: (server: Measured) => readonly Cost[],
): void {
  const figures = servers.map((server) => ({
    name: server.name === '' ? 'this clone' : server.name,
    readsPerSecond: (1000 * READS) / median(costs(server).map(({ wallMs }) => wallMs)),
    cpuMsPerRead: median(costs(server).map(({ cpuMs }) => cpuMs)) / READS,
  }));
  process.stdout.write(`Titles of a document, ${how}: medians of ${rounds} rounds of ${READS} reads\n`);
  for (const { name, readsPerSecond, cpuMsPerRead } of figures) {
    process.stdout.write(
      `  ${name}: ${readsPerSecond.toFixed(0)} reads/s, ${cpuMsPerRead.toFixed(3)} ms of processor time each\n`,
    );
  }
}

const servers: Measured[] = [];
try {
  for (const name of ['', ...positionals]) servers.push(await start(name));
  // The first round warms up and is not counted.
  for (let round = 0; round <= rounds; round += 1) {
    for (const server of servers) {
      const byRest = await measureRest(server);
      const byService = await ask<Cost>(server.child, { reads: READS, documentId: server.documentId });
      if (round === 0) continue;
      server.byRest.push(byRest);
      server.byService.push(byService);
    }
  }
  report(`by REST on ${CONNECTIONS} connections`, servers, ({ byRest }) => byRest);
  report('by the service', servers, ({ byService }) => byService);
} finally {
  agent.destroy();
  for (const { child, folder } of servers) {
    child.send({ stop: true });
    await once(child, 'exit');
    await rm(folder, { recursive: true, force: true });
  }
}
