/**
 * Measures how soon a server without an index can search: once from the signatures alone, once with the snapshot that
 * another server shared, in a folder or in a bucket of an S3 store (s3rver, a process beside it): when it is ready, when it
 * has answered a search, and when it has all signatures. Signatures are those of 500 drawn pictures, over and over, and come
 * from memory, not from a database. On a busy machine, processor time says more than seconds.
 *
 *   npm run trial:cold-index -- [--references 100000] [--bucket]
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { operator } from '../../src/access/viewer.js';
import { SharedSnapshots } from '../../src/applications/feed/shared-snapshots.js';
import { systemClock } from '../../src/kernel/clock.js';
import { Vision } from '../../src/vision/vision.js';
import { startTestApp } from '../../test/kit/app.js';
import { MemoryFeed } from '../../test/kit/memory-feed.js';
import { makePicture } from '../../test/kit/rasters.js';
import { freePort } from '../../test/kit/free-port.js';
import { processorMs } from './process-facts.js';

const { values } = parseArgs({
  options: { references: { type: 'string', default: '100000' }, bucket: { type: 'boolean', default: false } },
});
const references = Number(values.references);
const PICTURES = 500;
const WANTED_SECONDS = 5;

/** An S3 store in a process of its own, with one bucket. */
async function startStore() {
  const folder = await mkdtemp(join(tmpdir(), 'loupe-s3-'));
  const port = await freePort();
  const program = join(import.meta.dirname, '../../node_modules/s3rver/bin/s3rver.js');
  const options = [
    '-s',
    '-d',
    folder,
    '-a',
    '127.0.0.1',
    '-p',
    String(port),
    '--configure-bucket',
    'indexes',
  ];
  const store = spawn(process.execPath, [program, ...options], { stdio: 'inherit' });
  const endpoint = `http://127.0.0.1:${port}`;
  while (!(await fetch(endpoint).catch(() => null))) await wait(100);
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' });
  return {
    pid: store.pid ?? 0,
    environment: { LOUPE_BLOBS_URL: `s3://indexes/?endpoint=${endpoint}` },
    close: async () => {
      store.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const store = values.bucket ? await startStore() : null;
const loupe = await startTestApp(store === null ? {} : { environment: store.environment });
const { database, blobs, applications, vision: describing } = loupe.app.services;
const { id } = await applications.create(operator, { kind: 'mobile' });
const dnas: Buffer[] = [];
for (let seed = 1; seed <= PICTURES; seed += 1) {
  dnas.push((await describing.extract(makePicture(seed), 'reference')).dna);
}
const [dna = Buffer.alloc(0)] = dnas;
const feed = new MemoryFeed();
for (let key = 1; key <= references; key += 1) feed.put(id, key, dnas[key % PICTURES] ?? dna);

const folders: string[] = [];
let failure: unknown = null;

/** Processor time of this process and of the store so far, in seconds. */
async function processorSeconds(): Promise<{ readonly own: number; readonly store: number }> {
  const { user, system } = process.cpuUsage();
  const own = (user + system) / 1e6;
  if (store === null) return { own, store: 0 };
  return { own, store: (await processorMs(store.pid)) / 1000 };
}

/** The seconds since then, and the processor time in brackets. */
async function newWatch(): Promise<(what: string) => Promise<number>> {
  const begun = performance.now();
  const before = await processorSeconds();
  return async (what) => {
    const seconds = (performance.now() - begun) / 1000;
    const now = await processorSeconds();
    const busy = `${(now.own - before.own).toFixed(1)} s of processor time`;
    const ofStore = store === null ? '' : `, the store ${(now.store - before.store).toFixed(1)} s`;
    console.log(`${what}: ${seconds.toFixed(1)} s (${busy}${ofStore})`);
    return seconds;
  };
}

async function openServer(): Promise<{ vision: Vision; folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'loupe-cold-'));
  folders.push(folder);
  const share = new SharedSnapshots(database, blobs, systemClock);
  const onUnshared = (_: string, error: unknown) => (failure = error);
  return {
    folder,
    vision: new Vision({ feed, snapshotFolder: folder, onUnshared, share, isKeptWarm: () => true }),
  };
}

const isArriving = async (folder: string) =>
  (await readdir(folder)).some((name) => name.endsWith('.fetched'));

/** As a searcher starts: it is ready when its indexes are open. */
async function startCold(): Promise<number> {
  const { vision, folder } = await openServer();
  const watch = await newWatch();
  await vision.startWarming();
  while (!vision.isWarm) await wait(5);
  const readySeconds = await watch('ready with the shared snapshot');
  await vision.search([id], { dna }, { limit: 1 });
  await watch('its first answer');
  while (await isArriving(folder)) await wait(20);
  await watch('all signatures are here');
  const size = await vision.size(id);
  await vision.close();
  if (size !== references) throw new Error(`There are ${size} references.`);
  return readySeconds;
}

try {
  const { vision } = await openServer();
  const alone = await newWatch();
  await vision.search([id], { dna }, { limit: 1 });
  await alone(`${references} references from their signatures, the first answer`);
  const sharing = await newWatch();
  await vision.publishDue();
  await sharing('sharing them');
  await vision.close();
  // A store writes to disks of its own.
  execFileSync('sync');
  const readySeconds = await startCold();
  if (failure !== null) console.log(failure);
  process.exitCode = failure === null && readySeconds <= WANTED_SECONDS ? 0 : 1;
} finally {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
  await loupe.close();
  await store?.close();
}
