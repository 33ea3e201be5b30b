/**
 * Measures what a scan costs beside recognition itself: photos of the demo go through `POST /api/EnrichedImages`, and
 * the same photos through decoding and search alone. Both are reported as processor time of this process, where the
 * client of the requests is part of the process, too; the clock says nothing on a busy machine.
 *
 *   npm run measure:scan -- [rounds]
 */
import { Agent } from 'node:http';
import { DemoHttpClient } from '../../../../demo/loader/http-client.js';
import { loadDemo } from '../../../../demo/loader/loader.js';
import { ImageDecoder } from '../../../../src/media/pictures/image-decoder.js';
import { startTestApp } from '../../../../test/kit/app.js';
import { seed } from '../../../../test/kit/seed.js';
import { percentile } from '../../benchmark/statistics.js';
import { photoOfPage, requireScan, scanBody } from '../scan-request.js';

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

const median = (values: readonly number[]) => percentile(values, 0.5).toFixed(1);

try {
  const organization = await seed(loupe).organization();
  const user = await organization.user();
  const client = new DemoHttpClient(loupe.url);
  await client.login(organization.apiKey, user.userName, user.password);
  await loadDemo(client, organization.id, () => undefined);
  const photos = await Promise.all(Array.from({ length: PHOTOS }, (_, page) => photoOfPage(page)));
  const bodies = await Promise.all(photos.map(scanBody));
  const scanned = { address: loupe.url, apiKey: organization.apiKey, agent };
  const em = services.database.reader();
  const applicationIds = await services.applications.idsOf(em, [organization.id], 'content');
  const recognize = async (photo: Buffer) => {
    await services.vision.search(applicationIds, decoder.picture(photo), { limit: 20 });
  };

  const whole: number[] = [];
  const engine: number[] = [];
  const beside: number[] = [];
  for (let round = -2; round < rounds; round += 1) {
    for (const [at, body] of bodies.entries()) {
      const scanMs = await cpuMsOf(() => requireScan(scanned, body));
      const engineMs = await cpuMsOf(() => recognize(photos[at] ?? body.bytes));
      if (round < 0) continue;
      whole.push(scanMs);
      engine.push(engineMs);
      beside.push(scanMs - engineMs);
    }
  }
  console.log(`${whole.length} scans, processor time at the median`);
  console.log(`whole scan, its client included: ${median(whole)} ms`);
  console.log(`decoding and search alone:       ${median(engine)} ms`);
  console.log(`beside:                          ${median(beside)} ms`);
} finally {
  agent.destroy();
  await loupe.close();
}
