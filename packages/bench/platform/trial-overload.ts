/**
 * Sends scans to a server at a steady rate that does not wait for answers (an open loop), first at what it can do and then
 * at four times as many, and reports what was answered how quickly, what was refused how quickly, whether
 * `/health/ready` kept answering, how long it took to recover. Client and server share the machine, and say so.
 *
 *   npm run build && npm run trial:overload -- [--seconds 20] [--factor 4]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { percentile } from '../benchmark/statistics.js';
import { type Answered, OpenLoop } from './open-loop.js';
import { scanBody } from './scan-request.js';
import { startTrialServer } from './trial-server.js';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '20' }, factor: { type: 'string', default: '4' } },
});
const seconds = Number(values.seconds);
const factor = Number(values.factor);
const folder = await mkdtemp(join(tmpdir(), 'loupe-overload-'));
const agent = new Agent({ keepAlive: true, maxSockets: 2000 });

function tell(name: string, answers: readonly Answered[], duration: number): number {
  const good = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 503 || status === 429);
  const broken = answers.length - good.length - refused.length;
  const ms = (list: readonly Answered[], share: number) =>
    percentile(
      list.map(({ tookMs }) => tookMs),
      share,
    ).toFixed(0);
  process.stdout.write(
    `${name}: ${(answers.length / duration).toFixed(0)} sent a second, ${(good.length / duration).toFixed(1)} answered ` +
      `(p50 ${ms(good, 0.5)}, p99 ${ms(good, 0.99)} ms), ${(refused.length / duration).toFixed(0)} refused ` +
      `(p50 ${ms(refused, 0.5)}, p99 ${ms(refused, 0.99)} ms), ${broken} broken\n`,
  );
  return good.length / duration;
}

try {
  const { server, apiKey, photo } = await startTrialServer(folder);
  try {
    const loop = new OpenLoop({ address: server.address, apiKey, agent }, await scanBody(photo));

    const quiet = await loop.oneByOne(40);
    const unloadedP99 = percentile(
      quiet.map(({ tookMs }) => tookMs),
      0.99,
    );
    tell('One after another', quiet, quiet.reduce((sum, { tookMs }) => sum + tookMs, 0) / 1000);
    const closed = await loop.closed(8, Math.min(10, seconds) * 1000);
    const peak = tell('Eight at a time', closed, Math.min(10, seconds));
    const health = loop.watchHealth();
    const crowd = await loop.send(peak * factor, seconds * 1000);
    const goodput = tell(`${factor} times as many`, crowd, seconds);
    const delays = await health();
    const recoveryMs = await loop.recovery(unloadedP99 * 2);
    const accepted = crowd.filter(({ status }) => status === 200).map(({ tookMs }) => tookMs);
    process.stdout.write(
      `Goodput ${(goodput / peak).toFixed(2)} of the peak; accepted p99 ${(percentile(accepted, 0.99) / unloadedP99).toFixed(1)} ` +
        `times the p99 of one after another; /health/ready p99 ${percentile(delays, 0.99).toFixed(0)} ms; as quick as before ` +
        `after ${recoveryMs.toFixed(0)} ms\n`,
    );
  } finally {
    await server.end('SIGTERM');
  }
} finally {
  agent.destroy();
  await sleep(0);
  await rm(folder, { recursive: true, force: true });
}
