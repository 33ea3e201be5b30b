/**
 * Measures what a photo costs a whole server: JPEG in, content checked, answer out, in processor time of the server's process. Servers
 * of this clone and of others, which may be older, answer the same photos in turn, so that a change of the machine's load meets all alike.
 *
 *   npm run build && npm run measure:looks -- --photos FOLDER [--photos FOLDER …] [--most 60] [clone …]
 *
 * A folder holds a set of the benchmark: `manifest.json` with references and photos. Every third reference that has photos is left out, so
 * that its photos show nothing known. `--quick-first` adds a server of this clone whose application is looked at quickly first. The yardstick is OpenCV's: decoding, and 1,000 keypoints of ORB at 640 pixels.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { z } from 'zod';
import { addon, VOCABULARY_PATH } from '../../../../src/engine-host/native.js';
import { percentile } from '../../benchmark/statistics.js';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const manifest = z.object({
  refs: z.array(z.object({ id: z.string(), file: z.string() })),
  queries: z.array(z.object({ file: z.string(), ref: z.string().nullable() })),
});
const answer = z.object({ images: z.array(z.object({ id: z.string() })) });
/** Time for indexes to be merged after the references came. */
const QUIET_MS = 5_000;
const WARM_UP = 5;
const LEFT_OUT = 3;
const QUICK_FIRST = { quickFirst: true };

interface Photo {
  readonly row: string;
  readonly bytes: Buffer;
  /** Id of the reference that it shows; null where that is not indexed. */
  readonly shows: string | null;
}

interface Server {
  readonly name: string;
  readonly child: ChildProcess;
  readonly folder: string;
  readonly url: string;
  readonly key: string;
}

interface Cost {
  readonly cpuMs: number;
  readonly answered: string | null;
}

