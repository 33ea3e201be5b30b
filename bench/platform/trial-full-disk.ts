/**
 * Fills the disk of a running server and reports what callers get: changes, uploads, scans, `/health/ready`, `loupe verify`
 * afterwards. The disk is a small one in memory, in a namespace that only the server sees; nothing else is touched.
 *
 *   npm run build && npm run trial:full-disk
 */
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DemoHttpError, type DemoRequest } from '../../demo/loader/http-client.js';
import { toJpeg } from '../../demo/paint/rgb-image.js';
import { renderMagazinePage } from '../../demo/print/magazine.js';
import { OpenLoop, scanBody } from './open-loop.js';
import { startTrialServer, type TrialServer } from './trial-server.js';
import { Agent } from 'node:http';

const DISK_MB = 96;
const ATTEMPTS = 20;
/** What is written beside the database (WAL) is written over again, so that some find room on a full disk. */
const FOLDERS_PER_UPLOAD = 10;

const folder = await mkdtemp(join(tmpdir(), 'loupe-full-disk-'));
const disk = `${folder}.disk`;
const agent = new Agent({ keepAlive: true });
await mkdir(disk);

/** Runs the server where `disk` is a disk of its own, which holds what is in `folder`. */
const within = [
  'unshare',
  ...['--user', '--map-root-user', '--mount', 'sh', '-c'],
  `mount -t tmpfs -o size=${DISK_MB}m tmpfs "$0.disk" && cp -a "$0/." "$0.disk" && exec "$@"`,
  folder,
];

const say = (text: string) => void process.stdout.write(`${text}\n`);

async function statusOf({ client }: TrialServer, method: string, path: string, request: DemoRequest) {
  try {
    await client.send(method, path, request);
    return 200;
  } catch (error) {
    if (error instanceof DemoHttpError) return error.status;
    throw error;
  }
}

const tally = (statuses: readonly number[]): string =>
  [...new Set(statuses)]
    .sort((a, b) => a - b)
    .map((status) => `${statuses.filter((each) => each === status).length} × ${status}`)
    .join(', ');

/** Writes to the disk until there is no room. @returns the file that takes the room */
async function fill(pid: number): Promise<string> {
  const path = join(`/proc/${pid}/root`, disk, 'filler');
  const file = await open(path, 'w');
  try {
    for (const sizeBytes of [1 << 20, 4096, 512])
      for (;;) {
        const isFull = await file.write(Buffer.alloc(sizeBytes, 1)).then(
          ({ bytesWritten }) => bytesWritten < sizeBytes,
          () => true,
        );
        if (isFull) break;
      }
  } finally {
    await file.close();
  }
  return path;
}

async function tryEverything(trial: TrialServer, name: string): Promise<void> {
  const { server, apiKey, organizationId, photo } = trial;
  const folders: number[] = [];
  const uploads: number[] = [];
  const page = await toJpeg(await renderMagazinePage(2));
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    for (let count = 0; count < FOLDERS_PER_UPLOAD; count++) {
      const json = { Name: 'x'.repeat(200), ParentId: organizationId };
      folders.push(await statusOf(trial, 'POST', '/api/folders', { json }));
    }
    const form = new FormData();
    const document = { Name: `Page ${attempt}`, ParentId: organizationId, DefaultLanguage: 'en-US' };
    form.append('document', JSON.stringify(document));
    form.append('file', new Blob([new Uint8Array(page)], { type: 'image/jpeg' }), 'page.jpg');
    uploads.push(await statusOf(trial, 'POST', '/api/documents', { form }));
  }
  const loop = new OpenLoop(server.address, agent, apiKey, await scanBody(photo));
  const scans = await loop.oneByOne(ATTEMPTS);
  const ready = await fetch(`${server.address}/health/ready`);
  say(`${name}: folders ${tally(folders)}; uploads ${tally(uploads)};`);
  say(`  scans ${tally(scans.map(({ status }) => status))}; ready ${ready.status} ${await ready.text()}`);
}

try {
  const trial = await startTrialServer(folder, {
    within,
    environment: { LOUPE_DATA: disk, LOUPE_MIN_FREE_MB: '8' },
  });
  try {
    await tryEverything(trial, 'With room');
    const filler = await fill(trial.server.pid);
    await tryEverything(trial, 'Without room');
    await rm(filler);
    await tryEverything(trial, 'With room again');
  } finally {
    await trial.server.end('SIGTERM');
  }
} finally {
  agent.destroy();
  await rm(folder, { recursive: true, force: true });
  await rm(disk, { recursive: true, force: true });
}
