/**
 * Tells how soon a server without an index can search: once from the signatures alone, once with the snapshot that
 * another server shared, in a folder or in a bucket of an S3 store (s3rver, a process beside it). Signatures are those
 * of 500 drawn pictures, over and over, and come from memory, not from a database.
 *
 *   npm run trial:cold-index -- [--references 100000] [--bucket]
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { operator } from '../../src/access/viewer.js';
import { SharedSnapshots } from '../../src/applications/shared-snapshots.js';
import { systemClock } from '../../src/clock.js';
import { Vision } from '../../src/vision/vision.js';
import { startTestApp } from '../../test/kit/app.js';
import { MemoryFeed } from '../../test/kit/memory-feed.js';
import { makePicture } from '../../test/kit/rasters.js';
import { freePort } from '../../test/kit/free-port.js';

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

async function openServer(isSharing: boolean): Promise<{ vision: Vision; seconds: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'loupe-cold-'));
  folders.push(folder);
  const share = isSharing ? { share: new SharedSnapshots(database, blobs, systemClock) } : {};
  const onUnshared = (_: string, error: unknown) => (failure = error);
  const vision = new Vision({ feed, snapshotFolder: folder, onUnshared, ...share });
  const begun = performance.now();
  await vision.search([id], { dna }, { limit: 1 });
  return { vision, seconds: (performance.now() - begun) / 1000 };
}

try {
  const alone = await openServer(true);
  console.log(
    `${references} references from their signatures: ${alone.seconds.toFixed(1)} s to the first answer`,
  );
  const begun = performance.now();
  await alone.vision.publishDue();
  console.log(`sharing them: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  const second = await openServer(true);
  console.log(`with the shared snapshot: ${second.seconds.toFixed(1)} s to the first answer`);
  const size = await second.vision.size(id);
  await alone.vision.close();
  await second.vision.close();
  if (failure !== null) console.log(failure);
  process.exitCode = failure === null && size === references && second.seconds <= WANTED_SECONDS ? 0 : 1;
} finally {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
  await loupe.close();
  await store?.close();
}