const { values, positionals } = parseArgs({
  options: {
    photos: { type: 'string', multiple: true, default: [] },
    most: { type: 'string', default: '60' },
    'quick-first': { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

async function ask<Answer>(child: ChildProcess, message: object): Promise<Answer> {
  const answered = once(child, 'message');
  child.send(message);
  return ((await answered) as [Answer])[0];
}

async function start(name: string, settings: object = {}): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'loupe-looks-'));
  const worker = fileURLToPath(new URL('read-worker.mjs', import.meta.url));
  const child = fork(worker, [name || root, folder], { execArgv: [], cwd: name || root });
  child.once('exit', (code) => {
    if (code) process.exit(code);
  });
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  const { key } = await ask<{ key: string }>(child, { application: settings });
  return { name: name || (settings === QUICK_FIRST ? 'quick first' : 'this clone'), child, folder, url, key };
}

async function post({ url, key }: Server, path: string, bytes: Buffer, id?: string): Promise<unknown> {
  const form = new FormData();
  form.append('application_key', key);
  if (id !== undefined) form.append('image_id', id);
  form.append('image_content', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'photo.jpg');
  return (await fetch(`${url}/api/v2.0/${path}`, { method: 'POST', body: form })).json();
}

async function search(server: Server, bytes: Buffer): Promise<Cost> {
  const before = await ask<{ cpuMs: number }>(server.child, { usage: true });
  const found = answer.parse(await post(server, 'enginequery/json/SearchImageByUpload', bytes));
  const after = await ask<{ cpuMs: number }>(server.child, { usage: true });
  return { cpuMs: after.cpuMs - before.cpuMs, answered: found.images[0]?.id ?? null };
}

/** References to index, and photos of these and of others. */
async function readSets(most: number) {
  const references: { readonly id: string; readonly file: string }[] = [];
  const shown: Photo[] = [];
  const leftOut: Photo[] = [];
  for (const folder of values.photos) {
    const { refs, queries } = manifest.parse(
      JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')),
    );
    const isLeftOut = new Map(refs.map(({ id }, at) => [id, at % LEFT_OUT === 0]));
    const idOf = (id: string) => `${folder.split('/').at(-1)} ${id}`;
    for (const { id, file } of refs)
      if (isLeftOut.get(id) === false) references.push({ id: idOf(id), file: join(folder, file) });
    for (const { file, ref } of queries) {
      const bytes = await readFile(join(folder, file));
      if (ref !== null && isLeftOut.get(ref) === false) shown.push({ row: 'found', bytes, shows: idOf(ref) });
      else leftOut.push({ row: 'reference left out', bytes, shows: null });
    }
  }
  const spread = <T>(items: readonly T[]) =>
    items.filter(
      (_, at) => Math.floor((at * most) / items.length) !== Math.floor(((at - 1) * most) / items.length),
    );
  return { references, shown: spread(shown), leftOut: spread(leftOut) };
}

/** The same photo out of focus, and a wall with the noise of a camera. */
async function blurredAndEmpty({ bytes }: Photo, at: number): Promise<readonly Photo[]> {
  const blurred = await sharp(bytes).rotate().blur(12).jpeg({ quality: 85 }).toBuffer();
  const noise = { type: 'gaussian' as const, mean: 120 + (at % 8) * 12, sigma: 1 + (at % 4) };
  const wall = sharp({ create: { width: 768, height: 1024, channels: 3, background: '#888888', noise } });
  return [
    { row: 'blurred', bytes: blurred, shows: null },
    { row: 'empty', bytes: await wall.jpeg({ quality: 85 }).toBuffer(), shows: null },
  ];
}

const engine = new addon.Engine({ vocabularyPath: VOCABULARY_PATH, threads: 1, queueLimit: 8 });
const flat = {
  data: Buffer.alloc(64 * 64, 128),
  width: 64,
  height: 64,
  channels: 1,
  originalWidth: 64,
  originalHeight: 64,
} as const;

const YARDSTICK_KEYPOINTS = 1000;

/** Decoding and keypoints by OpenCV; the reference that they are compared with has none. */
async function yardstick(bytes: Buffer): Promise<number> {
  const before = process.cpuUsage();
  await engine.matchByOrb(flat, { jpeg: bytes, mostPixels: 1e8 }, undefined, YARDSTICK_KEYPOINTS);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const servers: Server[] = [];
try {
  const { references, shown, leftOut } = await readSets(Number(values.most));
  const others = await Promise.all(shown.slice(0, 20).map(blurredAndEmpty));
  const photos = [...shown, ...leftOut, ...others.flat()];
  for (const name of ['', ...positionals]) servers.push(await start(name));
  if (values['quick-first']) servers.push(await start('', QUICK_FIRST));
  for (const { id, file } of references) {
    const bytes = await readFile(file);
    for (const server of servers) await post(server, 'enginemodify/json/AddImage', bytes, id);
  }
  await sleep(QUIET_MS);
  for (const { bytes } of photos.slice(0, WARM_UP)) for (const server of servers) await search(server, bytes);
  const costs = new Map(servers.map(({ name }) => [name, new Map<Photo, Cost>()]));
  const ofOpenCv = new Map<Photo, number>();
  for (const photo of photos) {
    for (const server of servers) costs.get(server.name)?.set(photo, await search(server, photo.bytes));
    ofOpenCv.set(photo, await yardstick(photo.bytes));
  }
  console.log(`${references.length} references; milliseconds of processor time: median, mean`);
  for (const row of new Set(photos.map((photo) => photo.row))) {
    const some = photos.filter((photo) => photo.row === row);
    const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
    const yard = mean(some.map((photo) => ofOpenCv.get(photo) ?? 0));
    console.log(`${row}, ${some.length} photos; OpenCV ${yard.toFixed(1)}`);
    for (const [name, ofServer] of costs) {
      const all = some.map((photo) => ofServer.get(photo)?.cpuMs ?? 0);
      const right = some.filter(
        (photo) => photo.shows !== null && ofServer.get(photo)?.answered === photo.shows,
      );
      const accepted = some.filter((photo) => ofServer.get(photo)?.answered != null);
      console.log(
        `  ${name}: ${percentile(all, 0.5).toFixed(1)}, ${mean(all).toFixed(1)}; ${(mean(all) / yard).toFixed(1)} x; ` +
          `right ${right.length}, answered ${accepted.length}`,
      );
    }
  }
} finally {
  engine.close();
  for (const { child, folder } of servers) {
    child.send({ stop: true });
    await once(child, 'exit');
    await rm(folder, { recursive: true, force: true });
  }
}
