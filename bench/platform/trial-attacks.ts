/**
 * Attacks a server of its own with what costs an attacker little, and reports the effect: uploads that are begun and left,
 * clients that send a byte a second, damaged files at every entrance. While each goes on, somebody else scans.
 *
 *   npm run build && npm run trial:attacks -- [--left 500] [--slow 300] [--files 400]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createRandom, type Random } from '../../demo/random.js';
import { printPoster } from '../../demo/print/poster.js';
import { DemoHttpError } from '../../demo/loader/http-client.js';
import { type Answered, OpenLoop, percentile, scanBody } from './open-loop.js';
import { processFacts } from './process-facts.js';
import { startTrialServer, type TrialServer } from './trial-server.js';

const { values } = parseArgs({
  options: {
    left: { type: 'string', default: '500' },
    slow: { type: 'string', default: '300' },
    files: { type: 'string', default: '400' },
  },
});
const SLOW_FOR_MS = 20_000;

const folder = await mkdtemp(join(tmpdir(), 'loupe-attacks-'));
const agent = new Agent({ keepAlive: true, maxSockets: 100 });

const say = (text: string) => void process.stdout.write(`${text}\n`);

async function descriptorCount({ server }: TrialServer): Promise<number> {
  return (await processFacts(server.pid)).descriptors;
}

function tell(name: string, scans: readonly Answered[]): void {
  const answered = scans.filter(({ status }) => status === 200).map(({ tookMs }) => tookMs);
  const p99 = percentile(answered, 0.99).toFixed(0);
  say(`  scans ${name}: ${answered.length} of ${scans.length} answered, p99 ${p99} ms`);
}

async function openSocket({ server }: TrialServer): Promise<Socket> {
  const { hostname, port } = new URL(server.address);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

const head = (path: string, headers: readonly string[]): string =>
  [`POST ${path} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n');

/** Announces 9 MB, sends 100 kB and hangs up. */
async function leaveUploads(trial: TrialServer, count: number): Promise<void> {
  const before = await descriptorCount(trial);
  const multipart = ['Content-Type: multipart/form-data; boundary=b', 'Content-Length: 9000000'];
  for (let index = 0; index < count; index++) {
    const socket = await openSocket(trial);
    const [path, form] =
      index % 2 === 0
        ? [
            '/graphql',
            '--b\r\nContent-Disposition: form-data; name="operations"\r\n\r\n{"query":"{nope}"}\r\n--b\r\n',
          ]
        : ['/api/documents', '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'];
    socket.write(head(path, ['GraphQL-Require-Preflight: 1', ...multipart]) + form);
    socket.end('x'.repeat(100_000));
  }
  await sleep(3000);
  say(
    `Uploads begun and left: ${count}; descriptors ${before} before, ${await descriptorCount(trial)} after 3 s`,
  );
}

/** Clients that never finish: half of them their headers, half of them a body. */
async function crawl(trial: TrialServer, count: number, loop: OpenLoop): Promise<void> {
  const sockets = await Promise.all(Array.from({ length: count }, () => openSocket(trial)));
  const headers = ['Content-Type: application/json', 'Content-Length: 100000'];
  sockets.forEach((socket, index) =>
    socket.write(
      index % 2 === 0 ? 'POST /graphql HTTP/1.1\r\nHost: localhost\r\nX-' : head('/graphql', headers),
    ),
  );
  const timer = setInterval(() => sockets.forEach((socket) => socket.writable && socket.write('x')), 1000);
  const scans: Answered[] = [];
  const until = performance.now() + SLOW_FOR_MS;
  while (performance.now() < until) scans.push(...(await loop.oneByOne(5)));
  clearInterval(timer);
  say(`Clients that send a byte a second: ${count} for ${SLOW_FOR_MS / 1000} s`);
  tell('meanwhile', scans);
  for (const socket of sockets) socket.destroy();
}

/** Bytes that are changed, cut off, doubled or put in front of others. */
function damaged(bytes: Buffer, random: Random): Buffer {
  const copy = Buffer.from(bytes);
  const at = () => Math.floor(random.next() * copy.length);
  switch (Math.floor(random.next() * 4)) {
    case 0:
      for (let count = 1 + random.next() * 40; count > 0; count--)
        copy[at()] = Math.floor(random.next() * 256);
      return copy;
    case 1:
      return copy.subarray(0, at());
    case 2:
      return Buffer.concat([copy.subarray(0, at()), copy.subarray(at())]);
    default:
      copy.fill(0xff, Math.min(at(), 200), 200 + Math.floor(random.next() * 400));
      return copy;
  }
}

async function sendHostileFiles(trial: TrialServer, count: number): Promise<void> {
  // The same damage in every run.
  const random = createRandom(7);
  const sources = [trial.photo, await printPoster()];
  const statuses = new Map<number, number>();
  const note = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
  for (let index = 0; index < count; index++) {
    const file = new Blob([new Uint8Array(damaged(sources[index % sources.length] ?? trial.photo, random))]);
    const form = new FormData();
    if (index % 4 < 2) {
      const document = { Name: `Hostile ${index}`, ParentId: trial.organizationId, DefaultLanguage: 'en-US' };
      form.append('document', JSON.stringify(document));
      form.append('file', file, 'file');
      await trial.client.send('POST', '/api/documents', { form }).then(
        () => note(200),
        (error: unknown) => note(error instanceof DemoHttpError ? error.status : 0),
      );
    } else {
      form.append('query', JSON.stringify({ Language: 'en-US' }));
      form.append('file', file, 'photo.jpg');
      const headers = { ApiKey: trial.apiKey };
      const response = await fetch(`${trial.server.address}/api/EnrichedImages`, {
        method: 'POST',
        headers,
        body: form,
      });
      await response.arrayBuffer();
      note(response.status);
    }
  }
  const answers = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${times} × ${status}`);
  say(`Damaged pictures and PDFs, as documents and as scans: ${count}; answered ${answers.join(', ')}`);
}

try {
  const trial = await startTrialServer(folder);
  try {
    const loop = new OpenLoop(trial.server.address, agent, trial.apiKey, await scanBody(trial.photo));
    tell('before', await loop.oneByOne(100));
    await leaveUploads(trial, Number(values.left));
    await crawl(trial, Number(values.slow), loop);
    await sendHostileFiles(trial, Number(values.files));
    tell('afterwards', await loop.oneByOne(100));
    const { residentMb, descriptors } = await processFacts(trial.server.pid);
    say(`Resident memory ${residentMb} MB, descriptors ${descriptors}`);
  } finally {
    await trial.server.end('SIGTERM');
  }
} finally {
  agent.destroy();
  await rm(folder, { recursive: true, force: true });
}
