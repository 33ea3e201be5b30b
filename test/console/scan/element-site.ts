/** A web site of another origin with the scanner, a pack and a strict policy, and a browser whose camera shows a film of its page. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll } from 'vitest';
import { simulatePhoto } from '../../../packages/bench/simulation/photo-simulator.js';
import { makePage } from '../../../packages/bench/simulation/synthetic-set.js';
import { inRoot } from '../../../scripts/setup/paths.mjs';
import { operator } from '../../../src/access/viewer.js';
import { seed } from '../../kit/seed.js';
import { useTestBrowser } from '../../kit/use-browser.js';

/** Files of the scanner beside its engine. */
export const PROGRAMS = ['loupe-scan.js', 'worker.js'];
const TYPES: Readonly<Record<string, string>> = {
  '': 'text/html',
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};
/** Pictures of the film with the page, and without it. */
const FRAMES = 60;

/** All is there when the tests begin. */
export function useScanSite() {
  let folder: string;
  let printed: Buffer;
  let site: Server;
  let origin: string;
  let pack: Buffer;
  let packId: string;
  let alikePackId: string;
  let otherPackId: string;
  let key: string;
  let publicKey: string;
  const files = new Map<string, Buffer>();

  const browser = useTestBrowser(async () => {
    folder = await mkdtemp(join(tmpdir(), 'loupe-scan-element-'));
    printed = await makePage('magazine', 63);
    const { jpeg } = await simulatePhoto(printed, { strength: 'easy', seed: 8 });
    const shown = await sharp(jpeg).resize(640, 480, { fit: 'cover' }).jpeg().toBuffer();
    const table = { width: 640, height: 480, channels: 3, background: '#bbb' } as const;
    const empty = await sharp({ create: table }).jpeg().toBuffer();
    const film = [...Array<Buffer>(FRAMES).fill(shown), ...Array<Buffer>(FRAMES).fill(empty)];
    await writeFile(join(folder, 'camera.mjpeg'), Buffer.concat(film));
    return {
      args: [
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        `--use-file-for-fake-video-capture=${join(folder, 'camera.mjpeg')}`,
      ],
    };
  });

  beforeAll(async () => {
    await promisify(execFile)(process.execPath, ['scripts/packages/build-scan.mjs'], { cwd: inRoot() });
    site = createServer((request, response) => {
      const path = new URL(request.url ?? '/', 'http://site').pathname;
      const file = files.get(path);
      const policy = `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; connect-src 'self' ${browser.loupe.url}`;
      response.setHeader('Content-Security-Policy', policy);
      response.setHeader('Content-Type', TYPES[extname(path)] ?? 'application/octet-stream');
      response.writeHead(file === undefined ? 404 : 200).end(file);
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    for (const name of PROGRAMS) files.set(`/${name}`, await readFile(inRoot('packages/scan/dist', name)));
    const engine = inRoot('packages/scan/dist/engine');
    for (const name of await readdir(engine))
      files.set(`/engine/${name}`, await readFile(join(engine, name)));
    files.set('/events.js', await readFile(inRoot('examples/scan-element/events.js')));
    files.set('/favicon.ico', Buffer.alloc(0));

    const organization = await seed(browser.loupe).organization({ name: 'Museum' });
    const user = await organization.user();
    const folderOfPages = await user.folder();
    const document = await folderOfPages.document(printed, { name: 'Room 4' });
    await document.title('The herbarium');
    await document.action({ name: 'Listen' });
    const [imageId = ''] = document.imageIds;
    // Says what its page says.
    await document.zone({ imageId, x: 5, y: 30, width: 90, height: 65 });
    const zone = await document.zone({ imageId, x: 8, y: 8, width: 30, height: 20 });
    await document.title('The drawer of ferns', { nodeId: zone });
    await document.action({ nodeId: zone, name: 'See the ferns' });
    const { packs, jobs, publishableKeys } = browser.loupe.app.services;
    const options = { organizationId: organization.id, name: 'Guide', origins: [origin] };
    ({ key } = await publishableKeys.create(operator, options));
    const packOf = async (elementId: string) => {
      const { id, jobId } = await packs.create(operator, { elementId });
      await jobs.waitFor(jobId);
      return id;
    };
    packId = await packOf(document.id);
    // The same page with another headline.
    const band = await sharp({ create: { width: 400, height: 40, channels: 3, background: '#234' } })
      .png()
      .toBuffer();
    const edition = await sharp(printed)
      .composite([{ input: band, left: 60, top: 300 }])
      .jpeg()
      .toBuffer();
    const alike = await folderOfPages.document(edition, { name: 'Room 5' });
    await alike.title('The insects');
    await alike.action({ name: 'Look' });
    alikePackId = await packOf(folderOfPages.id);
    const other = await (await user.folder()).document(await makePage('magazine', 64));
    await other.action({ name: 'Elsewhere' });
    otherPackId = await packOf(other.id);
    ({ publicKey } = packs);
    const address = `${browser.loupe.url}/packs/${key}/${packId}`;
    pack = Buffer.from(await (await fetch(address, { headers: { origin } })).arrayBuffer());
    files.set('/museum.loupepack', pack);
  });
  afterAll(async () => {
    site.closeAllConnections();
    await new Promise((resolve) => site.close(resolve));
    await rm(folder, { recursive: true });
  });

  return {
    browser,
    /** By path; what is put here is served. */
    files,
    get folder() {
      return folder;
    },
    get origin() {
      return origin;
    },
    get pack() {
      return pack;
    },
    get packId() {
      return packId;
    },
    /** Of two pages that look alike. */
    get alikePackId() {
      return alikePackId;
    },
    /** Of a page that the film does not show. */
    get otherPackId() {
      return otherPackId;
    },
    get key() {
      return key;
    },
    get publicKey() {
      return publicKey;
    },
  };
}
