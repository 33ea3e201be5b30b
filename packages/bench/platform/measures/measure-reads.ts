/**
 * Measures what a server does most: the titles of a document and a list of 50 documents by REST, the titles by the service
 * below it, and scans of a page with a title and an action. With the folders of other built clones, servers of all of them
 * are measured in turn, so that a change of the machine's load meets all alike; each runs with the Node that is named
 * behind an equals sign, or with this one.
 *
 *   npm run build && npm run measure:reads -- [--rounds 10] [--warm-up 1] [--connections 4] [--only Scans] [--profile folder] [clone[=node] …]
 *
 * `--only` takes the cases whose title begins so; `--profile` writes into a folder what the main thread of each server spent its time
 * on, a file for each, to be opened in a browser's developer tools.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { percentile } from '../../benchmark/statistics.js';
import { type Published, publishForMeasuring } from './measured-content.js';
import { answerTo, photoOfPage, requireScan, scanBody } from '../scan-request.js';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

interface Cost {
  readonly wallMs: number;
  /** Processor time of the server alone. */
  readonly cpuMs: number;
  /** Processor time of the server's main thread. */
  readonly loopMs: number;
}

interface Case {
  readonly title: string;
  readonly requests: number;
  readonly send: (server: Measured) => Promise<void>;
}

interface Measured {
  readonly name: string;
  readonly child: ChildProcess;
  readonly folder: string;
  readonly address: string;
  readonly token: string;
  readonly apiKey: string;
  readonly content: Published;
  readonly costs: Map<string, Cost[]>;
}

const { values, positionals } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    connections: { type: 'string', default: '4' },
    'warm-up': { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    profile: { type: 'string' },
  },
  allowPositionals: true,
});
const rounds = Number(values.rounds);
const connections = Number(values.connections);
/** Rounds that are not counted. */
const warmUpRounds = Number(values['warm-up']);
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const photo = await scanBody(await photoOfPage(0));

async function get({ address, token }: Measured, path: string): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` };
  const { status, body } = await answerTo(request(`${address}${path}`, { agent, headers }).end());
  if (status !== 200) throw new Error(`A request was answered with ${status}: ${body}`);
}

const allCases: readonly Case[] = [
  {
    title: 'Titles of a document, by REST',
    requests: 1000,
    send: (server) => get(server, `/api/documents/${server.content.documentId}/titles`),
  },
  {
    title: 'A list of 50 documents, by REST',
    requests: 300,
    send: (server) => get(server, `/api/nodes/${server.content.folderId}/documents`),
  },
  { title: 'Scans', requests: 200, send: (server) => requireScan({ ...server, agent }, photo) },
];
const cases = allCases.filter(({ title }) => title.startsWith(values.only));
const SERVICE = 'Titles of a document, by the service';
const SERVICE_READS = 1000;
const measuresService = SERVICE.startsWith(values.only);

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
  type Told = { url: string; token: string; apiKey: string; organizationId: string };
  const [{ url: address, token, apiKey, organizationId }] = (await once(child, 'message')) as [Told];
  const content = await publishForMeasuring(address, token, organizationId);
  return { name, child, folder, address, token, apiKey, content, costs: new Map() };
}

async function measure(server: Measured, { requests, send }: Case): Promise<Cost> {
  type Usage = Omit<Cost, 'wallMs'>;
  const before = await ask<Usage>(server.child, { usage: true });
  const begun = performance.now();
  let left = requests;
  const work = async () => {
    while (left > 0) {
      left -= 1;
      await send(server);
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  const wallMs = performance.now() - begun;
  const after = await ask<Usage>(server.child, { usage: true });
  return { wallMs, cpuMs: after.cpuMs - before.cpuMs, loopMs: after.loopMs - before.loopMs };
}

function report(title: string, requests: number, servers: readonly Measured[]): void {
  process.stdout.write(`${title}: medians of ${rounds} rounds of ${requests}\n`);
  for (const { name, costs } of servers) {
    const of = (member: keyof Cost) =>
      percentile(
        (costs.get(title) ?? []).map((cost) => cost[member]),
        0.5,
      );
    const figures = [
      `${((1000 * requests) / of('wallMs')).toFixed(0)} a second`,
      `${(of('cpuMs') / requests).toFixed(3)} ms of processor time`,
      `${(of('loopMs') / requests).toFixed(3)} ms of the main thread each`,
    ];
    process.stdout.write(`  ${name === '' ? 'this clone' : name}: ${figures.join(', ')}\n`);
  }
}

function note({ costs }: Measured, title: string, cost: Cost): void {
  costs.set(title, [...(costs.get(title) ?? []), cost]);
}

const servers: Measured[] = [];
try {
  for (const name of ['', ...positionals]) servers.push(await start(name));
  for (let round = 1 - warmUpRounds; round <= rounds; round += 1) {
    if (round === 1 && values.profile !== undefined) {
      for (const { child } of servers) await ask(child, { profile: true });
    }
    for (const each of cases) {
      for (const server of servers) {
        const cost = await measure(server, each);
        if (round > 0) note(server, each.title, cost);
      }
    }
    for (const server of measuresService ? servers : []) {
      const { documentId } = server.content;
      const cost = await ask<Cost>(server.child, { reads: SERVICE_READS, documentId });
      if (round > 0) note(server, SERVICE, { ...cost, loopMs: cost.cpuMs });
    }
  }
  for (const { title, requests } of cases) report(title, requests, servers);
  if (measuresService) report(SERVICE, SERVICE_READS, servers);
  for (const [at, { child }] of servers.entries()) {
    if (values.profile === undefined) break;
    const { profile } = await ask<{ profile: object }>(child, { profile: false });
    await mkdir(values.profile, { recursive: true });
    await writeFile(join(values.profile, `server-${at + 1}.cpuprofile`), JSON.stringify(profile));
  }
} finally {
  agent.destroy();
  for (const { child, folder } of servers) {
    child.send({ stop: true });
    await once(child, 'exit');
    await rm(folder, { recursive: true, force: true });
  }
}
