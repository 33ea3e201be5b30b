/**
 * Measures what a scan costs beside recognition itself: photos of the demo go through `POST /api/EnrichedImages`, and
 * the same photos through decoding and search alone. Both are reported as processor time of this process, where the
 * client of the requests is part of the process, too; the clock says nothing on a busy machine.
 *
 *   npm run measure:scan -- [rounds]
 */
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { DemoHttpClient } from '../../demo/loader/http-client.js';
import { loadDemo } from '../../demo/loader/loader.js';
import { renderMagazinePage } from '../../demo/print/magazine.js';
import { simulatePhoto } from '../../demo/simulation/photo-simulator.js';
import { ImageDecoder } from '../../src/media/image-decoder.js';
import { startTestApp } from '../../test/kit/app.js';
import { seed } from '../../test/kit/seed.js';

const [rounds = 20] = process.argv.slice(2).map(Number);
const PHOTOS = 4;

const agent = new Agent({ keepAlive: true });
const loupe = await startTestApp();
const { services } = loupe.app;
const decoder = new ImageDecoder(loupe.config.limits);

/** Processor milliseconds of one piece of work. */
async function cpuMsOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

try {
  const organization = await seed(loupe).organization();
  const user = await organization.user();
  const client = new DemoHttpClient(loupe.url);
  await client.login(organization.apiKey, user.userName, user.password);
  await loadDemo(client, organization.id, () => undefined);
  const photos: Buffer[] = [];
  for (let page = 0; page < PHOTOS; page += 1) {
    const options = { strength: 'medium', seed: page + 1 } as const;
    photos.push((await simulatePhoto(await renderMagazinePage(page), options)).jpeg);
  }
  const headers = {
    ApiKey: organization.apiKey,
    ApplicationName: 'Measure',
    ApplicationVersion: '1',
    DeviceName: 'Simulated phone',
    DeviceSystemVersion: '1',
    SdkVersion: '1',
  };
  const bodies = await Promise.all(
    photos.map(async (photo) => {
      const form = new FormData();
      form.append('query', JSON.stringify({ Language: 'en-US' }));
      form.append('file', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg');
      const built = new Request(loupe.url, { method: 'POST', body: form });
      return { type: built.headers.get('content-type') ?? '', bytes: Buffer.from(await built.arrayBuffer()) };
    }),
  );
  const scan = async (at: number) => {
    const { type, bytes } = bodies[at] ?? { type: '', bytes: Buffer.alloc(0) };
    const sent = request(`${loupe.url}/api/EnrichedImages`, {
      method: 'POST',
      agent,
      headers: { ...headers, 'Content-Type': type, 'Content-Length': bytes.length },
    });
    sent.end(bytes);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    if (response.statusCode !== 200) throw new Error(`A scan was answered with ${response.statusCode}.`);
    await text(response);
  };
  const em = services.database.reader();
  const applicationIds = await services.applications.idsOf(em, [organization.id], 'content');
  const recognize = async (photo: Buffer) => {
    await services.vision.search(applicationIds, decoder.picture(photo), { limit: 20 });
  };

  const whole: number[] = [];
  const engine: number[] = [];
  const beside: number[] = [];
  for (let round = -2; round < rounds; round += 1) {
    for (const [at, photo] of photos.entries()) {
      const scanMs = await cpuMsOf(() => scan(at));
      const engineMs = await cpuMsOf(() => recognize(photo));
      if (round < 0) continue;
      whole.push(scanMs);
      engine.push(engineMs);
      beside.push(scanMs - engineMs);
    }
  }
  console.log(`${whole.length} scans, processor time at the median`);
  console.log(`whole scan, its client included: ${median(whole).toFixed(1)} ms`);
  console.log(`decoding and search alone:       ${median(engine).toFixed(1)} ms`);
  console.log(`beside:                          ${median(beside).toFixed(1)} ms`);
} finally {
  agent.destroy();
  await loupe.close();
}
